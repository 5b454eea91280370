import { swirlingHeroes } from "../games/swirling-heroes";
import { show } from "./show";

void show(swirlingHeroes);
