"""What can happen in Qwirkle Cards.

Cards and Qwirkles stand in notation, for programs, and beside it in the words of the theme that
is in force, for people.
"""

from __future__ import annotations

from halfturn.core import Event
from halfturn.core.event import GameOver, Name
from halfturn.core.language import say
from halfturn.core.words import listed


class CardDealt(Event, frozen=True, tag="card_dealt"):
    """A card came into a hand; which one, only its holder sees."""

    seat: int
    card: str | None
    called: str | None

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == self.seat else CardDealt(self.seat, None, None)

    def words(self, name: Name) -> str:
        if self.called is None:
            return say("{who} drew a card.", who=name(self.seat))
        return say("{who} drew the {card}.", who=name(self.seat), card=say(self.called))


class DealtAgain(Event, frozen=True, tag="dealt_again"):
    """All cards were shuffled, because nobody had a set to begin with."""

    def words(self, name: Name) -> str:
        return say("Nobody had a set of three: all cards were shuffled and dealt again.")


class SetsCompared(Event, frozen=True, tag="sets_compared"):
    """Everybody told how large their largest set is."""

    sizes: tuple[int, ...]

    def words(self, name: Name) -> str:
        told = [f"{name(seat)}: {size}" for seat, size in enumerate(self.sizes)]
        return say("Largest sets: {sizes}.", sizes=", ".join(told))


class FirstFound(Event, frozen=True, tag="first_found"):
    """It is known who begins, and whether a tie had to be broken by age."""

    seat: int
    by_age: bool

    def words(self, name: Name) -> str:
        if self.by_age:
            return say(
                "First player: {who}, the oldest of those with the largest set.",
                who=name(self.seat),
            )
        return say("First player: {who}, with the largest set.", who=name(self.seat))


class Laid(Event, frozen=True, tag="laid"):
    """A card was laid from the hand into the play area."""

    seat: int
    card: str
    called: str

    def words(self, name: Name) -> str:
        return say("{who} laid the {card}.", who=name(self.seat), card=say(self.called))


class Claimed(Event, frozen=True, tag="claimed"):
    """A Qwirkle was put together, to be taken at the end of the turn."""

    seat: int
    line: str
    called: str

    def words(self, name: Name) -> str:
        line = say(self.called)
        if line[:1].lower() in "aeiou":
            return say("{who} made an {line} Qwirkle.", who=name(self.seat), line=line)
        return say("{who} made a {line} Qwirkle.", who=name(self.seat), line=line)


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over: the cards it played and the Qwirkles it took, in no order."""

    seat: int
    cards: tuple[str, ...]
    called: tuple[str, ...]
    qwirkles: tuple[str, ...]
    total: int
    """How many Qwirkles the seat has now."""

    def words(self, name: Name) -> str:
        who, count = name(self.seat), len(self.cards)
        cards = listed([say(each) for each in self.called])
        if count == 1:
            done = say("{who} played 1 card: {cards}", who=who, cards=cards)
        else:
            done = say("{who} played {count} cards: {cards}", who=who, count=count, cards=cards)
        taken, total = len(self.qwirkles), self.total
        if taken == 0:
            return f"{done}."
        if taken == 1:
            return say("{done}; and took a Qwirkle, which makes {total}.", done=done, total=total)
        return say(
            "{done}; and took {taken} Qwirkles, which makes {total}.",
            done=done,
            taken=taken,
            total=total,
        )


class Passed(Event, frozen=True, tag="passed"):
    """A seat could not play any card."""

    seat: int

    def words(self, name: Name) -> str:
        return say("{who} could not play a card and passed.", who=name(self.seat))


class HandRenewed(Event, frozen=True, tag="hand_renewed"):
    """A seat that could not play any card lays its hand aside and draws a fresh one."""

    seat: int
    count: int

    def words(self, name: Name) -> str:
        return say(
            "{who} could not play a card and drew {count} new ones.",
            who=name(self.seat),
            count=self.count,
        )


class HandsRenewed(Event, frozen=True, tag="hands_renewed"):
    """Everybody passed in a row: the hands went into the deck, and new ones are dealt."""

    times: int

    def words(self, name: Name) -> str:
        return say("Nobody could play: all hands were shuffled into the deck and dealt anew.")


class LastRound(Event, frozen=True, tag="last_round"):
    """The last card of the deck was drawn: one more turn for everybody."""

    seat: int

    def words(self, name: Name) -> str:
        return say("{who} drew the last card: one more turn for everybody.", who=name(self.seat))


Happening = (
    CardDealt
    | DealtAgain
    | SetsCompared
    | FirstFound
    | Laid
    | Claimed
    | TurnEnded
    | Passed
    | HandRenewed
    | HandsRenewed
    | LastRound
    | GameOver
)
