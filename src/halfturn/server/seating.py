"""Who plays each seat of a table, as its log names them: people, and bots in their own right or
for somebody who is gone.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from halfturn.server.log import Made, client_key


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
        """The bots that play for people, by seat."""
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
            self.leave_seat(each)
        self.open = False
        return freed

    def bot(self, seat: int) -> str | None:
        """The name of the bot that plays a seat, as its own or for somebody; None for people."""
        own = self._own_bots[seat]
        return own if own is not None else self.stand_ins.get(seat)

    def holder(self, seat: int) -> int:
        """The seat whose person holds this one, too; mostly itself."""
        return self._holders[seat]

    def held_by(self, seat: int | None) -> list[int]:
        """All seats that the person holds who sits there; none for somebody who watches."""
        return [each for each, holder in enumerate(self._holders) if holder == seat]

    @property
    def bots(self) -> tuple[bool, ...]:
        """Which seats bots play."""
        stand_ins = self.stand_ins
        return tuple(
            [own is not None or seat in stand_ins for seat, own in enumerate(self._own_bots)]
        )

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays any seat."""
        return bool(self.stand_ins) or any(self._own_bots)

    def others(self, seat: int) -> set[int]:
        """The seats of people who have to agree to what this one proposes; bots always agree.

        For those who hold several seats one is named.
        """
        people = {self.holder(each) for each in range(self.seats) if self.bot(each) is None}
        return people - {self.holder(seat)}

    def gives_hints(self, seat: int) -> bool:
        """Whether a seat may ask for hints: against bots alone, or if all agreed beforehand."""
        if self.made.hints:
            return True
        own = self._holders[seat]
        for each, holder in enumerate(self._holders):
            if holder != own and self.bot(each) is None:
                return False
        return True
