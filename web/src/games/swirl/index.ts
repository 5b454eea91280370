import type { GameFace } from "..";
import { seatName } from "../../lib/seats";
import Board from "./Board.svelte";
import { score } from "./cards";
import Cover from "./Cover.svelte";
import Mark from "./Mark.svelte";
import SeatHand from "./SeatHand.svelte";
import type { SwirlView } from "./types";
import { choiceWords } from "./words";

const words: GameFace["words"] = (choice, { view, seats }) =>
  choiceWords(
    choice,
    view as unknown as SwirlView,
    seats.map((_, seat) => seatName(seats, seat)),
  );

export const swirl: GameFace = { Board, Cover, Mark, SeatHand, score, words };
