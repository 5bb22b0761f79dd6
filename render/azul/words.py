"""The position of Azul in words, for those who cannot see the picture.

Knows no language: every word comes from `say`, keys under "azul.alt".
"""

from collections.abc import Callable, Sequence
from functools import cache

from engine.core import CHANCE, Seat, State, View
from engine.games.azul import Azul, Board
from engine.games.azul.moves import LETTERS
from engine.games.azul.sets import COLORS, COST, EMPTY, MARKER, SIZE, WALLS
from render.azul.scene import beside
from render.parts import bullets, position, turn
from render.scene import Say

NONE = "-"  # nothing there, in the short form
ENOUGH = 900  # characters that the long form may have, so that news find room beside it


def long(view: View[State], names: Sequence[str], say: Say) -> str:
    """Head and a line a seat, in words; open spaces of the walls only where there is room for them."""
    state = position(view, Azul)
    displays = [f"{at}: {_tiles(tiles, say)}." for at, tiles in enumerate(state.displays, 1)]
    market = say("azul.alt.market", displays=" ".join(displays), center=_tiles(state.center, say))
    head = say("azul.alt.head", title=_title(state, say), turn=_turn(view, names, say), market=market)
    pattern = [_pattern(state, say)] if state.side.printed else []
    head = " ".join([head, _supply(state, say), *pattern])
    whole = "\n".join([head, *_seats(state, names, say, _row)])
    return whole if len(whole) <= ENOUGH else "\n".join([head, *_seats(state, names, say, _filled)])


def short(view: View[State], names: Sequence[str], say: Say) -> str:
    """The same in letters, with a legend."""
    state = position(view, Azul)
    displays = ", ".join(f"{at} {tiles or NONE}" for at, tiles in enumerate(state.displays, 1))
    letters = [f"{color} {say(f'azul.color.{color}')}" for color in COLORS]
    legend = ", ".join([*letters, f"{MARKER} {say('azul.alt.marker')}"])
    market = say("azul.alt.market_short", legend=legend, displays=displays, center=state.center or NONE)
    head = say("azul.alt.head", title=_title(state, say), turn=_turn(view, names, say), market=market)
    seats = [_short(state, seat, names, say) for seat in range(len(names))]
    pattern = [say("azul.alt.pattern", rows=" / ".join(_printed(state.wall)))] if state.side.printed else []
    return "\n".join([" ".join([head, _supply(state, say), *pattern]), *seats])


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """The table, then each seat from the first, as headings and lists in Markdown; names are taken as they come."""
    state = position(view, Azul)
    rows = [say("azul.alt.display", n=at, tiles=_tiles(tiles, say)) for at, tiles in enumerate(state.displays, 1)]
    rows += [say("azul.alt.center", tiles=_tiles(state.center, say)), _supply(state, say)]
    rows += [_pattern(state, say)] if state.side.printed else []
    table = f"### {_title(state, say)}\n{_turn(view, names, say)}{bullets(rows)}"
    return [table, *(_seat(state, seat, name, say) for seat, name in enumerate(names))]


def _turn(view: View[State], names: Sequence[str], say: Say) -> str:
    """Whose turn it is; while columns are chosen who still chooses."""
    state = position(view, Azul)
    if state.plans and not view.stopped:
        choosing = [names[seat] for seat, plan in enumerate(state.plans) if not plan]
        return say("azul.alt.choosing", names=" + ".join(choosing), n=len(choosing))
    tiled = state.to_act() == (CHANCE,) and state.round > 1 and not view.stopped
    return say("azul.alt.tiled") if tiled else turn(state, names, say)


def _wall(state: Azul, seat: Seat) -> list[str]:
    """The wall of a seat, the tiles of a plan that is known on it in small letters."""
    board, plan = state.boards[seat], state.plans[seat] if state.plans else ""
    cells = [list(row) for row in board.wall]
    for row, color, at, _, _ in board.copy().tile(state.side, state.house, plan) if set(plan) & set(LETTERS) else ():
        if at is not None:
            cells[row][at] = color.lower()
    return ["".join(row) for row in cells]


def _title(state: Azul, say: Say) -> str:
    return say("azul.alt.title", game=say("azul.title"), wall=say(f"azul.alt.wall.{state.wall}"), round=state.round)


def _supply(state: Azul, say: Say) -> str:
    return say("azul.alt.supply", bag=len(state.bag), lid=len(state.lid))


def _tiles(heap: str, say: Say) -> str:
    """As in "2 blue, red, first-player marker"."""
    kinds = [(heap.count(color), say(f"azul.color.{color}")) for color in dict.fromkeys(heap) if color in COLORS]
    parts = [f"{count} {color}" if count > 1 else color for count, color in kinds]
    return ", ".join(parts + [say("azul.alt.marker")] * (MARKER in heap)) or say("azul.alt.empty")


def _seats(state: Azul, names: Sequence[str], say: Say, row: Callable[[Azul, str, int, Say], str]) -> list[str]:
    """A line a seat, the rows of its wall as `row` says them."""
    found = []
    for seat, board in enumerate(state.boards):
        lines = "; ".join(f"{at}: {_line(at, line, say)}" for at, line in enumerate(board.lines, 1))
        told = (row(state, cells, at, say) for at, cells in enumerate(_wall(state, seat)))
        rows = "; ".join(say("azul.alt.row", n=at, tiles=tiles) for at, tiles in enumerate(told, 1))
        facts = {"lines": lines, "rows": rows, "floor": _floor(state, seat, say)}
        found.append(say("azul.alt.seat", name=names[seat], points=board.score, **facts))
    return found


def _short(state: Azul, seat: Seat, names: Sequence[str], say: Say) -> str:
    board = state.boards[seat]
    lines = [f"{row} {f'{line[0]} {len(line)}/{row}' if line else NONE}" for row, line in enumerate(board.lines, 1)]
    cost = f", -{COST[len(board.floor)]}" if board.floor else ""
    floor = f"{len(board.floor)}{f' {MARKER}' * _marked(state, seat, board)}{cost}"
    rows, points = " / ".join(_wall(state, seat)).upper(), board.score
    return say("azul.alt.seat_short", name=names[seat], points=points, lines=", ".join(lines), rows=rows, floor=floor)


def _seat(state: Azul, seat: Seat, name: str, say: Say) -> str:
    board = state.boards[seat]
    rows = [say("azul.alt.line", n=row, tiles=_line(row, line, say)) for row, line in enumerate(board.lines, 1)]
    walls = [_row(state, cells, at, say) for at, cells in enumerate(_wall(state, seat))]
    rows += [say("azul.alt.wall_row", n=row, tiles=tiles) for row, tiles in enumerate(walls, 1)]
    rows.append(say("azul.alt.floor", floor=_floor(state, seat, say)))
    return "### " + say("azul.alt.name", name=name, points=board.score) + bullets(rows)


def _line(size: int, line: str, say: Say) -> str:
    if not line:
        return say("azul.alt.empty")
    key = "azul.alt.full" if len(line) == size else "azul.alt.filled"
    return say(key, n=len(line), size=size, color=say(f"azul.color.{line[0]}"))


def _row(state: Azul, cells: str, row: int, say: Say) -> str:
    """The tiles of a 0-based row after the letters of their columns, then what is open there."""
    waits = [say(f"azul.color.{color}") for color in _printed(state.wall)[row]] if state.side.printed else [""] * SIZE
    left = [f"{LETTERS[at]} {waits[at]}".strip() for at, cell in enumerate(cells) if cell == EMPTY]
    if len(left) in (0, len(cells)):
        return _filled(state, cells, row, say)
    return say("azul.alt.open", tiles=_filled(state, cells, row, say), left=", ".join(left))


def _filled(state: Azul, cells: str, row: int, say: Say) -> str:
    """The tiles of a row after the letters of their columns."""
    tiles = []
    for letter, cell in zip(LETTERS, cells, strict=True):
        if cell != EMPTY:
            color = say(f"azul.color.{cell.upper()}")  # one in a small letter is only chosen yet
            tiles.append(f"{letter} {say('azul.alt.chosen', color=color) if cell.islower() else color}")
    return ", ".join(tiles) or say("azul.alt.empty")


@cache
def _printed(wall: str) -> list[str]:
    """The colors printed on the rows of that wall, as letters."""
    by_column = ({spot[0]: color for color, spot in row.items()} for row in WALLS[wall].spots)
    return ["".join(colors[at] for at in range(len(LETTERS))) for colors in by_column]


def _pattern(state: Azul, say: Say) -> str:
    rows = (", ".join(say(f"azul.color.{color}") for color in row) for row in _printed(state.wall))
    return say("azul.alt.pattern", rows="; ".join(f"{n}: {row}" for n, row in enumerate(rows, 1)))


def _floor(state: Azul, seat: Seat, say: Say) -> str:
    board = state.boards[seat]
    tiles = len(board.floor.replace(MARKER, ""))
    parts = [say("azul.alt.marker")] * _marked(state, seat, board)
    parts += [say("azul.alt.tiles", n=tiles)] * (tiles > 0)
    parts += [say("azul.alt.costs", n=COST[len(board.floor)])] * (board.floor != "")
    return ", ".join(parts) or say("azul.alt.empty")


def _marked(state: Azul, seat: Seat, board: Board) -> bool:
    return MARKER in board.floor or seat == beside(state)
