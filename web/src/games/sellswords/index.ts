import type { GameFace } from "..";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Mark from "./Mark.svelte";
import SeatHand from "./SeatHand.svelte";
import { allTiles, viewOf } from "./tiles";
import { choiceWords } from "./words";

const words: GameFace["words"] = (choice, now) => choiceWords(choice, allTiles(viewOf(now)));

export const sellswords: GameFace = { Board, Cover, Mark, SeatHand, words };
