import type { GameFace } from "..";
import Board from "./Board.svelte";
import { score } from "./cards";
import Cover from "./Cover.svelte";
import Mark from "./Mark.svelte";
import SeatHand from "./SeatHand.svelte";

export const qwirkleCards: GameFace = { Board, Cover, Mark, SeatHand, score };
