import type { GameFace } from "..";
import { seatName } from "../../lib/seats";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Mark from "./Mark.svelte";
import SeatHand from "./SeatHand.svelte";
import { answerWords } from "./words";

const words: GameFace["words"] = (choice, { seats }) =>
  answerWords(
    choice,
    seats.map((_, seat) => seatName(seats, seat)),
  );

export const swirlingHeroes: GameFace = { Board, Cover, Mark, SeatHand, words };
