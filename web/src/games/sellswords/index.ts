import type { GameFace } from "..";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Mark from "./Mark.svelte";
import SeatHand from "./SeatHand.svelte";

export const sellswords: GameFace = { Board, Cover, Mark, SeatHand };
