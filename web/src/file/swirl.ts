import { swirl } from "../games/swirl";
import { show } from "./show";

void show(swirl);
