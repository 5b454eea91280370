"""How a table stands: the match, the open question, and what everybody may ask about them."""

from __future__ import annotations

from typing import Literal

from mypy_extensions import mypyc_attr

from halfturn.core import Decision, Event, Game, State
from halfturn.core.match import Match
from halfturn.core.options import read_option_words
from halfturn.core.playthrough import Playthrough
from halfturn.server.tables import simultaneous
from halfturn.server.tables.answers import Ahead, Line
from halfturn.server.tables.clock import Clocks
from halfturn.server.tables.dealing import ComingDeal
from halfturn.server.tables.fair_deal import Undone, VoidDeal
from halfturn.server.tables.log import Made, Result
from halfturn.server.tables.seating import Seating
from halfturn.server.tables.undo import Proposal

Status = Literal["waiting", "playing", "over"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Standing(Seating):
    """Where one table stands: all that its log has led to so far."""

    def __init__(self, id: str, game: Game, made: Made) -> None:  # noqa: PLR0915 - all its fields
        super().__init__(made)
        self.id = id
        self.game = game
        self.version = 0
        self.keys: dict[str, int] = {}
        """The versions of recent rows by their keys; the database knows those of all rows."""
        self.match = self._new_match()
        self.number = 0
        """How many games have begun here; 0 while seats are open."""
        self.began = 0
        """The version with which the running game began."""
        self.commitment = ""
        self.contributions: dict[int, str] = {}
        """What the seats added to the deals of the running game."""
        self.deal = 0
        """The scheme by which the running game is dealt: see `fair`."""
        self.voids: list[VoidDeal] = []
        """The deals that were given up before it began."""
        self.drawn = 0
        """How many draws of the running game are in force."""
        self.redrawn: dict[int, int] = {}
        """How many draws were taken back, by their ordinals."""
        self.undone: list[Undone] = []
        """What was taken back in the running game."""
        self.next_deal = ComingDeal()
        """The deal of the game that begins next."""
        self.resigned: int | None = None
        self.given: list[int] = []
        """How many questions of the running game each seat has answered."""
        self.early = simultaneous.nothing_early(len(made.seats))
        """What seats have answered before the rules ask them: see `together`."""
        self.lines: list[Line] = []
        """The answers of the running game that are in force: see `taking_back`."""
        self.withdrawn: list[Line] = []
        """Those that were taken back: the others have seen them all the same."""
        self.story: list[tuple[int, list[Event]]] = []
        """What happened in the running game, by version: the truth, to be masked."""
        self.notes: list[tuple[int, list[Event]]] = []
        """What of it happened beside the rules, and stays whatever is taken back."""
        self.retold = 0
        """The version since which the story is another one than it was."""
        self.clocks = Clocks(made.clock, len(made.seats)) if made.clock else None
        self.proposal: Proposal | None = None
        """What everybody is asked to agree to; whatever happens in the game ends it."""
        self._ahead: Ahead | None = None
        """What the answer that was found legal last leads to, so that it need not be played again
        when it is in the log."""
        self._coming: tuple[int, Match, Match] | None = None
        """The same for the game that was found to be possible next: the version of the row that
        begins it, the match before it, and the match with it."""
        self._open: tuple[State, int, Decision | None] | None = None
        """What the rules ask in a state at a version: see `decision`."""
        self._counted: tuple[Match, bool, tuple[int, ...]] | None = None
        """What a match has come to, with or without its last game: see `totals`."""

    @property
    def state(self) -> State:
        """Where the running game stands: the truth."""
        return self.match.games[-1].state

    @property
    def beginning(self) -> State:
        """How the running game began, before anything was dealt."""
        return self.game.start(self.seats, self.state.options)

    @property
    def status(self) -> Status:
        """Waiting for people, playing, or the whole match over."""
        if self.number == 0:
            return "waiting"
        if self.resigned is not None:
            return "over"
        # The match is over with its last game.
        last = self.match.number == self.match.length
        return "over" if last and self.decision is None else "playing"

    @property
    def wanted(self) -> bool:
        """Whether the next game is to begin as soon as its deal is settled."""
        asked_for = self.next_deal.wanted or (self.number == 0 and not self.made.wait)
        return asked_for and all(self.taken) and bool(self.next_deal.commitment)

    @property
    def decision(self) -> Decision | None:
        """What the rules ask; looked up once, since every frame wants to know."""
        state, version, known = self.match.games[-1].state, self.version, self._open
        if known is None or known[0] is not state or known[1] != version:
            known = self._open = state, version, state.decision
        return known[2]

    @property
    def question(self) -> Decision | None:
        """The question that the rules ask, if there is one and people may answer."""
        return self.decision if self.number > 0 and self.resigned is None else None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have a question now: one, or all who are asked at once."""
        question = self.question
        return () if question is None else simultaneous.asked(self.state, self.early, question)

    def facing(self, seat: int) -> State | None:
        """The state with the question that a seat has now; None for a seat that has none."""
        question = self.question
        if question is None:
            return None
        if question.seat == seat:
            return self.state
        if not simultaneous.is_together(question):
            return None
        return simultaneous.facing(self.state, self.early, seat)

    @property
    def game_over(self) -> bool:
        """Whether the running game has come to its end, one way or the other."""
        return self.number > 0 and self.question is None

    def token(self, seat: int) -> str:
        """What names the question that this seat answers next; never the same name again."""
        return f"{self.number}.{self.given[seat]}"

    @property
    def to_agree(self) -> set[int]:
        """The owners who have not agreed yet to what is proposed, absent ones included."""
        proposal = self.proposal
        return set() if proposal is None else self.other_owners(proposal.seat) - proposal.agreed

    @property
    def totals(self) -> tuple[int, ...]:
        """What the games that are over come to, as the match counts; summed up once for each."""
        match, over, known = self.match, self.decision is None, self._counted
        if known is None or known[0] is not match or known[1] != over:
            known = self._counted = match, over, match.totals
        return known[2]

    @property
    def winners(self) -> list[int]:
        """Who has won the match: the highest total, of those who did not give up."""
        if self.status != "over":
            return []
        if self.resigned is None:
            return list(self.match.winners)
        totals = self.totals
        others = [seat for seat in range(self.seats) if seat != self.resigned]
        best = max(totals[seat] for seat in others)
        return [seat for seat in others if totals[seat] == best]

    @property
    def result(self) -> Result:
        """How the running game ended, or stands."""
        through = self.match.current
        state = through.state
        return Result(
            steps=len(through.answers),
            scores=list(state.scores),
            winners=list(state.winners) if state.over else [],
            resigned=self.resigned,
        )

    def _new_match(self) -> Match:
        options = read_option_words(self.game.options_type, self.made.options)
        first = Playthrough.start(self.game, len(self.made.seats), options)
        return Match([first], self.made.games)
