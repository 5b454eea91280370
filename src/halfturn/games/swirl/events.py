"""What can happen in SWIRL.

Cards stand in notation, for programs; sentences call them as people do.
"""

from __future__ import annotations

from halfturn.core import Event, event
from halfturn.core.event import Name
from halfturn.core.language import say
from halfturn.core.words import listed
from halfturn.games.swirl.cards import ACTIONS, CREATURE_WORDS, CREATURES, card_name


class DealerNamed(Event, frozen=True, tag="dealer_named"):
    """It is known who deals."""

    seat: int

    def words(self, name: Name) -> str:
        return say("Dealer: {who}.", who=name(self.seat))


class CreatureTaken(Event, frozen=True, tag="creature_taken"):
    """A seat has the creature that it collects."""

    seat: int
    creature: str

    def words(self, name: Name) -> str:
        creature = CREATURE_WORDS[CREATURES.index(self.creature)]
        return say("{who} took the {creature}.", who=name(self.seat), creature=say(creature))


class CardDealt(Event, frozen=True, tag="card_dealt"):
    """A card came into a hand; only its owner sees which."""

    seat: int
    card: str | None

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == self.seat else CardDealt(self.seat, None)

    def words(self, name: Name) -> str:
        card = say("a card") if self.card is None else card_name(self.card)
        return say("{who} got {card}.", who=name(self.seat), card=card)


class MiddleDealt(Event, frozen=True, tag="middle_dealt"):
    """A card was dealt face up to the middle; an action card went straight back into the deck."""

    card: str

    def words(self, name: Name) -> str:
        if self.card in ACTIONS:
            return say(
                "{card} came up and was shuffled back into the deck.", card=_first(self.card)
            )
        return say("{card} was dealt to the middle.", card=_first(self.card))


class Played(Event, frozen=True, tag="played"):
    """A seat played a card from its hand."""

    seat: int
    card: str

    def words(self, name: Name) -> str:
        return say("{who} played {card}.", who=name(self.seat), card=card_name(self.card))


class Stayed(Event, frozen=True, tag="stayed"):
    """A played creature card captured nothing and lies in the middle now."""

    card: str

    def words(self, name: Name) -> str:
        return say("{card} took nothing and stayed in the middle.", card=_first(self.card))


class NoEffect(Event, frozen=True, tag="no_effect"):
    """A played action card found nothing to act on and went to the capture pile."""

    card: str

    def words(self, name: Name) -> str:
        return say("{card} had no effect.", card=_first(self.card))


class Captured(Event, frozen=True, tag="captured"):
    """A card took cards of the middle: equal ones, and groups that sum to its number."""

    seat: int
    card: str
    groups: tuple[tuple[str, ...], ...]

    def words(self, name: Name) -> str:
        return say(
            "{card} took {cards}.", card=_first(self.card), cards=in_groups(_called(self.groups))
        )


class SeriesGrown(Event, frozen=True, tag="series_grown"):
    """A captured card went to its captor's series."""

    seat: int
    card: str
    count: int

    def words(self, name: Name) -> str:
        return say(
            "{card} went to the series ({who}: {count} of 4).",
            card=_first(self.card),
            who=name(self.seat),
            count=self.count,
        )


class Snatched(Event, frozen=True, tag="snatched"):
    """A seat took a card out of another's series into its own capture pile."""

    seat: int
    victim: int
    card: str

    def words(self, name: Name) -> str:
        return say(
            "{who} snatched {card} from {victim}.",
            who=name(self.seat),
            card=card_name(self.card),
            victim=name(self.victim),
        )


class Replaced(Event, frozen=True, tag="replaced"):
    """The robbed seat filled the gap from its pile; without a card, it left the gap."""

    seat: int
    card: str | None

    def words(self, name: Name) -> str:
        if self.card is None:
            return say("{who} left the gap open.", who=name(self.seat))
        return say(
            "{who} replaced it with {card} from the capture pile.",
            who=name(self.seat),
            card=card_name(self.card),
        )


class Dropped(Event, frozen=True, tag="dropped"):
    """A seat dropped its hand into the middle: somebody played SWIRL, or stopped playing out."""

    seat: int
    cards: tuple[str, ...]

    def words(self, name: Name) -> str:
        cards = listed([card_name(card) for card in self.cards])
        return say("{who} dropped {cards} into the middle.", who=name(self.seat), cards=cards)


class LeftInMiddle(Event, frozen=True, tag="left_in_middle"):
    """All cards have been played; what lay in the middle is nobody's."""

    cards: tuple[str, ...]

    def words(self, name: Name) -> str:
        cards = listed([_first(self.cards[0]), *map(card_name, self.cards[1:])])
        return say("{cards} stayed in the middle and counted for nobody.", cards=cards)


class GameOver(event.GameOver, frozen=True, tag="game_over"):
    """A series is complete, or all cards have been played."""

    series: tuple[int, ...]
    piles: tuple[int, ...]
    teams: bool

    def words(self, name: Name) -> str:
        stand = ", ".join(
            say(
                "{who}: {series} in the series and {pile} in the pile",
                who=name(seat),
                series=series,
                pile=pile,
            )
            for seat, (series, pile) in enumerate(zip(self.series, self.piles, strict=True))
        )
        names = listed([name(seat) for seat in self.winners])
        draw = len(self.winners) > (2 if self.teams else 1)
        if draw:
            return say(
                "The game is over. {points}. A draw between {names}.", points=stand, names=names
            )
        return say("The game is over. {points}. {who} won.", points=stand, who=names)


Happening = (
    DealerNamed
    | CreatureTaken
    | CardDealt
    | MiddleDealt
    | Played
    | Stayed
    | NoEffect
    | Captured
    | SeriesGrown
    | Snatched
    | Replaced
    | Dropped
    | LeftInMiddle
    | GameOver
)


def in_groups(groups: tuple[tuple[str, ...], ...]) -> str:
    """Captures as a sentence lists them: `Fy10, Cr3 + Fg7 and Cg4 + Fy6`."""
    return listed([" + ".join(group) for group in groups])


def _called(groups: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(card_name(card) for card in group) for group in groups)


def _first(card: str) -> str:
    """A card in words, as a sentence begins with it: `Red crab 4`."""
    words = card_name(card)
    return words[:1].upper() + words[1:]
