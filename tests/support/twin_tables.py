"""Twin worlds at every table: `python -m tests.support.twin_tables GAME --pairs 100000`.

A table is played at random. At some moments everything that one viewer cannot know is drawn
anew, and both worlds go on with the same answers: every byte that the viewer would be sent has
to be the same, drawings, previews and refusals included. On the way three more things are
looked at: what somebody is told who comes back is exactly what they missed, a bot answers the
same in both worlds, and whoever vanishes, bots can always finish the game.
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
import multiprocessing
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from halfturn.bots import make_bot
from halfturn.core import CHANCE, BadOptions, Game, HalfturnError, SeededRng, State
from halfturn.core.language import languages, speaking, spoken
from halfturn.core.options import option_words
from halfturn.core.registry import load
from halfturn.server.projection import updates
from halfturn.server.projection.render import draw
from halfturn.server.projection.shared import Sitter
from halfturn.server.projection.updates import Viewer
from halfturn.server.protocol.updates import Question
from halfturn.server.tables.change import Refused
from halfturn.server.tables.fair_deal import FairDealer
from halfturn.server.tables.log import Made, Row, own_key
from halfturn.server.tables.table import Table

AHEAD = 3
"""So many answers both worlds go on."""
TWINS = 8
"""So many other worlds are drawn for a viewer, each of which makes a pair with the true one; in
one of them previews and refusals are asked for as well, which take far longer."""
FURTHER = 4
"""In one of so many moments a pair goes on."""
RARELY = 8
"""In one of so many moments a viewer looks, bots are asked, lines are cut, worlds are drawn."""
MOST_ANSWERS = 5000
"""More than any game has."""
BOTS = ("random", "greedy")


@dataclass
class Found:
    """What a run came to."""

    pairs: int = 0
    frames: int = 0
    different: int = 0
    shown: int = 0
    """Pairs in which the rules themselves showed, by an answer, what was hidden before."""
    cuts: int = 0
    missed: int = 0
    """Cuts after which somebody was told too little, too much, or something else."""
    bots: int = 0
    cheats: int = 0
    """Bots that knew which world is the true one."""
    games: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.pairs} pairs of worlds with {self.frames} frames: "
            f"{self.different} differ; {self.shown} were told apart by the rules; "
            f"{self.cuts} cuts: {self.missed} missed something; "
            f"{self.bots} answers of bots: {self.cheats} cheated; {self.seconds:.0f} s"
        )


def new_table(game: Game, rng: SeededRng) -> Table:
    """A table before its first answer, with any number of seats and any preset that fits."""
    seats = game.min_seats + rng.below(game.max_seats - game.min_seats + 1)
    fitting = [game.options_type()]
    for preset in game.presets.values():
        try:
            game.check_options(seats, preset.options)
            fitting.append(preset.options)
        except BadOptions:
            continue
    made = Made(
        game=game.id,
        rules=game.rules_version,
        data=game.data_hash,
        options=option_words(fitting[rng.below(len(fitting))]),
        seats=["person"] * seats,
        games=1,
    )
    row = Row(1, own_key(1), None, "made", msgspec.json.encode(made))
    table = Table.make("table", row, lambda _: game)
    table.apply(row)
    secret = rng.below(1 << 32).to_bytes(32, "big")
    for each in table.begin(FairDealer(secret)).rows:
        table.apply(each)
    return table


def with_state(table: Table, state: State) -> Table:
    """The same table, where another state is the truth."""
    other = copy.copy(table)
    through = copy.copy(table.match.current)
    through.state = state
    through._given = list(through._given)
    other.match = table.match.longer(table.match.length)
    other.match.games[-1] = through
    for name in ("given", "story", "lines"):
        setattr(other, name, list(getattr(table, name)))
    other.keys = dict(table.keys)
    other.early = [list(answers) for answers in table.early]
    return other


def told(
    table: Table, viewer: Viewer, since: int, columns: int = 0
) -> tuple[Question | None, list[bytes]]:
    """What a viewer is asked, and is told without asking: the update, and the line in a list."""
    sitters = SITTERS[: table.seats]
    update = updates.update(table, sitters, viewer, since, "code", b"?" * 32)
    line = updates.info(table, sitters, viewer)
    found = [msgspec.json.encode(update), msgspec.json.encode(line)]
    if columns:
        drawing = draw(table.game, table.state.view(viewer), columns, spoken())
        found += [drawing.lines, drawing.position.encode()]
    return update.question, found


def frames(
    table: Table, viewer: Viewer, since: int, rng: SeededRng, columns: int = 0
) -> list[bytes]:
    """All that leaves for a viewer: what it is told, a preview, and refusals."""
    question, found = told(table, viewer, since, columns)
    if viewer is not None:
        sitters, token = SITTERS[: table.seats], table.token(viewer)
        texts = [choice.text for choice in question.choices] if question else ["pass"]
        for text in (texts[rng.below(len(texts))], "nonsense"):
            try:
                shown = updates.preview(table, sitters, viewer, "k", token, text)
                found.append(msgspec.json.encode(shown))
            except Refused as refused:
                found.append(f"{refused.result} {refused.text}".encode())
        try:
            table.answer(viewer, "k", token, ["nonsense"], NOBODY_DEALS)
        except Refused as refused:
            found.append(f"{refused.result} {refused.text}".encode())
    return found


SITTERS = [Sitter("person", name, True) for name in "ABCD"]
NOBODY_DEALS = FairDealer(bytes(32))


def answer_both(tables: list[Table], rng: SeededRng) -> bool:
    """The same answer in all worlds; False where there is none that is legal in all."""
    states = [table.state for table in tables]
    decision = states[0].decision
    if decision is None:
        return False
    options = [[str(o) for o in s.decision.options] if s.decision else [] for s in states]
    common = [text for text in options[0] if all(text in others for others in options[1:])]
    if not common:
        return False
    text = common[rng.below(len(common))]
    for table in tables:
        version = table.version + 1
        if decision.seat == CHANCE:
            body, seat, kind = msgspec.json.encode(text), None, "chance"
        else:
            body, seat, kind = msgspec.json.encode([text]), decision.seat, "answer"
        table.apply(Row(version, f"key {version}", seat, kind, body))
    return True


def compare(table: Table, viewer: Viewer, rng: SeededRng, found: Found) -> None:
    """Some pairs: the table as it is, and with all redrawn that the viewer does not know."""
    try:
        twins = [with_state(table, table.state.redeal(viewer, rng)) for _ in range(TWINS)]
    except HalfturnError:
        return
    with speaking(languages()[found.pairs // TWINS % len(languages())]):
        since, seed = max(table.began, table.version - rng.below(4)), rng.below(1 << 32)
        ours = frames(table, viewer, since, SeededRng(seed))
        found.frames += len(ours)
        found.different += frames(twins[0], viewer, since, SeededRng(seed)) != ours
        for twin in twins[1:]:
            theirs = told(twin, viewer, since)[1]
            found.frames += len(theirs)
            found.different += theirs != ours[: len(theirs)]
        found.pairs += len(twins)
        if rng.below(FURTHER) == 0:
            go_on([with_state(table, table.state.clone()), twins[0]], viewer, rng, found)


def go_on(worlds: list[Table], viewer: Viewer, rng: SeededRng, found: Found) -> None:
    """Both worlds with the same answers; until the rules show what was hidden."""
    columns = 60 if rng.below(RARELY) == 0 else 0  # a drawing is made from the view, and slowly
    for _ in range(AHEAD):
        since = worlds[0].version
        if not answer_both(worlds, rng):
            return
        if known_to(worlds[0], viewer) != known_to(worlds[1], viewer):
            found.shown += 1  # everybody may see then that these are two worlds
            return
        seed = rng.below(1 << 32)
        ours, theirs = (frames(world, viewer, since, SeededRng(seed), columns) for world in worlds)
        found.frames += len(ours)
        found.different += ours != theirs


def known_to(table: Table, viewer: Viewer) -> object:
    """What the rules let a viewer know: how things stand, and the last events that hide nothing.

    Hands that all drop openly are the same cards in the middle then, whoever held which.
    """
    events = table.story[-1][1] if table.story else []
    return table.state.key(viewer), [each for each in events if each.seen_by(viewer) is each]


def compare_bots(table: Table, rng: SeededRng, found: Found) -> None:
    """A bot in both worlds: it is handed another one each time, and must not know from which."""
    decision = table.state.decision
    if decision is None or decision.seat < 0:
        return
    seat = decision.seat
    twin = table.state.redeal(seat, rng)
    seed = rng.below(1 << 32)
    for name in BOTS:
        chosen = {
            str(make_bot(name).choose(handed(state, seat, seed), SeededRng(seed)))
            for state in (table.state, twin)
        }
        found.bots += 1
        found.cheats += len(chosen) > 1


def handed(state: State, seat: int, seed: int) -> State:
    """What the server hands to a bot."""
    return state.redeal(seat, SeededRng(seed))


def cut(table: Table, viewer: Viewer, heard: dict[int, list[object]], rng: SeededRng) -> bool:
    """Whether somebody who was away since a version is told exactly what they missed."""
    first = min(heard)
    since = first + rng.below(table.version - first + 1)
    sitters = [Sitter("person", name, True) for name in "ABCD"[: table.seats]]
    update = updates.update(table, sitters, viewer, since, "", None)
    missed = [each for version in sorted(heard) if version > since for each in heard[version]]
    return msgspec.to_builtins(update.happenings) == missed and update.version == table.version


def seen_now(table: Table, viewer: Viewer) -> list[object]:
    """What a viewer who was always there is told of the last version."""
    sitters = [Sitter("person", name, True) for name in "ABCD"[: table.seats]]
    update = updates.update(table, sitters, viewer, table.version - 1, "", None)
    happenings: list[object] = msgspec.to_builtins(update.happenings)
    return happenings


def play(game: Game, rng: SeededRng, found: Found, most: int) -> None:
    """One game at random to its end, looked at on the way."""
    table = new_table(game, rng)
    viewers: list[Viewer] = [*range(table.seats), None]
    watching, watched = viewers[rng.below(len(viewers))], rng.below(2) == 0
    heard: dict[int, list[object]] = {table.version: []}
    for _ in range(MOST_ANSWERS):
        for viewer in viewers:
            if rng.below(RARELY) == 0 and found.pairs < most:
                compare(table, viewer, rng, found)
        if rng.below(RARELY) == 0:
            compare_bots(table, rng, found)
        if watched and rng.below(RARELY) == 0:
            found.cuts += 1
            found.missed += not cut(table, watching, heard, rng)
        if not answer_both([table], rng):
            break
        if watched:
            heard[table.version] = seen_now(table, watching)
    else:
        raise AssertionError(f"{game.id} did not end")
    assert table.state.over
    found.games += 1


def run(id: str, pairs: int, seed: str | int = 0) -> Found:
    """So many pairs of one game."""
    found = Found()
    begin = time.monotonic()
    for rng in rngs(id, seed):
        if found.pairs >= pairs:
            break
        play(load(id), rng, found, pairs)
    found.seconds = time.monotonic() - begin
    return found


def together(id: str, pairs: int, seed: int, jobs: int) -> Found:
    """The same, divided among processes."""
    whole = Found()
    begin = time.monotonic()
    with multiprocessing.Pool(jobs) as pool:
        share = [(id, -(-pairs // jobs), f"{seed} {job}") for job in range(jobs)]
        for found in pool.starmap(run, share):
            for field in dataclasses.fields(Found):
                setattr(whole, field.name, getattr(whole, field.name) + getattr(found, field.name))
    whole.seconds = time.monotonic() - begin
    return whole


def rngs(id: str, seed: str | int) -> Iterator[SeededRng]:
    number = 0
    while True:
        yield SeededRng(f"{id} {seed} {number}")
        number += 1


def main() -> int:
    words = argparse.ArgumentParser(description="Compare twin worlds, byte by byte.")
    words.add_argument("game")
    words.add_argument("--pairs", type=int, default=100_000)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--jobs", type=int, default=2, help="processes")
    given = words.parse_args()
    found = together(given.game, given.pairs, given.seed, given.jobs)
    print(f"{given.game}: {found}")
    return 1 if found.different or found.missed or found.cheats else 0


if __name__ == "__main__":
    sys.exit(main())
