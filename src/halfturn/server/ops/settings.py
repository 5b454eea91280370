"""What a server can be told: how quick bots are, and how much it takes from anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 8192
"""The longest frame and the longest body of a request."""
LONGEST_URL: Final = 400
"""Of a webhook."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many more every second."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Settings:
    """The defaults suit a household and a small public server."""

    bot_pause: float = 0.6
    """Seconds from a bot's question to its answer, however long it thought: see `bots.due`. With
    zero it answers as soon as it can, which shows how long it thought; that is for tests."""
    bot_limit: float = 60.0
    """Seconds after which a bot's thought is ended and begun anew in another process."""
    thinkers: int = 2
    """Processes of this machine in which bots think; with none, bots wait for workers elsewhere."""
    worker_secret: str = ""
    """What a worker elsewhere has to know; empty: none is taken."""
    agree_within: float = 30.0
    """Seconds that bots wait for people who are asked to agree to something."""
    deal_within: float = 3.0
    """Seconds that a game which is to begin waits for contributions to its deal, and again for
    them to be revealed; 0: it begins at once, with what has been revealed."""
    absence: float = 120.0
    """Seconds without an open browser after which the others may let a bot play for a seat."""
    game_within: float = 2.0
    """Seconds of the processor that a game from another package may take for one step."""
    game_memory: int = 256
    """Megabytes that such a game may take for one table."""
    tick: float = 0.5
    """Seconds from one look at the clocks to the next."""
    lease: float = 5.0
    """Seconds without a sign of life after which a node is taken for dead by the others."""
    webhook_hosts: tuple[str, ...] = ()
    """Hosts to which people may have it told that it is their turn; none: nobody is told so."""
    origins: tuple[str, ...] = ()
    """Origins that may speak besides the one a request was sent to, such as a proxy's."""

    host_names: tuple[str, ...] = ()
    """Names by which the server may be asked for besides localhost, its addresses and origins."""

    proxies: tuple[str, ...] = ()
    """Addresses of proxies that may say where a request really came from, and whether by HTTPS."""

    metrics_from: tuple[str, ...] = ()
    """Networks that may read what the server counts, besides its own machine."""

    edit_cards: bool = True
    """Whether a browser on the server's own machine may change the owner's card files; behind a
    proxy none may, since everybody may seem to sit there."""

    connections: int = 8000
    """All at once, as far as the system gives so many; beyond that 503."""
    sockets_per_address: int = 400
    sockets_per_person: int = 40
    requests: Rate = Rate(300, 30)
    """Per address: everything under /api."""
    body_within: float = 10.0
    """Seconds that the body of a request may take."""
    open_tables: int = 500
    """Per person: tables whose game is not over."""

    moves: Rate = Rate(20, 5)
    """Per person: moves, resignations and further games."""
    looks: Rate = Rate(60, 15)
    """Per person: scratch tables that are looked at."""
    arranges: Rate = Rate(8, 1)
    """Per person: cards that are arranged, which takes longer."""
    hints: Rate = Rate(5, 1 / 4)
    """Per person: hints, which cost a thought each, also if they are given up."""
    talk: Rate = Rate(5, 1 / 2)
    """Per person and table: what is said there."""
    codes: Rate = Rate(5, 1 / 60)
    """Per person: codes for another device."""
    invitations: Rate = Rate(10, 1 / 10)
    """Per person: new invitation links, and people removed from tables."""
    webhooks: Rate = Rate(10, 1 / 60)
    """Per person: messages that it is their turn."""
    frames: Rate = Rate(200, 50)
    """Per person: every message, and every connection that is opened."""
    people_per_address: int = 8
    """An address may do this many times what one person may over WebSockets."""
    creates: Rate = Rate(60, 1 / 60)
    """Per person: new tables."""
    tables_per_address: Rate = Rate(120, 1 / 10)
    """Per address: new tables, whoever makes them."""
    newcomers: Rate = Rate(100, 1 / 5)
    """Per address: people who were not known before; a household shares an address."""
    guesses: Rate = Rate(10, 1 / 6)
    """Per address: invitations that are not valid."""

    replays: Rate = Rate(60, 2)
    """Per address: finished games to look at, which have to be played through."""

    files: Rate = Rate(20, 1 / 3)
    """Per address: finished games as HTML files, which are played through with everybody's eyes."""

    lessons: Rate = Rate(120, 10)
    """Per address: what learners try out."""

    exports: Rate = Rate(5, 1 / 60)
    """Per person: all that is kept about them."""

    bots_per_person: int = 10
    """Bots of one's own with tokens that are good."""
    bot_tokens: Rate = Rate(20, 1 / 60)
    """Per person: new bots of one's own."""
    bot_moves: Rate = Rate(40, 10)
    """Per bot of somebody: what it does at all its tables together."""
    streams_per_bot: int = 40
    """Per bot of somebody: streams of events and of tables."""

    frames_out: int = 64
    bytes_out: int = 256 * 1024
    """What may wait for one connection; beyond that it is closed and comes back for the rest."""
    bad_frames: int = 20
    """After so many that make no sense a connection is closed."""
    hello_within: float = 5.0
    farewell: float = 2.0
    """Seconds that connections have to end in when the server stops."""
    sockets_per_seat: int = 8
    watchers: int = 100
    keep_unstarted: int = 30
    """Days without a change after which a table whose first game never began is deleted; 0: never.
    The same holds for the next two."""
    keep_abandoned: int = 180
    """Such days for a table in the middle of a game where nobody has a name."""
    keep_finished: int = 365
    """Such days for a table whose game is over and where nobody has a name."""
    rooms: int = 2000
    """Tables kept in memory; the others are folded from their logs when somebody comes."""
    idle_room: float = 60.0
    """Seconds after which a table that nobody has open or asks about leaves the memory."""
    room_bytes: int = 256 * 2**20
    """What all tables may take together, as estimated; beyond it idle ones leave at once."""
