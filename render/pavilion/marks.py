"""Marks of moves in the picture of Summer Pavilion: choices, causes of refusals, prepared moves, boxes of their fields.

All functions work for the whole table and for an enlarged seat. [5.2] is a paragraph of `data/rules/pavilion.md`.
Knows nothing about texts.
"""

from collections.abc import Iterator, Sequence

from engine.core import Move, State, View
from engine.games.pavilion import Draft, Keep, Pavilion, Place, Take
from engine.games.pavilion.moves import CENTER, DRAFTING, PLACING
from engine.games.pavilion.sets import EMPTY, STARS
from render.parts import position, ring
from render.pavilion.close import seat_places
from render.pavilion.outlines import OUTLINE_WIDTH
from render.pavilion.places import Places, count_box, places, star_color
from render.portrayal import Spots
from render.scene import Box, Shape


def marks(view: View[State], moves: Sequence[Move], enlarged: bool) -> Iterator[Shape]:
    """Rings around the chosen source, tiles or space."""
    if enlarged and view.seat is None:
        return
    state = position(view, Pavilion)
    boxes = _places(view, enlarged)
    seat = view.seat
    drafts = [move for move in moves if isinstance(move, Draft)]
    if drafts and len({move.source for move in drafts}) == 1:
        colors = {move.color for move in drafts}
        for box in _drafted_boxes(state, boxes, drafts[0]) if len(colors) == 1 else [boxes.source(drafts[0].source)]:
            yield from ring(box, look="ring chosen")
    spaces = {(move.star, move.slot) for move in moves if isinstance(move, Place)}
    if len(spaces) == 1 and seat is not None:
        star, slot = spaces.pop()
        petal = boxes.seats[seat].petals[STARS.index(star)][slot - 1]
        yield Shape("petal chosen", petal.enlarged_box(OUTLINE_WIDTH), cut=petal.cut)


def _drafted_boxes(state: Pavilion, boxes: Places, draft: Draft) -> list[Box]:
    tiles = state.center if draft.source == CENTER else state.factories[int(draft.source) - 1]
    if draft.source == CENTER:
        return [box for color, box in boxes.center.items() if color in tiles and color in (draft.color, state.wild)]
    places_of = list(zip(tiles, boxes.factories[int(draft.source) - 1], strict=False))
    wild = [box for tile, box in places_of if tile == state.wild][: draft.color != state.wild]
    return [*(box for tile, box in places_of if tile == draft.color), *wild]


def cause(view: View[State], move: Move, reason: str, enlarged: bool) -> Iterator[Box]:
    """The boxes of what makes the rule forbid the move; the box of a space is at its center."""
    assert view.seat is not None
    state = position(view, Pavilion)
    boxes = _places(view, enlarged)
    if isinstance(move, Draft):  # [4.2] [4.3] the tiles of the source
        yield from [boxes.source(move.source)] if reason in ("4.2", "4.3") else []
    elif isinstance(move, Place):
        yield from _blamed_on_star(state, view.seat, boxes, move, reason)
        yield from _blamed_on_price(state, view.seat, boxes, move, reason)
    else:
        yield from _blamed_heaps(state, view.seat, boxes, reason)


def prepared_outlines(view: View[State], move: Move, enlarged: bool) -> Iterator[Shape]:
    """The outline of the source that the viewer would take from, or of the space where it would lay a tile."""
    assert view.seat is not None
    boxes = _places(view, enlarged)
    box = boxes.trays[view.seat]
    if isinstance(move, Draft):
        box = boxes.source(move.source)
    if isinstance(move, Place):
        box = boxes.seats[view.seat].petals[STARS.index(move.star)][move.slot - 1].cost
    yield from ring(box, look="ring tight")


def spots(view: View[State], move: Move, enlarged: bool) -> Spots:
    """The boxes for each field of a move; the number of wilds has none.

    A space has the box of its rhomb, which overlaps others: a point belongs to the space with the nearest center.
    """
    assert view.seat is not None
    state = position(view, Pavilion)
    boxes = _places(view, enlarged)
    match move:
        case Draft(source=source, color=color):
            tiles = [(color, boxes.center[color])]
            if source != CENTER:
                at = int(source) - 1
                tiles = [*zip(state.factories[at], boxes.factories[at], strict=False)]
            return {"source": (boxes.source(source),), "color": tuple(box for tile, box in tiles if tile == color)}
        case Place(star=star, slot=slot, color=color):
            petals = tuple(petal.box for petal in boxes.seats[view.seat].petals[STARS.index(star)])
            return {"star": petals, "slot": (petals[slot - 1],), "color": (boxes.hands[view.seat][color],)}
        case Take(tile=color):
            band = boxes.supply[state.phase != DRAFTING]
            tiles = [*zip(state.supply, band.tiles, strict=False)]
            return {"tile": tuple(box for tile, box in tiles if tile == color)}
        case Keep(kept=kept):
            return {"kept": tuple(boxes.hands[view.seat][color] for color in dict.fromkeys(kept))}
    return {}


def _places(view: View[State], enlarged: bool) -> Places:
    state = position(view, Pavilion)
    if not enlarged:
        return places(len(state.boards), state.side)
    assert view.seat is not None
    return seat_places(state, view.seat)


def _blamed_on_star(state: Pavilion, seat: int, boxes: Places, move: Place, reason: str) -> Iterator[Box]:
    """For [5.2] the tile on the space, [5.3] [5.4] the tile of that color, else the deciding tiles, else the name."""
    star = STARS.index(move.star)
    spot = boxes.seats[seat]
    cells = state.boards[seat].stars[star]
    if reason == "5.2":
        yield spot.petals[star][move.slot - 1].cost
    if reason not in ("5.3", "5.4"):
        return
    if star_color(state.side, star):
        yield spot.names[star]
    same = [slot for slot, tile in enumerate(cells) if tile == move.color]
    laid = [slot for slot, tile in enumerate(cells) if tile != EMPTY]
    yield from (spot.petals[star][slot].cost for slot in (same or laid))


def _blamed_on_price(state: Pavilion, seat: int, boxes: Places, move: Place, reason: str) -> Iterator[Box]:
    """For [5.5] [5.6] the cost of the space, [5.5] [5.7] the tiles in the hand to pay with, [5.10] the supply."""
    if reason in ("5.5", "5.6"):
        yield boxes.seats[seat].petals[STARS.index(move.star)][move.slot - 1].cost
    paid = {"5.5": move.color + state.wild * (move.wilds > 0), "5.7": state.wild}.get(reason, "")
    held = state.boards[seat].hand
    for color in dict.fromkeys(paid):
        tile = boxes.hands[seat][color]
        if color in held:
            yield tile.union(count_box(tile)) if held.count(color) > 1 else tile
    yield from _blamed_heaps(state, seat, boxes, reason)


def _blamed_heaps(state: Pavilion, seat: int, boxes: Places, reason: str) -> Iterator[Box]:
    """For [5.10] the supply, from which the seat must choose, [6.2] the hand, of which it must keep four tiles."""
    if reason == "5.10":
        yield boxes.supply[state.phase == PLACING].box
    if reason == "6.2":
        yield boxes.trays[seat]
