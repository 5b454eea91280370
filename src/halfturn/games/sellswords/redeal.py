"""What is known of a state: to a seat, to everybody, and to the one who counts the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from halfturn.core.language import say
from halfturn.core.options import option_words
from halfturn.core.rng import Rng
from halfturn.core.seats import EVERYTHING
from halfturn.core.words import signed
from halfturn.games.sellswords.board import DRAFT, OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.cells import column, row
from halfturn.games.sellswords.events import colour_of
from halfturn.games.sellswords.field import NOBODY, OFF
from halfturn.games.sellswords.numbers import number
from halfturn.games.sellswords.scoring import score_lines
from halfturn.games.sellswords.view import FieldTile, SellswordsView, TileView

if TYPE_CHECKING:
    from halfturn.games.sellswords.state import SellswordsState

STAGES: Final = ("lots", "draft", "placing", "over")


# ---- the one secret there can be ----


def hidden_gift(state: SellswordsState, seat: int | None) -> bool:
    """SO-AMB-37: whether the last answer is a gift that this viewer may not see yet."""
    decision = state.decision
    return (
        seat != EVERYTHING
        and decision is not None
        and decision.kind == "give"
        and decision.secret
        and decision.seat != state.start_of_turn.active
        and seat != state.start_of_turn.active
    )


def known_answers(state: SellswordsState, seat: int | None) -> tuple[str, ...]:
    """The answers of this turn as a viewer knows them."""
    given = [str(answer) for answer in state.answers]
    if hidden_gift(state, seat):
        given[-1] = "give:?"
    return tuple(given)


def redeal(state: SellswordsState, seat: int | None, rng: Rng) -> SellswordsState:
    """A clone, in which a hidden gift has been chosen anew."""
    other = state.clone()
    if hidden_gift(state, seat):
        other.answers.pop()
        decision = other.decision
        assert decision is not None
        other.play(decision.options[rng.below(len(decision.options))])
    return other


def position(state: SellswordsState, viewer: int | None) -> str:
    """The position in notation: options, the board at the start of the turn, answers since."""
    known = known_answers(state, viewer)
    text = state.start_of_turn.text
    options = option_words(state.options)
    if options:
        text = f"options {' '.join(options)}; {text}"
    if known:
        text += f"; answered {' '.join(known)}"
    return text


# ---- the view ----


def view(state: SellswordsState, viewer: int | None) -> SellswordsView:
    """What that seat sees; None for a spectator."""
    decision, board = state.decision, state.board
    tiles = board.roster.tiles
    return SellswordsView(
        viewer=viewer,
        seats=state.seats,
        to_decide=None if decision is None else decision.seat,
        kind="" if decision is None else decision.kind,
        scores=state.scores,
        winners=state.winners,
        position=position(state, viewer),
        stage=STAGES[board.stage],
        round=board.round,
        rounds=board.rulings.rounds,
        draft=board.draft,
        first=None if board.first == NOBODY else board.first,
        active=board.active if board.stage in (DRAFT, PLACING) else None,
        colours=tuple(colour_of(board, seat) if board.red >= 0 else None for seat in (0, 1)),
        terrain=None if board.terrain == OFF else tiles[board.terrain].key,
        field=tuple(_on_field(board, board.at[cell]) for cell in sorted(board.at)),
        hands=tuple(tuple(_off_field(board, tile) for tile in hand) for hand in board.hands),
        centre=tuple(_off_field(board, tile) for tile in board.centre),
        discard=tuple(_off_field(board, tile) for tile in board.discard),
        deck=len(board.deck),
        silenced_anybody=board.silenced_anybody,
        silenced=tuple(board.silenced),
        asking=None if board.asking == OFF else tiles[board.asking].key,
        asking_text=_asking_text(board),
        lines=() if board.stage == OVER else tuple(score_lines(board)),
        outlook=state.outlook,
        has_house_numbers=any(tile.is_house for tile in tiles),
    )


def _ability(board: SellswordsBoard, tile: int) -> str:
    return say(board.roster.abilities[tile].text)


def _asking_text(board: SellswordsBoard) -> str:
    """What the ability that asks says: for one who has copied another, the other's."""
    if board.asking == OFF:
        return ""
    return _ability(board, board.copied.get(board.asking, board.asking))


def _off_field(board: SellswordsBoard, tile: int) -> TileView:
    about = board.roster.tiles[tile]
    return TileView(
        about.key,
        about.name,
        about.type,
        _ability(board, tile),
        tuple(about.numbers),
        about.is_house,
        tile in board.locks,
    )


def _on_field(board: SellswordsBoard, tile: int) -> FieldTile:
    about, cell, seat = board.roster.tiles[tile], board.spot[tile], board.owner[tile]
    is_terrain = tile == board.terrain
    printed = tuple(board.printed(tile, side) for side in range(4))
    is_plain = is_terrain or board.roster.knows_only_print[tile]
    fights = printed if is_plain else tuple(number(board, tile, side) for side in range(4))
    return FieldTile(
        about.key,
        about.name,
        about.type,
        _ability(board, tile),
        about.is_house,
        None if is_terrain else seat,
        "grey" if is_terrain else colour_of(board, seat),
        column(cell),
        row(cell),
        90 * board.turned[tile],
        () if is_terrain else printed,
        () if is_terrain else fights,
        () if is_plain else _why(board, tile),
    )


def _why(board: SellswordsBoard, tile: int) -> tuple[str, ...]:
    """What changes a tile's numbers, in the order of SO-AMB-15."""
    roster = board.roster
    ability, name = roster.abilities[tile], roster.tiles[tile].name
    found = []
    if ability.basis(board, tile, 1) != 1:
        found.append(f"{name}: 0")
    if bonus := ability.bonus(board, tile):
        found.append(f"{name} {signed(bonus)}")
    for bearer in board.on_field(roster.weakening):
        if less := roster.abilities[bearer].weakening(board, bearer, tile):
            found.append(f"{roster.tiles[bearer].name} {signed(-less)}")
    return tuple(found)


def inventory(state: SellswordsState) -> dict[str, int]:
    """Every tile, wherever it lies: each is there once."""
    board = state.board
    lying = [
        *board.at.values(),
        *board.hands[0],
        *board.hands[1],
        *board.deck,
        *board.centre,
        *board.discard,
    ]
    if board.terrain == OFF or board.spot[board.terrain] == OFF:
        lying.append(-1)  # the terrain that will be laid
    count: dict[str, int] = {}
    for tile in lying:
        is_terrain = tile < 0 or board.roster.is_terrain[tile]
        key = "terrain" if is_terrain else board.roster.tiles[tile].key
        count[key] = count.get(key, 0) + 1
    return count
