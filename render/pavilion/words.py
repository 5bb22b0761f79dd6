"""The position of Summer Pavilion in words, for those who cannot see the picture.

Knows no language: every word comes from `say`, keys under "pavilion.alt".
"""

from collections.abc import Sequence

from engine.core import Seat, State, View
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion.moves import DRAFTING, OVER
from engine.games.pavilion.sets import COLORS, EMPTY, ORNAMENTS, STARS
from render.parts import bullets, position, turn
from render.pavilion.places import tinted
from render.pavilion.scene import holds_token
from render.scene import Say

NONE = "-"  # nothing there, in the short form


def long(view: View[State], names: Sequence[str], say: Say) -> str:
    """Head and a line a seat, in words."""
    state = position(view, Pavilion)
    factories = " ".join(f"{at}: {_tiles(tiles, say)}." for at, tiles in enumerate(state.factories, 1))
    market = say("pavilion.alt.market", factories=factories, center=_center(state, say))
    head = _head(state, names, (market, say("pavilion.alt.supply", tiles=_tiles(state.supply, say))), say)
    return "\n".join([head, *(_long(state, seat, names, say) for seat in range(len(names)))])


def short(view: View[State], names: Sequence[str], say: Say) -> str:
    """The same in letters, with a legend; each star as its six spaces."""
    state = position(view, Pavilion)
    factories = " ".join(f"{at} {tiles or NONE}" for at, tiles in enumerate(state.factories, 1))
    heap = (state.center + " T" * state.token).strip() or NONE
    market = say("pavilion.alt.market_short", factories=factories, center=heap)
    head = _head(state, names, (market, say("pavilion.alt.supply", tiles=state.supply or NONE)), say)
    legend = ", ".join([f"{color} {say(f'pavilion.color.{color}')}" for color in COLORS])
    key = say("pavilion.alt.legend", colors=legend, stars="/".join(STARS))
    return "\n".join([head, key, *(_short(state, seat, names, say) for seat in range(len(names)))])


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """The table, then each seat from the first, as headings and lists in Markdown; names are taken as they come."""
    state = position(view, Pavilion)
    rows: list[str] = []
    if state.phase == DRAFTING:
        heaps = [_tiles(tiles, say) for tiles in state.factories]
        rows += [say("pavilion.alt.factory", n=at, tiles=tiles) for at, tiles in enumerate(heaps, 1)]
        rows.append(say("pavilion.alt.center", tiles=_center(state, say)))
    if state.phase != OVER:
        rows += [say("pavilion.alt.supply", tiles=_tiles(state.supply, say)), _stock(state, say)]
    table = f"### {_title(state, say)}\n{_turn(state, names, say)}{bullets(rows)}"
    return [table, *(_seat(state, seat, name, say) for seat, name in enumerate(names))]


def _head(state: Pavilion, names: Sequence[str], offers: tuple[str, str], say: Say) -> str:
    """Title and turn, then what lies on the table: of `offers`, market and supply in words, those that matter."""
    market, supply = offers
    parts = [_title(state, say) + ".", _turn(state, names, say)]
    parts += [market] if state.phase == DRAFTING else []
    parts += [supply, _stock(state, say)] if state.phase != OVER else []
    return " ".join(parts)


def _title(state: Pavilion, say: Say) -> str:
    side = say(f"pavilion.option.side.{state.side}")
    wild = say(f"pavilion.color.{state.wild}")
    key = "final" if state.phase == OVER else "title"
    return say(f"pavilion.alt.{key}", game=say("pavilion.title"), side=side, round=state.round, wild=wild)


def _turn(state: Pavilion, names: Sequence[str], say: Say) -> str:
    whose = turn(state, names, say)
    if state.phase == OVER:
        return whose
    phase = say("pavilion.alt.taking" if state.phase == DRAFTING else "pavilion.alt.placing")
    owed = " " + say("pavilion.alt.owed", n=state.owed) if state.owed else ""
    return f"{phase} {whose}{owed}"


def _stock(state: Pavilion, say: Say) -> str:
    return say("pavilion.alt.stock", bag=len(state.bag), tower=len(state.tower))


def _center(state: Pavilion, say: Say) -> str:
    parts = [_tiles(state.center, say)] if state.center or not state.token else []
    return ", ".join(parts + [say("pavilion.alt.token")] * state.token)


def _tiles(heap: str, say: Say) -> str:
    """As in "2 purple, red"."""
    kinds = [(heap.count(color), say(f"pavilion.color.{color}")) for color in COLORS if color in heap]
    return ", ".join(f"{n} {color}" if n > 1 else color for n, color in kinds) or say("pavilion.alt.empty")


def _marks(state: Pavilion, seat: Seat, say: Say) -> str:
    marks = [say("pavilion.alt.token")] * holds_token(state, seat)
    passed = state.boards[seat].passed and state.phase != OVER
    return "".join(f", {mark}" for mark in [*marks, *[say("pavilion.alt.passed")] * passed])


def _held(state: Pavilion, seat: Seat, say: Say) -> str:
    """The hand, or what is kept by a seat that has passed, or what the end brought."""
    lies = state.boards[seat]
    if state.phase == OVER:
        goals = [(say(f"pavilion.goal.{goal}"), points) for goal, points in lies.goals(state.face)]
        earned = ", ".join(say("pavilion.alt.goal", goal=goal, points=points) for goal, points in goals)
        return say("pavilion.alt.goals", goals=earned or say("pavilion.alt.none"))
    key = "pavilion.alt.kept" if lies.passed else "pavilion.alt.hand"
    return say(key, tiles=_tiles(lies.corners if lies.passed else lies.hand, say))


def _long(state: Pavilion, seat: Seat, names: Sequence[str], say: Say) -> str:
    lies = state.boards[seat]
    laid = [star for star, cells in enumerate(lies.stars) if cells.strip(EMPTY)]
    stars = "; ".join(_star(state, lies, star, say, "star") for star in laid)
    board = say("pavilion.alt.seat", name=names[seat], points=lies.score, marks=_marks(state, seat, say), stars=stars)
    return f"{board} {_held(state, seat, say)}"


def _short(state: Pavilion, seat: Seat, names: Sequence[str], say: Say) -> str:
    lies = state.boards[seat]
    stars = "/".join(cells if cells.strip(EMPTY) else NONE for cells in lies.stars)
    key = "pavilion.alt.kept" if lies.passed else "pavilion.alt.hand"
    tiles = lies.corners if lies.passed else lies.hand
    heap = " ".join(f"{tiles.count(color)}{color}" for color in COLORS if color in tiles) or NONE
    held = "" if state.phase == OVER else " " + say(key, tiles=heap)
    return f"{names[seat]} {lies.score}{_marks(state, seat, say)}. {stars}.{held}"


def _seat(state: Pavilion, seat: Seat, name: str, say: Say) -> str:
    lies = state.boards[seat]
    rows = [_star(state, lies, star, say, "row") for star in range(len(STARS))]
    done = [one.what for one in ORNAMENTS if all(lies.covers(*at) for at in one.spaces)]
    found = [say(f"pavilion.alt.{what}", n=done.count(what)) for what in dict.fromkeys(done)]
    rows.append(say("pavilion.alt.surrounded", what=", ".join(found) or say("pavilion.alt.none")))
    rows.append(_held(state, seat, say))
    head = say("pavilion.alt.name", name=name, points=lies.score, marks=_marks(state, seat, say))
    return f"### {head}{bullets(rows)}"


def _star(state: Pavilion, board: Board, star: int, say: Say, key: str) -> str:
    """The covered spaces of a star, with their colors where these are not the star's own."""
    cells = board.stars[star]
    where = say(f"pavilion.where.{state.side}-{STARS[star]}")
    known = tinted(state.side, star)
    laid = [
        str(slot) if known else f"{slot} {say(f'pavilion.color.{tile}')}"
        for slot, tile in enumerate(cells, 1)
        if tile != EMPTY
    ]
    return say(f"pavilion.alt.{key}", star=where, at=STARS[star], spaces=", ".join(laid) or say("pavilion.alt.none"))
