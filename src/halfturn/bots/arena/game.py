"""One game of the arena: who sits where, which deal, and what came of it."""

from __future__ import annotations

import msgspec

from halfturn.bots.bot import Bot
from halfturn.bots.failure import BotFailed, answer_of, close
from halfturn.bots.registry import make_bot
from halfturn.core import CHANCE, Option, SeededRng, State, draw
from halfturn.core.clock import WALL, thinking_by, time_now
from halfturn.core.data import load_with_owner_data
from halfturn.core.options import read_option_words


class Setting(msgspec.Struct, frozen=True):
    """What is the same for all games of a run; only results of the same setting go together."""

    game: str
    rules: int
    data: str
    options: tuple[str, ...]
    bots: tuple[str, ...]
    """The bots of one table: as many as there are seats."""
    seed: int
    clock: str = WALL
    """What thinking is measured by, and limited by where a bot has a limit in seconds."""


class Job(msgspec.Struct, frozen=True):
    """A game to be played: its number tells the deal and the seats."""

    setting: Setting
    number: int

    @property
    def deal(self) -> int:
        """Every deal is played once from each seat."""
        return self.number // len(self.setting.bots)

    @property
    def seating(self) -> list[int]:
        """For each seat which of the setting's bots sits there."""
        seats = len(self.setting.bots)
        return [(seat + self.number) % seats for seat in range(seats)]


class Played(msgspec.Struct, frozen=True):
    """A game that was played; everything by bot and not by seat."""

    number: int
    wins: list[float]
    """1 for the winner; shared after a tie."""
    points: list[int]
    answers: list[int]
    turn_times: list[list[int]]
    """How long each turn took to think about, in milliseconds of the setting's clock."""
    failed: str = ""
    """What went wrong with a bot that lost by it."""


class _Seat:
    """A bot at the table, and its clock."""

    def __init__(self, name: str, seed: str) -> None:
        self.bot: Bot = make_bot(name)
        self.rng = SeededRng(seed)
        self.answers = 0
        self.turns: list[float] = []

    def answer(self, state: State) -> Option:
        """Ask the bot; whatever it does wrong comes out as BotFailed."""
        decision = state.decision
        assert decision is not None
        world = state.redeal(decision.seat, self.rng)
        if decision.opens_turn or not self.turns:
            self.turns.append(0.0)
        begin = time_now()
        try:
            return answer_of(self.bot, world, self.rng)
        finally:
            self.turns[-1] += time_now() - begin
            self.answers += 1


def play(job: Job) -> Played:
    """Play a game of the arena. The same job with the same bots gives the same draws."""
    with thinking_by(job.setting.clock):
        return _played(job)


def _played(job: Job) -> Played:
    setting = job.setting
    game = load_with_owner_data(setting.game)
    options = read_option_words(game.options_type, setting.options)
    state = game.start(len(setting.bots), options)
    seating = job.seating
    table = [
        _Seat(setting.bots[bot], f"{setting.seed} bot {bot} game {job.number}") for bot in seating
    ]
    failed, loser, draws = "", -1, 0
    try:
        while (decision := state.decision) is not None:
            if decision.seat == CHANCE:
                # Each draw by its own number, so that other answers do not shift later ones.
                rng = SeededRng(f"{setting.seed} deal {job.deal} draw {draws}")
                draws += 1
                state.play(draw(decision, rng))
                continue
            try:
                state.play(table[decision.seat].answer(state))
            except BotFailed as error:
                loser = decision.seat
                failed = f"{setting.bots[seating[loser]]}: {error}"
                break
    finally:
        for each in table:
            close(each.bot)
    winners = [seat for seat in state.winners if seat != loser]
    if loser >= 0:
        winners = [seat for seat in range(state.seats) if seat != loser]
    at = [seating.index(bot) for bot in range(len(seating))]
    return Played(
        number=job.number,
        wins=[1 / len(winners) if seat in winners else 0.0 for seat in at],
        points=[state.scores[seat] for seat in at],
        answers=[table[seat].answers for seat in at],
        turn_times=[[round(1000 * each) for each in table[seat].turns] for seat in at],
        failed=failed,
    )
