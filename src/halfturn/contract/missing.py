"""What a game that is still being written lacks."""

from __future__ import annotations

from typing import Final

from halfturn.core.game import Game
from halfturn.core.state import State
from halfturn.core.turns import Board, TurnState

_FACTS: Final = {
    "id": "the name in commands and records, in small letters with dashes",
    "title": "the name for people",
    "rules_version": "a number, raised when the same answers would lead elsewhere than before",
    "min_seats": "the fewest that can play",
    "max_seats": "the most that can play",
    "option_type": "the union of the Option classes",
    "event_type": "the union of the Event classes",
    "view_type": "the View class",
}
# In words of its own: compiled classes carry no docstrings that could be read here.
_PARTS: Final[dict[type, dict[str, str]]] = {
    Game: {
        "new_state": "the very beginning, before any deal",
        "position": "any position, reachable or not, from its notation",
        "parse_option": "an option from its whole notation, legal or not",
        "code": "the integer of an option",
        "code_count": "how many integers the game uses",
        "score_bounds": "the least and the most points a seat can have",
        "longest_game": "a number of answers after which every game is over",
        "rules": "the rules page",
    },
    State: {
        "decision": "the open question, or None when the game is over",
        "play": "answer the open question, in place",
        "clone": "an independent copy",
        "view": "what a seat sees",
        "redeal": "a clone that looks the same to a seat, all that is hidden from it drawn anew",
        "key": "equal for equal positions; with a seat, for those it cannot tell apart",
        "inventory": "every card there is, wherever it lies, with its number",
        "scores": "each seat's points as things stand",
        "winners": "the winning seats; empty while the game goes on",
        "text": "the position in notation",
    },
    TurnState: {
        "turn": "one turn, from its first question to its end",
        "is_over": "whether no further turn begins",
    },
    Board: {
        "copy": "an independent copy",
        "key": "equal for equal boards; with a seat, for those it cannot tell apart",
        "text": "the board in notation",
    },
}


def missing(game: Game) -> list[str]:
    """Everything that is not written yet, each in a line of words."""
    kind = type(game)
    lines = [
        f"lacks {kind.__name__}.{name}: {meaning}"
        for name, meaning in _FACTS.items()
        if not hasattr(kind, name)
    ]
    lines += _inherited(kind, Game)
    if lines:
        return lines
    state = game.start()
    lines += _inherited(type(state), State)
    if isinstance(state, TurnState):
        lines += _inherited(type(state), TurnState)
        lines += _inherited(type(state.start_of_turn), Board)
    return lines


def lacks(error: NotImplementedError) -> str:
    """What a call ran into that is not written yet, in words."""
    name = str(error)
    for base in (State, Game, TurnState, Board):
        if name in _PARTS[base]:
            return _line(base, name)
    return f"lacks something: {name or 'NotImplementedError'}"


def _inherited(kind: type, base: type) -> list[str]:
    names = _PARTS[base]
    return [_line(base, name) for name in names if getattr(kind, name) is getattr(base, name)]


def _line(base: type, name: str) -> str:
    return f"lacks {base.__name__}.{name}: {_PARTS[base][name]}"
