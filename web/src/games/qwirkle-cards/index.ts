import type { GameFace } from "..";
import Board from "./Board.svelte";
import { score } from "./cards";
import Cover from "./Cover.svelte";
import Mark from "./Mark.svelte";
import SeatHand from "./SeatHand.svelte";
import type { QwirkleCardsView } from "./types";
import { choiceWords } from "./words";

const words: GameFace["words"] = (choice, { view }) =>
  choiceWords(view as unknown as QwirkleCardsView, choice);

export const qwirkleCards: GameFace = { Board, Cover, Mark, SeatHand, score, words };
