"""The games in OpenSpiel: `pyspiel.load_game("python_halfturn_sellswords(terrain=styx)")`.

CHANCE's decisions are OpenSpiel's chance nodes. Actions are dense integers (`layouts`), and
chance outcomes are counted by themselves. Parameters are `players`, `returns` (win or points)
and every option of the game; where an option takes several words, they are joined by `|`.
"""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import pyspiel

from halfturn.core.event import Event
from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE
from halfturn.core.state import State
from halfturn.research.parameters import (
    Setting,
    counts_points,
    game_named,
    option_defaults,
    setting,
)

TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
RECALL: Final = 128
"""So many of the latest answers stand in an information state's tensor."""


def spiel_name(id: str) -> str:
    """How a game is called in OpenSpiel."""
    return f"python_halfturn_{id.replace('-', '_')}"


def _game_type(id: str) -> Any:
    game = game_named(id)
    return pyspiel.GameType(
        short_name=spiel_name(id),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": game.min_seats,
            "returns": "win",
            **option_defaults(id),
        },
    )


class SpielGame(pyspiel.Game):
    """One of the games, with seats and options."""

    id: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        id = self.id
        given = dict(params or {})
        options = {**option_defaults(id), **given}
        seats = options.pop("players", None)
        self.by_points = counts_points(options.pop("returns", "win"))
        self.setting: Setting = setting(id, seats, options)
        self._told: Told | None = None
        here = self.setting
        least, most = here.bounds(self.by_points)
        longest = here.game.longest_game(here.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=here.layout.players.count,
            max_chance_outcomes=here.layout.chance.count,
            num_players=here.seats,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(_game_type(id), info, given)

    def new_initial_state(self, text: str | None = None) -> SpielState:
        """The beginning; or, from its notation, any position of the game."""
        if text is not None:
            state = self.setting.game.position(text)
            return SpielState(self, Line.at(self.setting, state))
        beginning = self.setting.beginning
        # OpenSpiel begins a game whenever it clones a state, so this has to be quick.
        if self._told is None:
            self._told = Told.at(beginning)
        return SpielState(self, Line(self.setting, beginning.clone(), [], beginning, self._told))

    def max_chance_nodes_in_history(self) -> int:
        """A number that no game reaches."""
        here = self.setting
        return here.game.longest_game(here.seats)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> SpielObserver | None:
        """Something that fills tensors and writes strings with all that a player knows.

        None for other wishes, like what is public or private alone.
        """
        if iig_obs_type is not None and not (
            iig_obs_type.public_info
            and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            return None
        return SpielObserver(self.setting, iig_obs_type, params)


class Line:
    """A state and how it came about; copied whole when OpenSpiel copies a state."""

    __slots__ = ("chance", "codes", "here", "mark", "players", "state", "told")

    def __init__(
        self, here: Setting, state: State, codes: list[int], mark: State, told: Told
    ) -> None:
        self.here = here
        self.players = here.layout.players
        self.chance = here.layout.chance
        self.state = state
        self.codes = codes
        """The answers since `mark`, as the game's own integers."""
        self.mark = mark
        """An earlier state, which nobody changes."""
        self.told = told
        """What each seat had been told by then."""

    @staticmethod
    def at(here: Setting, state: State, told: Told | None = None) -> Line:
        """A line that begins with this state."""
        mark = state.clone()
        return Line(here, state, [], mark, told or Told.at(mark))

    def __deepcopy__(self, memo: object) -> Line:
        return Line(self.here, self.state.clone(), self.codes[:], self.mark, self.told)

    def __reduce__(self) -> tuple[Any, ...]:
        told = self.catch_up()
        parts = (self.state.game.id, self.state.text, told.digests, told.answers)
        return _restored, parts

    def catch_up(self) -> Told:
        """Follow the answers from the mark on, and move the mark here."""
        if self.codes:
            state, told = self.mark.clone(), self.told
            for code in self.codes:
                told = told.after(state, code)
            self.mark, self.codes, self.told = state, [], told
        return self.told


def _restored(
    id: str,
    text: str,
    digests: tuple[bytes, ...],
    answers: tuple[tuple[tuple[int, int], ...], ...],
) -> Line:
    """A line from what was saved of it: a position's notation is the whole truth."""
    state = game_named(id).position(text)
    here = setting(id, state.seats, msgspec.structs.asdict(state.options))
    return Line.at(here, state, Told(digests, answers))


class Told:
    """What each seat has seen so far: a digest of it all, and the answers it could see.

    A position is what a seat knows now. Perfect recall asks for what it knew before too: the
    digest goes over every position as the seat saw it and over its own answers.
    """

    __slots__ = ("answers", "digests")

    def __init__(
        self, digests: tuple[bytes, ...], answers: tuple[tuple[tuple[int, int], ...], ...]
    ) -> None:
        self.digests = digests
        self.answers = answers

    @staticmethod
    def at(state: State) -> Told:
        """Nothing but the state itself."""
        seats = range(state.seats)
        return Told(tuple(_digest(b"", -1, state, seat) for seat in seats), ((),) * state.seats)

    def after(self, state: State, code: int) -> Told:
        """What is told when this is answered; the state goes on."""
        decision = state.decision
        assert decision is not None
        events: list[Event] = []
        state.play_code(code, events)
        digests, answers = [], []
        for seat in range(state.seats):
            is_own = seat == decision.seat
            digests.append(_digest(self.digests[seat], code if is_own else -1, state, seat))
            is_open = all(event.seen_by(seat) == event for event in events)
            is_seen = is_own or (is_open and bool(events or not decision.secret))
            seen = (decision.seat, code if is_seen else -1)
            answers.append((*self.answers[seat], seen)[-RECALL:])
        return Told(tuple(digests), tuple(answers))


def _digest(before: bytes, code: int, state: State, seat: int) -> bytes:
    known = f"{code} {state.key(seat)!r}".encode()
    return hashlib.blake2b(before + known, digest_size=12).digest()


class SpielState(pyspiel.State):
    """Where a game stands, for OpenSpiel."""

    def __init__(self, game: SpielGame, line: Line) -> None:
        super().__init__(game)
        # The one attribute: OpenSpiel copies each of them when it clones.
        self._line = line

    @property
    def halfturn(self) -> State:
        """The state behind it; look, but leave it as it is."""
        return self._line.state

    def told(self) -> Told:
        """What each seat has been told up to here."""
        return self._line.catch_up()

    def current_player(self) -> int:
        """The seat that is asked, CHANCE included, or TERMINAL."""
        asked = self._line.state.seat_asked
        return asked if asked >= CHANCE else TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._line.state.seat_asked < CHANCE

    def is_chance_node(self) -> bool:
        """Whether CHANCE is asked; told here, since the way through OpenSpiel takes longer."""
        return self._line.state.seat_asked == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of who is asked, or of one player; told here for the same reason."""
        line = self._line
        asked = line.state.seat_asked
        if asked >= 0 and (player is None or player == asked):
            return line.players.legal(line.state)
        if asked == CHANCE and player is None:
            return line.chance.legal(line.state)
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player) if player >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What CHANCE can answer, and how likely each answer is."""
        line = self._line
        return line.chance.outcomes(line.state)

    def _apply_action(self, action: int) -> None:
        line = self._line
        numbering = line.chance if line.state.seat_asked == CHANCE else line.players
        line.codes.append(numbering.play(line.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        line = self._line
        numbering = line.chance if player == CHANCE else line.players
        return str(line.state.option(numbering.codes[action]))

    def returns(self) -> list[float]:
        """Who has won, or by how many points; zeros while the game goes on."""
        game = self.get_game()
        state = self._line.state
        if state.seat_asked >= CHANCE:
            return [0.0] * state.seats
        return list(game.setting.utilities(state, game.by_points))

    def __str__(self) -> str:
        return self._line.state.text

    def resample_from_infostate(self, player: int, sampler: Any = None) -> SpielState:
        """A state that looks the same to this player, all that is hidden from it drawn anew.

        It begins its own history: what others have answered in secret is drawn anew too.
        """
        seat = int(player)
        draw = sampler if callable(sampler) else np.random.default_rng().random
        rng = SeededRng(f"{draw()!r} {draw()!r}")
        world = self._line.state.redeal(seat, rng)
        fresh, told = Told.at(world), self._line.catch_up()
        known = Told(
            _with(fresh.digests, seat, told.digests[seat]),
            _with(fresh.answers, seat, told.answers[seat]),
        )
        return SpielState(self.get_game(), Line.at(self._line.here, world, known))


def _with(row: tuple[Any, ...], at: int, value: object) -> tuple[Any, ...]:
    return (*row[:at], value, *row[at + 1 :])


class SpielObserver:
    """Fills tensors and writes strings: what a player knows, with or without what it knew before.

    With perfect recall the tensor ends with the latest answers as the player saw them, newest
    first: who answered (1 CHANCE, 2 the player, 3 the next …), and the action plus one, 0 where
    it was hidden. The string ends with a digest over everything.
    """

    def __init__(self, here: Setting, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"expected no parameters of the observation, got {params}")
        self._setting = here
        self._with_recall = iig_obs_type is not None and bool(iig_obs_type.perfect_recall)
        size = here.layout.size
        self.tensor: Any = np.zeros(size + 2 * RECALL * self._with_recall, np.float32)
        self.dict = {
            plane.name: self.tensor[plane.offset : plane.offset + plane.size].reshape(plane.shape)
            for plane in here.layout.planes
        }
        if self._with_recall:
            self.dict["recall"] = self.tensor[size:].reshape((RECALL, 2))

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what the player knows."""
        layout = self._setting.layout
        row = layout.observer.observe(state.halfturn, player)
        self.tensor[: layout.size] = np.frombuffer(row, np.int8)
        if self._with_recall:
            recall = self.dict["recall"]
            recall.fill(0)
            answers = state.told().answers[player]
            for at, (seat, code) in enumerate(reversed(answers)):
                numbering = layout.chance if seat == CHANCE else layout.players
                who = 0 if seat == CHANCE else 1 + (seat - player) % self._setting.seats
                recall[at] = 1 + who, 0 if code < 0 else 1 + numbering.actions[code]

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player knows, in notation."""
        seen = state.halfturn.view(player).text
        if self._with_recall:
            return f"{seen} #{state.told().digests[player].hex()}"
        return seen


class SwirlingHeroesGame(SpielGame):
    """Swirling Heroes."""

    id = "swirling-heroes"


class SellswordsGame(SpielGame):
    """Sellswords: Olympus."""

    id = "sellswords"


class SwirlGame(SpielGame):
    """SWIRL."""

    id = "swirl"


class QwirkleCardsGame(SpielGame):
    """Qwirkle Cards."""

    id = "qwirkle-cards"


GAMES: Final = (SwirlingHeroesGame, SellswordsGame, SwirlGame, QwirkleCardsGame)


def register() -> None:
    """Let `pyspiel.load_game` find the games."""
    known = set(pyspiel.registered_names())
    for game in GAMES:
        if spiel_name(game.id) not in known:
            pyspiel.register_game(_game_type(game.id), game)
