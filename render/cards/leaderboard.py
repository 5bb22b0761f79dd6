"""A leaderboard: its content, its picture with a line per person, and the same in words.

Knows nothing about ratings and pixels: the view contains the places and figures.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from render.cards.parts import (
    CARD_MARGIN,
    CARD_PANEL_GAP,
    CARD_WIDTH,
    MAX_CARD_ALT_TEXT,
    card,
    face,
    frieze,
    one_decimal,
    percent,
    short_count,
    stack_parts,
)
from render.looks.font import drawable_name
from render.parts import square
from render.scene import Box, Say, Scene, Shape

ROWS_TOP = 134  # board units
ROW_WIDTH = CARD_WIDTH - 2 * CARD_MARGIN  # board units
MAX_ROWS = 15
MAX_BRIEF_PEOPLE = 3  # people with provisional ratings in a short mention
MIN_PROVISIONAL_ROWS = 4  # the least lines for people with provisional ratings, or one for each if there are fewer
ROW_PITCHES = ((8, 64), (11, 50), (MAX_ROWS, 37))  # (greatest number of lines, board units from line to line)
STRIP_HEIGHT = 32  # board units of the short mention of people with provisional ratings
MAX_FACE_RADIUS = 23  # board units
NAME_X = 214  # board units
RATING_CELL = (1050, 116)  # x and width of the last column
SHARE_CELLS = {
    "won": (70, 8),
    "bar": (104, 10),
}  # of games won: width, and gap to its right
MAX_ALT_TEXT_ROWS = 60  # even with the shortest names, no more rows fit


@dataclass(frozen=True)
class Column:
    """A figure in the rows of a leaderboard."""

    key: str  # its words are `column_<key>` as a heading and `told_<key>` in a sentence
    width: int  # board units of its cells
    gap: int = 6  # board units to the right of them


@dataclass(frozen=True)
class LeaderboardRow:
    """One person of a leaderboard."""

    place: int | None  # from 1, None without a place
    name: str  # of the person
    rating: float  # shown with one decimal
    change: int = 0  # places gained since last time, negative for lost
    games: int = 0  # games played
    wins: int = 0  # games won
    figures: Mapping[str, int] = field(default_factory=dict)  # by key of the column, only figures worth showing
    mine: bool = False  # it is the reader's row
    provisional: bool = False  # too few games for a place


@dataclass(frozen=True)
class LeaderboardView:
    """A page of a leaderboard."""

    title: str  # "Azul"
    subtitle: str  # "this season, this server"
    rows: tuple[LeaderboardRow, ...] = ()  # best first
    own: LeaderboardRow | None = None  # the reader's row if it is not in `rows`
    provisional: tuple[LeaderboardRow, ...] = ()  # people with too few games, listed separately
    game: str = ""  # the key of the game whose tiles make the frieze, "" for all games
    columns: tuple[Column, ...] = ()  # shown between the share of wins and the rating; the most important first


def scene(view: LeaderboardView, say: Say) -> Scene:
    """Return the picture, as high as its lines require.

    People with provisional ratings get lines if there is room, otherwise a short mention.
    """
    ranked = view.rows[:MAX_ROWS]
    room = MAX_ROWS - len(ranked)
    gray = view.provisional[:room] if room >= min(len(view.provisional), MIN_PROVISIONAL_ROWS) else ()
    brief = () if gray else view.provisional[:MAX_BRIEF_PEOPLE]
    pitch = next(pitch for most, pitch in ROW_PITCHES if len(ranked) + len(gray) <= most)
    parts = [_table(ranked, pitch, view.columns, say), _own_row(view.own, pitch, view.columns, say)]
    parts.append(_provisional_rows(gray, len(view.provisional) - len(gray), pitch, view.columns, say))
    parts.append(_strip(brief, len(view.provisional) - len(brief), say))
    text = f"{view.title}\t{view.subtitle}" if view.subtitle else view.title
    above = [*frieze(), Shape("card title", Box(28, 46, CARD_WIDTH - 56, 40), text)]
    if ranked or gray or view.own:
        cells = _cells(view.columns, Box(CARD_MARGIN, 98, ROW_WIDTH, 30))
        share = cells["bar"].union(cells["won"])
        above.append(Shape("column left", share, say("leaderboard_picture.column_won")))
        keys = (*(column.key for column in view.columns), "rating")
        above += [Shape("column right", cells[key], say(f"leaderboard_picture.column_{key}")) for key in keys]
    else:
        box = Box(CARD_MARGIN, 0, ROW_WIDTH, 120)
        parts = [iter([Shape("panel", box), Shape("card note", box, say("leaderboard_picture.empty"))])]
    shapes, bottom = stack_parts(parts, ROWS_TOP)
    return card(bottom + CARD_PANEL_GAP, [*above, *shapes])


def _cells(columns: Sequence[Column], line: Box) -> dict[str, Box]:
    """Return the cells of a line: each column, the rating, and bar and percent of the games won."""
    left, width = RATING_CELL
    cells = {"rating": line._replace(x=left, w=width)}
    for column in reversed(columns):
        left -= column.gap + column.width
        cells[column.key] = line._replace(x=left, w=column.width)
    for key, (width, gap) in SHARE_CELLS.items():
        left -= gap + width
        cells[key] = line._replace(x=left, w=width)
    return cells


def _table(rows: tuple[LeaderboardRow, ...], pitch: int, columns: Sequence[Column], say: Say) -> Iterator[Shape]:
    if rows:
        yield Shape("panel", Box(CARD_MARGIN, 0, ROW_WIDTH, pitch * len(rows)))
    boxes = [Box(CARD_MARGIN, pitch * index, ROW_WIDTH, pitch) for index in range(len(rows))]
    for row, box in zip(rows, boxes, strict=True):
        if box.y:
            yield Shape("hairline", Box(box.x + 12, box.y - 1, box.w - 24, 2))
        yield from _row_shapes(row, box, say("leaderboard_picture.you") if row.mine else "", columns, say)
    yield from (Shape("mine", box) for row, box in zip(rows, boxes, strict=True) if row.mine)


def _own_row(row: LeaderboardRow | None, pitch: int, columns: Sequence[Column], say: Say) -> Iterator[Shape]:
    if row is None:
        return
    box = Box(CARD_MARGIN, 0, ROW_WIDTH, pitch)
    yield Shape("panel", box)
    keys = ("you", "unsettled") if row.provisional else ("you",)
    yield from _row_shapes(row, box, ", ".join(say(f"leaderboard_picture.{key}") for key in keys), columns, say)
    yield Shape("mine", box)


def _provisional_rows(
    rows: tuple[LeaderboardRow, ...], more: int, pitch: int, columns: Sequence[Column], say: Say
) -> Iterator[Shape]:
    if rows:
        yield Shape("strip label", Box(CARD_MARGIN + 12, 0, ROW_WIDTH, STRIP_HEIGHT), _label(more, say))
        unsettled = tuple(replace(row, place=None, provisional=True) for row in rows)
        for shape in _table(unsettled, pitch, columns, say):
            yield shape._replace(box=shape.box.move_down(STRIP_HEIGHT))


def _label(more: int, say: Say) -> str:
    label = say("leaderboard_picture.unsettled")
    return say("leaderboard_picture.label_more", label=label, n=more) if more else label


def _row_shapes(row: LeaderboardRow, box: Box, note: str, columns: Sequence[Column], say: Say) -> Iterator[Shape]:
    """Yield place, change, face and name, share of games won, figures and rating of a row."""
    mood = " unsettled" if row.provisional else ""
    middle = box.y + box.h // 2
    if row.place is not None and row.place <= 3:  # the place is in a hexagon, golden for the first place
        role = "place first" if row.place == 1 else "place next"
        yield Shape(role, square(62, middle, round(box.h * 0.4)), str(row.place))
    elif row.place is not None:
        yield Shape("place", Box(18, box.y, 88, box.h), str(row.place))
    if row.change:
        direction = "up" if row.change > 0 else "down"
        yield Shape(f"moved {direction}", Box(98, middle - 6, 14, 12), cut=direction)
        yield Shape("moved by", Box(117, box.y, 45, box.h), short_count(abs(row.change)))
    yield from face(row.name, square(182, middle, min(MAX_FACE_RADIUS, round(box.h * 0.39))))
    cells = _cells(columns, box)
    bar = cells["bar"]._replace(y=middle - 6, h=12)
    name = Box(NAME_X, box.y, bar.x - 24 - NAME_X, box.h)
    caption = f"\t{note}" if note else ""
    if drawn := drawable_name(row.name):
        yield Shape(f"person{mood}", name, drawn + caption)
    else:  # the font cannot draw the name; the alt text has it
        yield Shape("person unnamed", name, say("leaderboard_picture.unnamed") + caption)
    if row.games:
        yield Shape("share", bar)
        full = round(bar.w * row.wins / row.games)
        if full:
            yield Shape("share full", bar._replace(w=max(bar.h, full)))
        yield Shape("percent", cells["won"], percent(row.wins / row.games, say))
    for column in columns:
        figure = row.figures.get(column.key)
        text = "–" if figure is None else short_count(figure)
        yield Shape("cell none" if figure is None else "cell", cells[column.key], text)
    yield Shape(f"rating{mood}", cells["rating"], one_decimal(row.rating, say))


def _strip(rows: tuple[LeaderboardRow, ...], more: int, say: Say) -> Iterator[Shape]:
    """Yield a line of at most three short entries: face, name, rating."""
    if rows:
        yield Shape("strip label", Box(CARD_MARGIN + 12, 0, 284, STRIP_HEIGHT), _label(more, say))
    for index, row in enumerate(rows):
        box = Box(316 + index * 290, 0, 278, STRIP_HEIGHT)
        yield from face(row.name, square(box.x + 18, STRIP_HEIGHT // 2, 15))
        rating = one_decimal(row.rating, say)
        name = drawable_name(row.name) or say("leaderboard_picture.unnamed")
        yield Shape("short", Box(box.x + 44, box.y, box.w - 44, box.h), f"{name}\t{rating}")


def alt(view: LeaderboardView, say: Say) -> str:
    """Return the leaderboard in words, at most 1,000 characters, with as many figures as fit for all rows.

    If not even names and ratings fit, the last rows are replaced by their number. The reader's own row is dropped last.
    """
    entries = (*view.rows, *view.provisional)[:MAX_ALT_TEXT_ROWS]
    keys = ("up", "down", *(column.key for column in view.columns))
    candidates = [_text(view, entries, figure_keys, say) for figure_keys in (keys, keys[:3], keys[2:3], ())]
    candidates += [_text(view, entries[:count], (), say) for count in range(len(entries) - 1, -1, -1)]
    candidates.append(_heading(view, say)[:MAX_CARD_ALT_TEXT])
    return next(candidate for candidate in candidates if len(candidate) <= MAX_CARD_ALT_TEXT)


def _heading(view: LeaderboardView, say: Say) -> str:
    caption = f", {view.subtitle}" if view.subtitle else ""
    return f"{say('leaderboard_picture.heading', title=view.title)}{caption}."


def _text(view: LeaderboardView, entries: tuple[LeaderboardRow, ...], keys: tuple[str, ...], say: Say) -> str:
    """Return a line per entry with the figures of these keys, then the reader's own row with all figures."""
    parts = [_heading(view, say), *(_sentence(row, keys, say) for row in entries)]
    missing = len(view.rows) + len(view.provisional) - len(entries)
    if missing:
        parts.append(say("leaderboard_picture.more", n=missing))
    if view.own is not None:
        every = ("up", "down", *(column.key for column in view.columns))
        own = _sentence(replace(view.own, mine=False), every, say)
        parts.append(say("leaderboard_picture.own", row=own))
    elif not (view.rows or view.provisional):
        parts.insert(1, say("leaderboard_picture.empty"))
    return "\n".join(parts)


def _sentence(row: LeaderboardRow, keys: tuple[str, ...], say: Say) -> str:
    """Return a row in words; figures that it lacks are left out."""
    kind = "place" if row.place else "provisional"
    parts = [
        say(f"leaderboard_picture.told_{kind}", place=row.place, name=row.name, rating=one_decimal(row.rating, say))
    ]
    figures = {"up": row.change} if row.change > 0 else {"down": -row.change} if row.change else {}
    figures |= row.figures
    present = [key for key in keys if key in figures]
    parts += [say(f"leaderboard_picture.told_{key}", n=figures[key], wins=row.wins) for key in present]
    if row.mine:
        parts.append(say("leaderboard_picture.you"))
    if row.provisional and row.place:
        parts.append(say("leaderboard_picture.unsettled"))
    return ", ".join(parts)
