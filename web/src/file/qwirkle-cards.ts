import { qwirkleCards } from "../games/qwirkle-cards";
import { show } from "./show";

void show(qwirkleCards);
