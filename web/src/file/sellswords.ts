import { sellswords } from "../games/sellswords";
import { show } from "./show";

void show(sellswords);
