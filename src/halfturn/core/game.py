"""Game: the facts and rules of one game, without any state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from halfturn.core.errors import BadData, BadOptions, IllegalOption, UnreadableText
from halfturn.core.event import Event
from halfturn.core.heuristics import Heuristics
from halfturn.core.language import page, say
from halfturn.core.lesson import Lesson, read_lesson
from halfturn.core.option import Option
from halfturn.core.options import GameOptions, Given, Preset, make_options
from halfturn.core.state import State
from halfturn.core.view import View

if TYPE_CHECKING:
    from rich.text import Text

    from halfturn.core.breakdown import ScoreLine
    from halfturn.core.rng import Rng
    from halfturn.core.scratch import ScratchTable


class Knowledge(Protocol):
    """What a game's module `redeal` does for its states, if these are `KnownState`s."""

    def view(self, state: Any, viewer: int | None, /) -> View:
        """What that seat sees; None for a spectator, EVERYTHING for the whole truth."""

    def redeal(self, state: Any, viewer: int | None, rng: Rng, /) -> Any:
        """A clone in which everything hidden from that seat is drawn anew."""

    def inventory(self, state: Any, /) -> dict[str, int]:
        """Every card there is, wherever it lies, with its number."""


class Game:
    """One game. A game from another package is a subclass, named by an entry point.

    The class attributes are the facts; the methods of the first half are what
    each game writes, those of the second half have defaults.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    """Raised when the same answers would lead elsewhere than before."""
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    options_type: ClassVar[type[GameOptions]] = GameOptions
    option_type: ClassVar[Any]
    """The union of the game's Option classes, each with a tag."""
    event_type: ClassVar[Any]
    """The union of the game's Event classes, each with a tag."""
    view_type: ClassVar[type[View]]
    knowledge: ClassVar[Knowledge]
    """The game's module `redeal`, where its states leave to that what seats may know."""
    has_points: ClassVar[bool] = True
    """Whether scores are points that people count; else they compare alone, and are told nobody."""
    presets: ClassVar[Mapping[str, Preset]] = {}
    data_file: ClassVar[str] = ""
    """The name of the card file an owner may put in, where the game has one."""
    data_hash: str = ""
    """A hash of the card data the rules work with, where the game has any."""
    data_text: str = ""
    """The owner's file that these cards come from; empty for Halfturn's own."""

    # ---- what each game writes ----

    def new_state(self, seats: int, options: GameOptions) -> State:
        """The very beginning, before any deal; seats and options have been checked."""
        raise NotImplementedError("new_state")

    def position(self, text: str) -> State:
        """Any position, reachable or not, from its notation."""
        raise NotImplementedError("position")

    def parse_option(self, text: str) -> Option:
        """An option from its whole notation, legal or not; raises UnreadableText."""
        raise NotImplementedError("parse_option")

    def code(self, option: Option) -> int:
        """The integer of an option, below `code_count`."""
        raise NotImplementedError("code")

    @property
    def code_count(self) -> int:
        """How many integers the game uses, whatever the position."""
        raise NotImplementedError("code_count")

    def score_bounds(self, seats: int) -> tuple[int, int]:
        """The least and the most points a seat can have."""
        raise NotImplementedError("score_bounds")

    def longest_game(self, seats: int) -> int:
        """A number of answers, CHANCE's included, after which every game is over."""
        raise NotImplementedError("longest_game")

    # ---- what has a default ----

    def start(self, seats: int | None = None, options: Given = None) -> State:
        """A new game. Nothing is dealt yet: the deal is CHANCE's decisions."""
        seats = self.min_seats if seats is None else seats
        if not self.min_seats <= seats <= self.max_seats:
            wanted = say("{least} to {most}", least=self.min_seats, most=self.max_seats)
            raise BadOptions(
                say(
                    "{game} is for {wanted} players, got {seats}",
                    game=self.title,
                    wanted=wanted,
                    seats=seats,
                )
            )
        chosen = make_options(self.options_type, options)
        self.check_options(seats, chosen)
        return self.new_state(seats, chosen)

    def check_options(self, seats: int, options: GameOptions) -> None:
        """Raise BadOptions for options that do not go together."""

    def with_data(self, text: str) -> Game:
        """This game played with the cards of an owner's file; raises BadData."""
        raise BadData(f"{self.title} has no card file to replace")

    def shipped_data(self) -> str:
        """The card file that this game brings along, as an owner would write it."""
        return ""

    def unprinted(self) -> Sequence[str]:
        """What of the cards is not as printed in a box: places, as `BadFile` names them."""
        return ()

    def match_length(self, seats: int) -> int:
        """How many games make a fair match."""
        return seats

    def why_match(self, options: GameOptions) -> str:
        """Why two players should play a match rather than a single game, without a full stop."""
        return say("who begins may decide a game")

    def next_options(self, finished: State) -> GameOptions:
        """The options of the game of a match that follows this one."""
        return finished.options

    def contract_options(self, seats: int) -> list[GameOptions]:
        """The options that the contract suite plays with: at least one for every way of playing.

        The default and all presets; a game whose options lead elsewhere adds to these.
        """
        chosen = [self.options_type(), *(preset.options for preset in self.presets.values())]
        return list(dict.fromkeys(chosen))

    def heuristics(self) -> Heuristics:
        """What somebody who plays the game well knows, for bots and hints; asked for once."""
        return Heuristics()

    def draw(self, view: View) -> Text:
        """The view as a drawing for the terminal; the default shows its notation."""
        from rich.text import Text

        return Text(view.text)

    def question(self, view: View) -> str:
        """What the open question of a view asks, in a few words; empty: its kind says enough."""
        return ""

    def explain(self, view: View, word: str) -> str:
        """What a card, tile or term means, as this view shows it; empty where there is nothing."""
        return ""

    def scratch(self, view: View) -> ScratchTable | None:
        """A table to try the open turn out on, for a game that has one; the viewer is asked."""
        return None

    def lay_out(self, cards: Sequence[str], near: Sequence[Sequence[str]]) -> msgspec.Struct | None:
        """One way in which open cards can lie, close to groups that lay there before.

        For games in which that is the eye's business alone; raises HalfturnError.
        """
        return None

    def rules(self) -> str:
        """The rules of the game in Markdown, in our own words."""
        return f"# {self.title}\n\n{say('This game has no rules page yet.')}\n"

    def breakdown(self, view: View) -> Sequence[ScoreLine]:
        """Where everybody's points come from when the game is over; none: the view shows it."""
        return ()

    def lesson(self) -> Lesson | None:
        """A few exercises for newcomers; None for a game without any."""
        return None

    def option_json(self, option: Option) -> bytes:
        """An option as JSON."""
        return msgspec.json.encode(option)

    def read_option_json(self, data: bytes | str) -> Option:
        """An option from JSON; raises UnreadableText."""
        try:
            option = msgspec.json.decode(data, type=self.option_type)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnreadableText(f"expected an option of {self.title} as JSON: {error}") from None
        assert isinstance(option, Option)
        return option

    def event_json(self, event: Event) -> bytes:
        """An event as JSON, as it is: mask it with `seen_by` first."""
        return msgspec.json.encode(event)

    def checked_code(self, code: int, option: Option) -> int:
        """The integer of an option; raises IllegalOption if it is negative, for no such answer."""
        if code < 0:
            raise IllegalOption(f"expected an answer of {self.title}, got {option!r}")
        return code

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class PackagedGame(Game):
    """A game whose package has the files that Halfturn's own games have, found by their names.

    `data/rules.md` and `data/lesson.json`, with their translations; `text/drawing.py` with a
    function `draw`; and where an owner may replace `heroes.user.json`, `data/heroes.json`.
    """

    package: ClassVar[str]
    """The package: `__package__`."""

    def shipped_data(self) -> str:
        """The card file that this game brings along."""
        name = self.data_file.replace(".user.", ".")
        return files(self.package).joinpath("data", name).read_text("utf-8")

    def draw(self, view: View) -> Text:
        """The view as a drawing for the terminal."""
        assert isinstance(view, self.view_type)
        drawing: Text = import_module(f"{self.package}.text.drawing").draw(view)
        return drawing

    def rules(self) -> str:
        """The rules page."""
        return page(self.package, "data/rules.md")

    def lesson(self) -> Lesson:
        """The game learnt in two minutes."""
        return read_lesson(self.package, "data/lesson.json")
