"""The seats of a table: whose each one is, and who plays it now.

These are two questions. The owner of a seat is fixed with the table: a person, somebody's own bot,
or nobody where one of the server's bots plays. A bot may also stand in for an owner; then it
answers what the seat is asked, and that is all. Whatever needs somebody's consent goes by the
owner, however long a stand-in has been playing.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from halfturn.server.tables.log import Made, Past, client_key


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Seating:
    """The seats of a table, of which the log knows no names."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.seats = len(made.seats)
        """How many seats there are."""
        self.taken = [kind != "open" for kind in made.seats]
        self.seated_at = [int(kind.partition(":")[0] == "person") for kind in made.seats]
        """The version at which the person of each seat sat down; 0 for seats without a person of
        their own."""
        self.before = [0] * self.seats
        """How many people have sat on each seat and got up again."""
        self.longest = self._by_time()
        """The seats with people of their own, those who have sat there longest first."""
        self.open = made.open
        """Whether anybody may join without an invitation, until somebody is removed."""
        self.stand_ins: dict[int, str] = {}
        """The bots that play for owners, by seat."""
        self.timed_out: set[int] = set()
        """The seats among them whose owners had no time left."""
        words = [kind.partition(":") for kind in made.seats]
        # Read once: every move asks for these several times.
        self._own_bots = [name if kind == "bot" else None for kind, _, name in words]
        self._holders = [
            int(other) if kind == "with" else seat for seat, (kind, _, other) in enumerate(words)
        ]

    def _by_time(self) -> list[int]:
        people = [seat for seat, version in enumerate(self.seated_at) if version]
        return sorted(people, key=lambda seat: self.seated_at[seat])

    def take_seat(self, seat: int, version: int) -> None:
        """A person sits down."""
        self.taken[seat] = True
        self.seated_at[seat] = version
        self.longest = self._by_time()

    def leave_seat(self, seat: int) -> None:
        """The person of a seat gets up."""
        self.taken[seat] = False
        self.before[seat] += 1
        self.seated_at[seat] = 0
        self.longest = self._by_time()

    def resume_seating(self, past: Past) -> None:
        """Seat everybody as they sat when a game began, for which all seats have to be taken."""
        self.taken = [True] * self.seats
        self.stand_ins = dict(past.stand_ins)
        self.timed_out = set(past.timed_out)
        self.seated_at, self.before = list(past.seated_at), list(past.before)
        self.longest = self._by_time()
        self._holders = list(past.holders)
        self.open = past.open

    def client_key(self, seat: int, key: str) -> str:
        """Return a request's key in the log."""
        return client_key(seat, key, self.before[seat])

    def free_seats(self, seat: int) -> list[int]:
        """Remove the person who holds a seat; all seats that they hold are open, each by itself.

        Whoever was removed from an open table must not just come back: it is open no longer.
        """
        freed = self.held_by(self.holder(seat))
        for each in freed:
            self._holders[each] = each
            self.stand_ins.pop(each, None)
            self.timed_out.discard(each)
            self.leave_seat(each)
        self.open = False
        return freed

    # ---- who plays a seat now ----

    def bot_playing(self, seat: int) -> str | None:
        """The bot that plays a seat now, as its own or as a stand-in; None if its owner plays."""
        own = self._own_bots[seat]
        return own if own is not None else self.stand_ins.get(seat)

    @property
    def bots_playing(self) -> tuple[bool, ...]:
        """Which seats are played by bots now, stand-ins included."""
        stand_ins = self.stand_ins
        return tuple(
            [own is not None or seat in stand_ins for seat, own in enumerate(self._own_bots)]
        )

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays any seat now."""
        return bool(self.stand_ins) or any(self._own_bots)

    # ---- whose a seat is ----

    def owner(self, seat: int) -> int | None:
        """The seat that stands for the owner of this one; None for a bot of the server.

        A stand-in changes nothing about it. For owners of several seats it is the first.
        """
        return None if self._own_bots[seat] is not None else self._holders[seat]

    def holder(self, seat: int) -> int:
        """The seat whose person holds this one, too; mostly itself."""
        return self._holders[seat]

    def held_by(self, seat: int | None) -> list[int]:
        """All seats that the person holds who sits there; none for somebody who watches."""
        return [each for each, holder in enumerate(self._holders) if holder == seat]

    def other_owners(self, seat: int) -> set[int]:
        """The owners besides this seat's own, who have to agree to what it proposes.

        An owner counts while a stand-in plays, too: its cards are still the owner's secret.
        """
        owners = {owner for each in range(self.seats) if (owner := self.owner(each)) is not None}
        return owners - {self.owner(seat)}

    def gives_hints(self, seat: int) -> bool:
        """Whether a seat may ask for hints: if no one else owns a seat, or the table allows it."""
        if self.made.hints:
            return True
        own = self._holders[seat]
        for each, holder in enumerate(self._holders):
            if holder != own and self._own_bots[each] is None:
                return False
        return True
