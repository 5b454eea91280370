import { show } from "./show";

void show();
