"""The position of Azul in words, for people who cannot see the picture.

Independent of languages: every word comes from `say`, with keys under "azul.alt".
"""

from collections.abc import Iterator, Sequence
from functools import cache

from engine.core import CHANCE, Seat, State, View
from engine.games.azul import Azul
from engine.games.azul.moves import COLUMN_LETTERS
from engine.games.azul.sets import COLORS, EMPTY_CELL, FLOOR_COSTS, MARKER, WALL_SIDES
from render.azul.scene import seat_with_marker_beside_floor
from render.parts import bullet_list, position, turn_text
from render.scene import Say

NOTHING_THERE = "-"  # in the short form
MAX_LONG_TEXT = 900  # characters of the long form, which leaves room for sentences about the last change


def long_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """Describe the table, then each seat on a line; open wall spaces are included only if there is room."""
    state = position(view, Azul)
    title, whose, supply = _opening(view, names, say)
    displays = " ".join(f"{number}: {_tile_words(tiles, say)}." for number, tiles in enumerate(state.displays, 1))
    market = say("azul.alt.market", displays=displays, center=_tile_words(state.center, say))
    head = " ".join([say("azul.alt.head", title=title, turn=whose, market=market), supply, *_pattern_words(state, say)])
    whole = "\n".join([head, *_seat_lines(state, names, say, opened=True)])
    return whole if len(whole) <= MAX_LONG_TEXT else "\n".join([head, *_seat_lines(state, names, say, opened=False)])


def short_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """Describe the table and the seats in letters, with a legend."""
    state = position(view, Azul)
    title, whose, supply = _opening(view, names, say)
    displays = ", ".join(f"{number} {tiles or NOTHING_THERE}" for number, tiles in enumerate(state.displays, 1))
    letters = [f"{color} {say(f'azul.color.{color}')}" for color in COLORS]
    legend = ", ".join([*letters, f"{MARKER} {say('azul.alt.marker')}"])
    market = say("azul.alt.market_short", legend=legend, displays=displays, center=state.center or NOTHING_THERE)
    head = [say("azul.alt.head", title=title, turn=whose, market=market), supply]
    if state.wall_side.has_printed_colors:
        head.append(say("azul.alt.pattern", rows=" / ".join(_printed_colors(state.wall))))
    entries = [" ".join(head)]
    for seat, name in enumerate(names):
        board = state.boards[seat]
        lines = [
            f"{number} {f'{line[0]} {len(line)}/{number}' if line else NOTHING_THERE}"
            for number, line in enumerate(board.lines, 1)
        ]
        marker = f" {MARKER}" if MARKER in board.floor or seat == seat_with_marker_beside_floor(state) else ""
        cost = f", -{FLOOR_COSTS[len(board.floor)]}" if board.floor else ""
        rows = " / ".join(_wall_with_plan(state, seat)).upper()
        facts = {"lines": ", ".join(lines), "rows": rows, "floor": f"{len(board.floor)}{marker}{cost}"}
        entries.append(say("azul.alt.seat_short", name=name, points=board.score, **facts))
    return "\n".join(entries)


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """Describe the table, then each seat, as headings and lists in Markdown; names are not escaped."""
    state = position(view, Azul)
    title, whose, supply = _opening(view, names, say)
    rows = [
        say("azul.alt.display", n=number, tiles=_tile_words(tiles, say))
        for number, tiles in enumerate(state.displays, 1)
    ]
    rows += [say("azul.alt.center", tiles=_tile_words(state.center, say)), supply, *_pattern_words(state, say)]
    entries = [f"### {title}\n{whose}{bullet_list(rows)}"]
    for seat, name in enumerate(names):
        board = state.boards[seat]
        rows = [
            say("azul.alt.line", n=row, tiles=_line_words(row, line, say)) for row, line in enumerate(board.lines, 1)
        ]
        for row, cells in enumerate(_wall_with_plan(state, seat), 1):
            rows.append(say("azul.alt.wall_row", n=row, tiles=_row_words(state, row, cells, say, opened=True)))
        rows.append(say("azul.alt.floor", floor=_floor_words(state, seat, say)))
        entries.append("### " + say("azul.alt.name", name=name, points=board.score) + bullet_list(rows))
    return entries


def _opening(view: View[State], names: Sequence[str], say: Say) -> tuple[str, str, str]:
    """Return the title, whose turn it is or who still chooses columns, and the sizes of bag and lid."""
    state = position(view, Azul)
    wall = say(f"azul.alt.wall.{state.wall}")
    title = say("azul.alt.title", game=say("azul.title"), wall=wall, round=state.round)
    supply = say("azul.alt.supply", bag=len(state.bag), lid=len(state.lid))
    if state.plans and not view.stopped:
        choosing = [names[seat] for seat, plan in enumerate(state.plans) if not plan]
        whose = say("azul.alt.choosing", names=" + ".join(choosing), n=len(choosing))
    elif state.to_act() == (CHANCE,) and state.round > 1 and not view.stopped:
        whose = say("azul.alt.tiled")
    else:
        whose = turn_text(state, names, say)
    return title, whose, supply


def _pattern_words(state: Azul, say: Say) -> list[str]:
    """Return a sentence on the colors printed on the walls, or [] if no colors are printed."""
    if not state.wall_side.has_printed_colors:
        return []
    rows = []
    for n, row in enumerate(_printed_colors(state.wall), 1):
        colors = ", ".join(say(f"azul.color.{color}") for color in row)
        rows.append(f"{n}: {colors}")
    return [say("azul.alt.pattern", rows="; ".join(rows))]


@cache
def _printed_colors(wall: str) -> list[str]:
    """Return the letters of the colors printed on each row of a wall."""
    by_column = ({spot[0]: color for color, spot in row.items()} for row in WALL_SIDES[wall].columns_for)
    return ["".join(colors[index] for index in range(len(COLUMN_LETTERS))) for colors in by_column]


def _tile_words(heap: str, say: Say) -> str:
    """Name the tiles, as in "2 blue, red, first-player marker"."""
    parts = []
    for tile in dict.fromkeys(heap):
        if tile in COLORS:
            count = heap.count(tile)
            color = say(f"azul.color.{tile}")
            parts.append(f"{count} {color}" if count > 1 else color)
    if MARKER in heap:
        parts.append(say("azul.alt.marker"))
    return ", ".join(parts) or say("azul.alt.empty")


def _seat_lines(state: Azul, names: Sequence[str], say: Say, *, opened: bool) -> Iterator[str]:
    """Yield a line per seat, with or without the open spaces of its wall."""
    for seat, name in enumerate(names):
        board = state.boards[seat]
        lines = []
        rows = []
        for row, (line, cells) in enumerate(zip(board.lines, _wall_with_plan(state, seat), strict=True), 1):
            lines.append(f"{row}: {_line_words(row, line, say)}")
            rows.append(say("azul.alt.row", n=row, tiles=_row_words(state, row, cells, say, opened=opened)))
        facts = {"lines": "; ".join(lines), "rows": "; ".join(rows), "floor": _floor_words(state, seat, say)}
        yield say("azul.alt.seat", name=name, points=board.score, **facts)


def _wall_with_plan(state: Azul, seat: Seat) -> list[str]:
    """Return the wall of a seat, with the tiles of a known plan in lowercase letters."""
    board = state.boards[seat]
    plan = state.plans[seat] if state.plans else ""
    if not set(plan) & set(COLUMN_LETTERS):
        return board.wall
    cells = [list(row) for row in board.wall]
    for row, color, column, _, _ in board.copy().tile_wall(state.wall_side, state.house_rules, plan):
        if column is not None:
            cells[row][column] = color.lower()
    return ["".join(row) for row in cells]


def _line_words(size: int, line: str, say: Say) -> str:
    if not line:
        return say("azul.alt.empty")
    key = "azul.alt.full" if len(line) == size else "azul.alt.filled"
    return say(key, n=len(line), size=size, color=say(f"azul.color.{line[0]}"))


def _row_words(state: Azul, row: int, cells: str, say: Say, *, opened: bool) -> str:
    """Describe a row, counted from 1: its tiles with their column letters, then its open spaces."""
    tiles = []
    left = []
    for index, (letter, cell) in enumerate(zip(COLUMN_LETTERS, cells, strict=True)):
        if cell != EMPTY_CELL:
            color = say(f"azul.color.{cell.upper()}")  # a lowercase letter is a tile of the plan, not yet on the wall
            tiles.append(f"{letter} {say('azul.alt.chosen', color=color) if cell.islower() else color}")
        elif opened:
            waits = (
                say(f"azul.color.{_printed_colors(state.wall)[row - 1][index]}")
                if state.wall_side.has_printed_colors
                else ""
            )
            left.append(f"{letter} {waits}".strip())
    filled = ", ".join(tiles) or say("azul.alt.empty")
    return say("azul.alt.open", tiles=filled, left=", ".join(left)) if tiles and left else filled


def _floor_words(state: Azul, seat: Seat, say: Say) -> str:
    board = state.boards[seat]
    tiles = len(board.floor.replace(MARKER, ""))
    parts = []
    if MARKER in board.floor or seat == seat_with_marker_beside_floor(state):
        parts.append(say("azul.alt.marker"))
    if tiles:
        parts.append(say("azul.alt.tiles", n=tiles))
    if board.floor:
        parts.append(say("azul.alt.costs", n=FLOOR_COSTS[len(board.floor)]))
    return ", ".join(parts) or say("azul.alt.empty")
