"""Laws about notation and JSON: everything that is written reads back."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from halfturn.contract.sample import Broken, Moment, Sample, few, pick, same, unchanged
from halfturn.core.errors import AmbiguousText, HalfturnError, IllegalOption, UnreadableText
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.core.seats import seat_letter

NONSENSE: Final = ("", " ", "nonsense", "no:such@thing", "\0", "?", "9" * 5000, "-", ":", "@", "é")
BAD_JSON: Final = (b"", b"{}", b"null", b"[]", b"7", b'"x"', b'{"type":"nonsense"}', b"\xff")
BAD_POSITIONS: Final = ("nonsense", "seats 0", "seats 99", "seats x", "seats " + "9" * 5000, "\0 1")


def options_read_back(sample: Sample) -> None:
    """An option's text reads back to it, where it is legal and anywhere; so does its JSON."""
    game = sample.game
    for option in sample.options:
        same(f"parse_option of {option}", option, game.parse_option(str(option)))
        data = game.option_json(option)
        same(f"{option} as JSON", option, game.read_option_json(data))
    for moment in sample.moments(most=300, asking=True):
        for option in few(moment.question.options, 12):
            same(f"read({str(option)!r})", option, moment.state.read(str(option)))


def nonsense_is_refused(sample: Sample) -> None:
    """Text, JSON and positions that make no sense raise UnreadableText or a like error."""
    game = sample.game
    for text in NONSENSE:
        _raises(UnreadableText, f"parse_option({text[:20]!r})", game.parse_option, text)
    for data in BAD_JSON:
        _raises(UnreadableText, f"read_option_json({data!r})", game.read_option_json, data)
    for text in BAD_POSITIONS:
        _raises(HalfturnError, f"position({text[:20]!r})", game.position, text)
    for moment in sample.moments(most=40, asking=True):
        state = moment.state.clone()
        for text in NONSENSE:
            wanted = (UnreadableText, AmbiguousText, IllegalOption)
            _raises(wanted, f"read({text[:20]!r})", state.read, text)
        unchanged("nonsense was read", moment.seen, state)


def _raises(wanted: Any, what: str, act: Any, given: object) -> None:
    try:
        got = act(given)
    except wanted:
        return
    except Exception as error:
        raise Broken(f"{what}: expected {wanted}, got {type(error).__name__}: {error}") from None
    raise Broken(f"{what}: expected {wanted}, but it was taken for {got!r}")


def an_option_from_elsewhere_is_illegal_to_read(sample: Sample) -> None:
    """Reading a whole option that is not legal here raises IllegalOption and plays nothing."""
    for moment in sample.moments(most=100, asking=True):
        rng = moment.rng("read")
        state = moment.state.clone()
        for _ in range(8):
            option = sample.options[rng.below(len(sample.options))]
            short = [each for each in moment.question.options if str(option) in each.also()]
            if option in moment.question.options or short:
                continue
            _raises(IllegalOption, f"read({str(option)!r})", state.read, str(option))
        unchanged("text of an option that is not legal was read", moment.seen, state)


def positions_read_back(sample: Sample) -> None:
    """A position's text reads back to the same position, in the middle of a turn too."""
    for moment in sample.moments(most=500):
        state = moment.state
        again = sample.game.position(state.text)
        unchanged(f"it was read back from {state.text!r}", moment.seen, again)
        same("inventory of the position read back", state.inventory(), again.inventory())
        same("repr", f"{sample.game!r}.position({state.text!r})", repr(state))
        if not state.over:
            option = pick(moment.question, moment.rng("on"))
            on = state.clone()
            on.play(option)
            again.play(option)
            same(f"{option}, played in the position read back", on.key(), again.key())


def records_replay(sample: Sample) -> None:
    """A record, as text or as JSON, replays to the same state; so does one begun in the middle."""
    for walk in sample.walks:
        for moment in few(walk.moments, 3):
            sample.at = moment
            through = Playthrough.start(sample.game, walk.seats, walk.options)
            for seat, option in walk.answers[: moment.number]:
                same("who is asked", seat, through.state.view(None).to_decide)
                through.play(option)
            _replays(sample, moment, through)
        middle = walk.moments[len(walk.moments) // 2]
        through = Playthrough.at(middle.state)
        for _, option in walk.answers[middle.number :]:
            through.play(option)
        sample.at = walk.moments[-1]
        _replays(sample, sample.at, through)


def _replays(sample: Sample, moment: Moment, through: Playthrough) -> None:
    unchanged("it was played once more", moment.seen, through.state)
    record = through.record
    by_text = read_record(record.text)
    same("the record as text", record, by_text)
    by_json = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    same("the record as JSON", record, by_json)
    again = Playthrough.of(by_text, sample.game)
    unchanged("its record was replayed", moment.seen, again.state)
    same("the record of the replay", record, again.record)


def views_and_events_travel(sample: Sample) -> None:
    """Views and events come through JSON unchanged.

    A view tells who is asked and how things stand; its drawing follows from it alone. An event
    has its sentence, and masking it twice hides no more than once.
    """
    game = sample.game
    for moment in sample.moments(most=150):
        for viewer in moment.viewers:
            view = moment.state.view(viewer)
            back = _decoded(msgspec.json.encode(view), game.view_type)
            same(f"the view of {viewer} through JSON", view, back)
            drawing = game.draw(view).markup
            same(
                f"the drawing of the view of {viewer} through JSON", drawing, game.draw(back).markup
            )
            if not drawing.strip():
                raise Broken("expected a drawing of the view, got nothing")
            decision = moment.state.decision
            same("viewer", viewer, view.viewer)
            same("seats", moment.state.seats, view.seats)
            same("to_decide", decision.seat if decision else None, view.to_decide)
            same("kind", decision.kind if decision else "", view.kind)
            same("scores", moment.state.scores, view.scores)
            same("winners", moment.state.winners, view.winners)
    for walk in sample.walks:
        for moment, happened in zip(walk.moments, walk.events, strict=False):
            sample.at = moment
            for event in happened:
                for viewer in moment.viewers:
                    seen = event.seen_by(viewer)
                    same("an event masked twice", seen, seen.seen_by(viewer))
                    if not seen.words(seat_letter).strip():
                        raise Broken(f"expected a sentence for {seen}")
                    back = _decoded(game.event_json(seen), game.event_type)
                    same("an event through JSON", seen, back)


def _decoded(data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Broken(f"expected JSON of {kind}, got {data!r}: {error}") from None


def keys_and_texts_agree(sample: Sample) -> None:
    """Positions have equal keys exactly when they have equal texts."""
    by_text: dict[object, Moment] = {}
    for moment in sample.moments():
        known = by_text.setdefault((moment.seen.text,), moment)
        same("the key of a position with the same text", known.seen.key, moment.seen.key)
        same("the hash of equal keys", hash(known.seen.key), hash(moment.seen.key))
    for moment in sample.moments(most=300, asking=True):
        found = []
        for option in few(moment.question.options, 5):
            after = moment.state.clone()
            after.play(option)
            found.append((after.key(), after.text, option))
        for at, (key, text, option) in enumerate(found):
            for other_key, other_text, other in found[:at]:
                if (key == other_key) != (text == other_text):
                    raise Broken(
                        f"{other} and {option} lead to texts {other_text!r} and {text!r}, but "
                        f"their keys are {'equal' if key == other_key else 'different'}"
                    )


LAWS: Final = (
    options_read_back,
    nonsense_is_refused,
    an_option_from_elsewhere_is_illegal_to_read,
    positions_read_back,
    records_replay,
    views_and_events_travel,
    keys_and_texts_agree,
)
