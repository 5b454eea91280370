"""A table: a match and who may answer, folded from its log. It does no input and no output.

A wish (`answer`, `resign` …) gives the rows that would carry it out, or is
refused; nothing changes. `apply` takes a row that is in the log and goes one
version further. So what is in memory is never ahead of what is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, Self

import msgspec
from mypy_extensions import mypyc_attr

from halfturn.core import CHANCE, Decision, Event, Game, HalfturnError, Option, Preview, State
from halfturn.core.language import say
from halfturn.core.match import Match
from halfturn.core.options import option_words, read_option_words
from halfturn.core.playthrough import Playthrough
from halfturn.core.scratch import ScratchTable
from halfturn.server.tables import dealing, simultaneous
from halfturn.server.tables.answers import Ahead, Line, play_line
from halfturn.server.tables.change import Change, Deadline, Refused
from halfturn.server.tables.clock import Clocks, closing
from halfturn.server.tables.dealing import ComingDeal
from halfturn.server.tables.events import CameBack, GaveUp, SeatOpened, StoodIn, TakenBack
from halfturn.server.tables.fair_deal import Dealer, DrawId, Undone, VoidDeal
from halfturn.server.tables.log import EMPTY, BadLog, Begin, Made, Past, Result, Row, own_key
from halfturn.server.tables.seating import Seating
from halfturn.server.tables.shelf import game_begun_with
from halfturn.server.tables.undo import Proposal, Undo

Status = Literal["waiting", "playing", "over"]

MOST_ANSWERS: Final = 64
"""More than any turn has."""
MOST_KEYS: Final = 1000
"""Keys of the running game that a table remembers before it begins with none again."""

UNREADABLE: Final = (HalfturnError, msgspec.MsgspecError, UnicodeDecodeError, LookupError)
"""What a row leads to that does not fit: from another program, or from a damaged disk."""

# Made once: for every row a type would have to be taken apart anew.
_encode: Final = msgspec.json.Encoder().encode
_answers_of: Final = msgspec.json.Decoder(list[str]).decode
_text_of: Final = msgspec.json.Decoder(str).decode


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Table(Seating):
    """A table: where it stands, and how it goes from version to version by rows of its log."""

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
        """The scheme by which the running game is dealt: see `fair_deal`."""
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
        """What seats have answered before the rules ask them: see `simultaneous`."""
        self.lines: list[Line] = []
        """The answers of the running game that are in force: see `undo`."""
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

    # ---- folding a log ----

    @classmethod
    def fold(cls, id: str, rows: Sequence[Row], load: Callable[[str], Game]) -> Table:
        """The table that a log leads to."""
        if not rows or rows[0].kind != "made":
            raise BadLog(f"{id}: expected a log that begins with made")
        table = cls.make(id, rows[0], load)
        table.apply_all(rows)
        return table

    def apply_all(self, rows: Sequence[Row]) -> None:
        """Apply a log, or its first row and all rows from the one on that begins a game."""
        self.apply(rows[0])
        rest = rows[1:]
        if rest and rest[0].version > 2:
            self.resume(rest[0])
            rest = rest[1:]
        for row in rest:
            self.apply(row)

    def resume(self, row: Row) -> None:
        """Go on with the row that begins a game, which tells what the rows before it led to."""
        try:
            begin = msgspec.json.decode(row.body, type=Begin)
            past = begin.past
            if row.kind != "begin" or past is None:
                raise BadLog(f"{self.id}: version {row.version}: expected a game with its past")
            if past.number > 0:
                options = read_option_words(self.game.options_type, begin.options)
                first = Playthrough.start(self.game, self.seats, options)
                match = Match.resumed(first, begin.games, past.played, tuple(past.totals))
                self._coming = row.version, self.match, match
        except (HalfturnError, msgspec.MsgspecError) as error:
            raise BadLog(f"{self.id}: version {row.version}: {error}") from error
        self.version = row.version - 1
        self.number = past.number
        self.resume_seating(past)
        self.next_deal.resume(begin.deal, past)
        if self.clocks is not None and past.clocks is not None:
            self.clocks.resume(past.clocks)
        self.apply(row)

    @classmethod
    def make(cls, id: str, row: Row, load: Callable[[str], Game]) -> Self:
        """A table before its first row, which tells what is played."""
        try:
            made = msgspec.json.decode(row.body, type=Made)
            return cls(id, game_begun_with(made, load), made)
        except UNREADABLE as error:
            raise BadLog(f"{id}: {error}") from error

    # ---- what a change brings ----

    def asks_bot(self, change: Change) -> bool | None:
        """Whether a bot is asked after a change; None where no bot plays at all."""
        if change.bots is None and not self.has_bots:
            return None
        now = self.bots_playing
        then = now if change.bots is None else change.bots
        return any(then[seat] for seat in change.asked) if any(now + then) else None

    def closed(self, change: Change, now: int) -> tuple[Change, Deadline | None]:
        """A change with the row that tells its time, and when a clock is out then."""
        if self.clocks is None:
            return change, None
        bots = self.bots_playing if change.bots is None else change.bots
        running = [seat for seat in change.asked if not bots[seat]]
        row, then = closing(self.clocks, change.rows, now, running)
        return change._replace(rows=[*change.rows, row]), Deadline(then.due)

    # ---- wishes: the rows that would carry them out ----

    def sit(self, seat: int, dealer: Dealer | None) -> Change:
        """Somebody takes an open seat; with the last one the first game begins, given a dealer."""
        if self.taken[seat]:
            raise Refused("stale", say("somebody else has taken that seat"))
        version = self.version + 1
        rows = [Row(version, own_key(version), seat, "sit", EMPTY)]
        full = all(taken for each, taken in enumerate(self.taken) if each != seat)
        begins = full and self.number == 0 and not self.made.wait
        if begins and dealer is not None:
            return self.begin(dealer, rows)
        return Change(rows)  # between games nobody is asked

    def begin(self, dealer: Dealer, before: Sequence[Row] = (), key: str = "") -> Change:
        """The first game begins, after the rows that stand before it."""
        version = self.version + len(before) + 1
        begin = self._beginning_of(dealer, self.match, False)
        row = Row(version, key or own_key(version), None, "begin", msgspec.json.encode(begin))
        return _with_draws([*before, row], self.state.clone(), dealer, 0, {})

    def answer(
        self,
        seat: int,
        key: str,
        token: str,
        texts: Sequence[str],
        dealer: Dealer,
        by_bot: bool = False,
    ) -> Change:
        """A seat answers its open question, and those of its own that follow at once."""
        self.check_key(seat, key)
        if by_bot != (self.bot_playing(seat) is not None):
            raise Refused("illegal", say("a bot plays for you: come back first"))
        self.check_asked(seat, token)
        if not 0 < len(texts) <= MOST_ANSWERS:
            raise Refused("illegal", f"expected 1 to {MOST_ANSWERS} answers, got {len(texts)}")
        before = self.state
        state = before.clone()
        early = [list(answers) for answers in self.early]
        played: list[tuple[int, Option]] = []
        events: list[Event] = []

        def play(option: Option) -> None:
            asked = state.seat_asked
            state.play(option, events)
            played.append((asked, option))

        try:
            answers = simultaneous.answer(state, early, seat, texts, play)
        except HalfturnError as error:
            raise Refused("illegal", str(error)) from None
        row = Row(self.version + 1, self.client_key(seat, key), seat, "answer", _encode(answers))
        self._ahead = None
        if state.seat_asked != CHANCE:
            line = Line(row.version, seat, tuple(answers), seat in self.stand_ins)
            self._ahead = Ahead(line, before, state, early, played, events)
        return _with_draws([row], state, dealer, self.drawn, self.redrawn, early)

    def resign(self, seat: int, key: str) -> Change:
        """A seat gives the match up."""
        self.check_key(seat, key)
        if self.question is None:
            raise Refused("illegal", say("there is no game to give up"))
        return Change([Row(self.version + 1, self.client_key(seat, key), seat, "resign", EMPTY)])

    def next_game(self, seat: int, key: str, dealer: Dealer | None) -> Change:
        """Somebody asks for the next game, which begins at once, given a dealer.

        When the match is over, it is made longer.
        """
        self.check_key(seat, key)
        if not all(self.taken):
            raise Refused("illegal", say("there are seats to be taken first"))
        if self.number > 0 and not self.game_over:
            raise Refused("stale", say("the next game is being played already"))
        if self.wanted:
            raise Refused("stale", say("the next game is about to begin"))
        if dealer is not None:
            return self.begin_next(dealer, self.client_key(seat, key))
        if self.number > 0:
            self._match_to_come()
        return Change([Row(self.version + 1, self.client_key(seat, key), seat, "next", EMPTY)])

    def begin_next(self, dealer: Dealer, key: str = "") -> Change:
        """The first game, or the next one, begins."""
        if self.number == 0:
            return self.begin(dealer, key=key)
        match = self._match_to_come()
        begin = self._beginning_of(dealer, match, self.resigned is not None)
        version = self.version + 1
        row = Row(version, key or own_key(version), None, "begin", msgspec.json.encode(begin))
        self._coming = row.version, self.match, match
        return _with_draws([row], match.current.state.clone(), dealer, 0, {})

    def _match_to_come(self) -> Match:
        """The match with its next game; raises Refused where there can be none."""
        anew = self.resigned is not None
        games = self.match.length + (self.made.games if self.match.over else 0)
        try:
            return self._with_next_game(anew, games)
        except HalfturnError as error:
            raise Refused("illegal", str(error)) from None

    def _beginning_of(self, dealer: Dealer, match: Match, anew: bool) -> Begin:
        """The body of the row with which the last game of a match begins."""
        deal = self.next_deal
        past = Past(
            number=self.number,
            played=match.dropped,
            totals=list(match.totals),
            stand_ins=self.stand_ins,
            timed_out=sorted(self.timed_out),
            seated_at=self.seated_at,
            before=self.before,
            holders=self._holders,
            open=self.open,
            contributions=deal.texts if dealer.scheme == 1 else deal.nonces,
            voids=deal.voids,
            withheld=deal.withheld,
            clocks=None if self.clocks is None else self.clocks.past,
            result=self.result if self.number > 0 else None,
        )
        options = option_words(match.current.state.options)
        return Begin(
            commitment=dealer.commitment,
            games=match.length,
            anew=anew,
            options=options,
            past=past,
            deal=dealer.scheme,
        )

    def preview(
        self, seat: int, token: str, text: str, before: Sequence[str] = ()
    ) -> tuple[Preview, Decision | None]:
        """What an answer would do, as its seat may see it, and what it would be asked next.

        `before` are answers that would come first. One that does anything cannot be among them,
        and after one that does nothing is told what follows: nothing can be learnt by looking
        that far that the view does not show already.
        """
        state = self.check_asked(seat, token)
        if len(before) >= MOST_ANSWERS:
            raise Refused("illegal", f"expected less than {MOST_ANSWERS} answers before it")
        try:
            for each in before:
                state, then = _one_further(state, state.read(each))
                if then is None:
                    raise Refused("illegal", f"{each[:40]!r} cannot come first: it does something")
            option = state.read(text)
            return state.preview(option), _one_further(state, option)[1]
        except HalfturnError as error:
            raise Refused("illegal", str(error)) from None

    def scratch(self, seat: int, token: str, groups: Sequence[Sequence[str]]) -> ScratchTable:
        """A scratch table for the open turn, laid so; it knows what the seat sees and no more."""
        faced = self.check_asked(seat, token)
        try:
            table = self.game.scratch(faced.view(seat))
            if table is None:
                raise Refused("illegal", say("{game} has no scratch table", game=self.game.title))
            table.lay(groups)
            return table
        except HalfturnError as error:
            raise Refused("illegal", str(error)) from None

    def check_key(self, seat: int, key: str) -> None:
        """Refuse a request that has been carried out already."""
        version = self.keys.get(self.client_key(seat, key))
        if version is not None:
            raise Refused("dup", "", version)

    def check_asked(self, seat: int, token: str) -> State:
        """The state as the seat faces it, which has to be asked this very question."""
        if self.number == 0:
            raise Refused("illegal", say("the game has not begun"))
        if token != self.token(seat):
            raise Refused("stale", say("that question has been answered already"))
        if self.question is None:
            raise Refused("stale", say("the game is over"))
        if (faced := self.facing(seat)) is None:
            raise Refused("illegal", say("it is not your turn"))
        return faced

    # ---- going on, with rows that are in the log ----

    def apply(self, row: Row) -> None:
        """Go one version further."""
        if row.version != self.version + 1:
            raise BadLog(f"{self.id}: expected version {self.version + 1}, got {row.version}")
        try:
            self._carry_out(row)
        except UNREADABLE as error:
            raise BadLog(f"{self.id}: version {row.version}: {error}") from error
        if self.clocks is not None:
            self.clocks.take(row)
        self.version = row.version
        if len(self.keys) >= MOST_KEYS:
            self.keys = {}
        self.keys[row.key] = row.version

    def _carry_out(self, row: Row) -> None:
        if row.kind == "answer":
            assert row.seat is not None
            answers = _answers_of(row.body)
            by_stand_in = row.seat in self.stand_ins
            self._play(Line(row.version, row.seat, tuple(answers), by_stand_in))
            self.given[row.seat] += len(answers)
        elif row.kind == "chance":
            self._play(Line(row.version, CHANCE, (_text_of(row.body),)))
        elif row.kind == "undo":
            assert row.seat is not None
            self._take_back(row.version, row.seat, msgspec.json.decode(row.body, type=Undo))
        elif row.kind in ("propose", "agree", "decline"):
            self._propose(row)
        elif row.kind == "begin":
            self._begin(msgspec.json.decode(row.body, type=Begin), row.version)
        elif row.kind == "resign":
            assert row.seat is not None
            self.resigned = row.seat
            self.proposal = None
            # A row that nobody sent is the clock's.
            out = row.key == own_key(row.version)
            self._note(row.version, GaveUp(row.seat, "time" if out else "wish"))
        elif row.kind in dealing.KINDS:
            self.next_deal.take(row)
        elif row.kind == "sit":
            assert row.seat is not None
            self.take_seat(row.seat, row.version)
        elif row.kind == "leave":
            assert row.seat is not None
            self.leave_seat(row.seat)
            self.next_deal.leave(row.seat)
        elif row.kind == "remove":
            assert row.seat is not None
            self._remove(row.version, row.seat)
        elif row.kind == "stand_in":
            self._stand_in(row.version, msgspec.json.decode(row.body, type=StoodIn))
        elif row.kind == "come_back":
            assert row.seat is not None
            if self.stand_ins.pop(row.seat, None) is None:
                raise BadLog(f"{self.id}: version {row.version}: nobody stood in")
            self.timed_out.discard(row.seat)
            self._note(row.version, CameBack(row.seat))
        elif row.kind not in ("holiday", "time", "invite") and (
            row.kind != "made" or row.version != 1
        ):
            raise BadLog(f"{self.id}: version {row.version}: unexpected kind {row.kind!r}")

    def _play(self, line: Line) -> None:
        through = self.match.current
        events: list[Event] = []
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead.before is through.state and ahead.line == line:
            through.go_on(ahead.state, ahead.played)
            self.early, events = ahead.early, ahead.events
        else:

            def play(option: Option) -> None:
                events.extend(through.play(option))

            play_line(through.state, self.early, line, play)
        self._open = None
        self.drawn += line.seat == CHANCE
        self.lines.append(line)
        self.story.append((line.version, events))
        self.proposal = None

    def _take_back(self, version: int, seat: int, undo: Undo) -> None:
        """Play the running game again, up to where it is taken back to."""
        kept = [line for line in self.lines if line.version < undo.to]
        if self.question is None or len(kept) == len(self.lines):
            raise BadLog(f"{self.id}: version {version}: there is nothing to be taken back")
        through = self.match.current
        played = len(through.answers)
        self._take_draws_back(version, seat, undo)
        through.undo(played)
        self.early = simultaneous.nothing_early(self.seats)
        self.proposal = None
        self.withdrawn += self.lines[len(kept) :]
        self.lines, self.story = [], []
        for line in kept:
            self._play(line)
        self.notes.append((version, [TakenBack(seat, undo.by == "agreement")]))
        self.story = sorted([*self.story, *self.notes], key=lambda told: told[0])
        self.retold = version
        # Questions that were open are not open any more, even where the same is asked again;
        # but whoever is asked at the same time need not notice that an answer not yet seen is
        # given anew.
        unseen = len(through.answers) == played
        for each in range(self.seats):
            if each == seat or not unseen:
                self.given[each] += 1

    def _take_draws_back(self, version: int, seat: int, undo: Undo) -> None:
        """Count what an undo takes back: the next draws with these ordinals are new attempts."""
        before = sum([line.seat == CHANCE and line.version < undo.to for line in self.lines])
        redrawn, gone = dict(self.redrawn), []
        for ordinal in range(before + 1, self.drawn + 1):
            attempt = redrawn.get(ordinal, 0)
            gone.append(DrawId(0, ordinal, attempt))
            redrawn[ordinal] = attempt + 1
        self.redrawn, self.drawn = redrawn, 0  # what is kept is played again
        self.undone.append(Undone(version, seat, undo.by == "agreement", tuple(gone)))

    def _stand_in(self, version: int, event: StoodIn) -> None:
        self.stand_ins[event.seat] = event.bot
        if event.why == "time":
            self.timed_out.add(event.seat)
        self.proposal = None
        self._note(version, event)

    def _remove(self, version: int, seat: int) -> None:
        self.proposal = None
        freed = self.free_seats(seat)
        for each in freed:
            self.next_deal.leave(each)
        self._note(version, *(SeatOpened(each) for each in freed))

    def _note(self, version: int, *events: Event) -> None:
        """Something happened beside the game."""
        self.notes.append((version, list(events)))
        self.story.append((version, list(events)))

    def _propose(self, row: Row) -> None:
        assert row.seat is not None
        if row.kind == "propose":
            to = msgspec.json.decode(row.body, type=int)
            self.proposal = Proposal(row.version, row.seat, to)
        elif row.kind == "agree" and self.proposal is not None:
            agreed = self.proposal.agreed | {self.holder(row.seat)}
            self.proposal = self.proposal._replace(agreed=agreed)
        else:
            self.proposal = None

    def _begin(self, begin: Begin, version: int) -> None:
        if self.number > 0:
            coming, self._coming = self._coming, None
            if coming is not None and coming[:2] == (version, self.match):
                self.match = coming[2]
            else:
                self.match = self._with_next_game(begin.anew, begin.games)
        self.keys = {}
        self.number += 1
        self.began = version
        self.commitment = begin.commitment
        self.deal = begin.deal
        deal = self.next_deal
        self.contributions = deal.texts if begin.deal == 1 else deal.nonces
        self.voids = deal.voids
        deal.begin()
        self.drawn, self.redrawn, self.undone = 0, {}, []
        self.resigned = None
        self.given = [0] * self.seats
        self.early = simultaneous.nothing_early(self.seats)
        self.lines, self.withdrawn, self.story, self.notes = [], [], [], []
        self.proposal = None

    def _with_next_game(self, anew: bool, games: int) -> Match:
        """The match after its next game has begun; the one in force stays as it is."""
        if anew:
            return self._new_match()
        match = self.match.longer(games)
        match.next_game()
        match.drop_finished()
        return match


def _one_further(state: State, option: Option) -> tuple[State, Decision | None]:
    """The state after an answer; and if nothing has happened, what the same seat is asked then."""
    asked, after = state.decision, state.clone()
    events: list[Event] = []
    after.play(option, events)
    then = after.decision
    if asked is None or then is None or events or then.seat != asked.seat or then.opens_turn:
        return after, None
    return after, then


def _with_draws(
    rows: list[Row],
    state: State,
    dealer: Dealer,
    drawn: int,
    redrawn: dict[int, int],
    early: simultaneous.Early | None = None,
) -> Change:
    """The rows, and a further one for every draw until a seat is asked or the game is over."""
    early = early or simultaneous.nothing_early(state.seats)
    while state.seat_asked == CHANCE:
        decision = state.decision
        assert decision is not None, "somebody is asked"
        version, drawn = rows[-1].version + 1, drawn + 1
        option = dealer.draw(decision, DrawId(version, drawn, redrawn.get(drawn, 0)))
        state.play(option)
        simultaneous.settle(state, early, state.play)
        body = _encode(str(option))
        rows.append(Row(version, own_key(version), None, "chance", body))
    return Change(rows, simultaneous.asked(state, early, state.decision))
