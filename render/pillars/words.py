"""A position of Pillars in words, for people who cannot see the picture.

Independent of languages: every word comes from `say`, with keys under "pillars.alt".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.core import Cell, Seat, State, View
from engine.games.pillars import Lay, Pillar, Pillars, Player
from engine.games.pillars.sets import BOARD_SIDE
from engine.games.pillars.shapes import cells_of, covered_squares
from render.parts import bullet_list, position, turn_text
from render.pillars.places import SEAT_COLORS
from render.pillars.scene import phase
from render.scene import Say

MAX_STRETCHES_TEXT = 800  # characters; in a longer short form, rows are written letter by letter
EMPTY_ROW = "-"  # in the text
EMPTY_SQUARE = "."  # in the text


class _Stretch(NamedTuple):
    """Adjacent squares of one seat in a row, 0-based columns; a pillar is a stretch of its own."""

    color: str
    pillar: bool
    first: int
    last: int

    def is_continued_by(self, other: _Stretch) -> bool:
        """Whether the other stretch continues this one."""
        return not (self.pillar or other.pillar) and (self.color, self.last + 1) == (other.color, other.first)


def long_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """Return the head, then a line per seat with its pieces."""
    state = position(view, Pillars)
    lines = [say("pillars.alt.head", **_head_facts(state, names, say))]
    for seat, player in enumerate(state.players):
        laid = "; ".join(_pieces(player, say)) or say("pillars.alt.none")
        facts = {"name": names[seat], "dots": player.dots, "left": _hand(player, ", ", say), "laid": laid}
        lines.append(say("pillars.alt.seat", **facts, **_seat_facts(state, seat, say)))
    return "\n".join(lines)


def short_alt_text(view: View[State], names: Sequence[str], say: Say) -> str:
    """Return the head, the pieces in each row by letter of their seat, then a line per seat with its hand."""
    state = position(view, Pillars)
    head = say("pillars.alt.head", **_head_facts(state, names, say))
    seats = []
    for seat, player in enumerate(state.players):
        facts = {"name": names[seat], "dots": player.dots, "left": _hand(player, " ", say)}
        seats.append(say("pillars.alt.seat_short", **facts, **_seat_facts(state, seat, say)))
    # For example "3 G-Kr; 4 Gr L-Nb"; empty rows are left out.
    runs = [f"{row + 1} {' '.join(_stretch(run, 'run', say) for run in line)}" for row, line in _rows(state).items()]
    stretches = say("pillars.alt.rows", rows="; ".join(runs) or EMPTY_ROW)
    candidates = ["\n".join([head, rows, *seats]) for rows in (stretches, _letters(state, say))]
    return next(
        (candidate for candidate in candidates if len(candidate) <= MAX_STRETCHES_TEXT), min(candidates, key=len)
    )


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """Return the board by rows, then each seat, as Markdown headings and lists; `names` must already be escaped."""
    state = position(view, Pillars)
    opening = _head_facts(state, names, say)
    rows = [opening["board"]]
    for row, line in _rows(state).items():
        pieces = ", ".join(_stretch(run, "stretch", say) for run in line)
        rows.append(say("pillars.alt.row", n=row + 1, pieces=pieces))
    if len(rows) == 1:
        rows.append(say("pillars.alt.bare"))
    entries = [f"### {opening['title']}\n{opening['turn']}{bullet_list(rows)}"]
    for seat, player in enumerate(state.players):
        about = _seat_facts(state, seat, say)
        title = say("pillars.alt.name", name=names[seat], dots=player.dots, **about)
        left = say("pillars.alt.left", left=_hand(player, ", ", say), state=about["state"])
        entries.append(f"### {title}{bullet_list([left, *_pieces(player, say)])}")
    return entries


def _head_facts(state: Pillars, names: Sequence[str], say: Say) -> dict[str, str]:
    """Return the `title`, the `turn` and the `board` in words."""
    title = say("pillars.alt.title", game=say("pillars.title"), phase=phase(state, say))
    board = say(f"pillars.alt.board.{len(state.players)}")
    return {"title": title, "turn": turn_text(state, names, say), "board": board}


def _seat_facts(state: Pillars, seat: Seat, say: Say) -> dict[str, str]:
    """Return the word and the letter of a seat's color, and its `state` if it has no more turns."""
    player = state.players[seat]
    ended = "" if not player.gone else say("pillars.alt.out" if player.stock else "pillars.alt.done")
    return {"state": ended, **_color_facts(SEAT_COLORS[seat], say)}


def _hand(player: Player, between: str, say: Say) -> str:
    pillars_left = [say("pillars.alt.pillars", n=player.pillars)] * (player.pillars > 0)
    return between.join([*player.stock, *pillars_left]) or say("pillars.alt.none")


def _pieces(player: Player, say: Say) -> Iterator[str]:
    """Yield the pillars, then each tile with its squares, oldest first: "5L G5-J5 G6"."""
    pieces = player.pieces()
    standing = [_cell_text(piece.cell) for piece in pieces if isinstance(piece, Pillar)]
    if standing:
        yield say("pillars.alt.standing", n=len(standing), cells=" ".join(standing))
    for piece in pieces:
        if isinstance(piece, Lay):
            yield f"{piece.tile} {_squares(cells_of(covered_squares(piece)))}"


def _squares(group: Iterable[Cell]) -> str:
    """Return the squares row by row, adjacent ones as a stretch, "G5-J5"; a vertical line is a single stretch."""
    group = list(group)
    if len(group) > 1 and len({cell.column for cell in group}) == 1:
        return (
            f"{_cell_text(min(group, key=lambda cell: cell.row))}-{_cell_text(max(group, key=lambda cell: cell.row))}"
        )
    rows = groupby(sorted(group, key=lambda cell: (cell.row, cell.column)), key=lambda cell: cell.row)
    parts = []
    for row, line in rows:
        for _, run in groupby(enumerate(cell.column for cell in line), key=lambda pair: pair[1] - pair[0]):
            columns = [column for _, column in run]  # consecutive numbers
            start = _cell_text(Cell(columns[0], row))
            stop = _cell_text(Cell(columns[-1], row))
            parts.append(start if start == stop else f"{start}-{stop}")
    return " ".join(parts)


def _rows(state: Pillars) -> dict[int, list[_Stretch]]:
    """Return the stretches of each row that is not empty, from left to right."""
    owners: dict[Cell, _Stretch] = {}
    for color, player in zip(SEAT_COLORS, state.players, strict=False):
        for piece in player.pieces():
            for cell in cells_of(covered_squares(piece)):
                owners[cell] = _Stretch(color, isinstance(piece, Pillar), cell.column, cell.column)
    found: dict[int, list[_Stretch]] = {}
    for cell in sorted(owners, key=lambda cell: (cell.row, cell.column)):
        row = found.setdefault(cell.row, [])
        run = owners[cell]
        row.append(run._replace(first=row.pop().first) if row and row[-1].is_continued_by(run) else run)
    return found


def _stretch(run: _Stretch, key: str, say: Say) -> str:
    columns = _column_letter(run.first)
    if run.last > run.first:
        columns = say(f"pillars.alt.{key}_to", first=columns, last=_column_letter(run.last))
    if run.pillar:
        return say(f"pillars.alt.{key}_pillar", columns=columns, **_color_facts(run.color, say, pillar=True))
    return say(f"pillars.alt.{key}", columns=columns, **_color_facts(run.color, say))


def _color_facts(color: str, say: Say, *, pillar: bool = False) -> dict[str, str]:
    """Return the word of a color and its letter, a capital for pillars."""
    mark = say(f"pillars.alt.mark.{color}")
    return {"color": say(f"pillars.color.{color}"), "mark": mark.upper() if pillar else mark}


def _letters(state: Pillars, say: Say) -> str:
    """Return every row letter by letter without trailing empty squares, "..rrb"; short, wherever the pieces lie."""
    lines = []
    rows = _rows(state)
    for row in range(BOARD_SIDE):
        squares = [EMPTY_SQUARE] * BOARD_SIDE
        for run in rows.get(row, ()):
            mark = _color_facts(run.color, say, pillar=run.pillar)["mark"]
            squares[run.first : run.last + 1] = mark * (run.last + 1 - run.first)
        lines.append("".join(squares).rstrip(EMPTY_SQUARE) or EMPTY_ROW)
    return say("pillars.alt.letters", rows=" / ".join(lines))


def _cell_text(cell: Cell) -> str:
    return str(cell).upper()


def _column_letter(number: int) -> str:
    return _cell_text(Cell(number, 0))[0]
