"""The picture of a leaderboard: a frieze, a line a person, the reader's own line, those not settled yet.

Knows no ratings and no pixels.
"""

from collections.abc import Iterator
from dataclasses import replace

from render.cards.leaderboard_words import LeaderboardRow, LeaderboardView, shown_streak
from render.cards.parts import GAP, MARGIN, WIDTH, card, face, frieze, percent, short, stacked, tenths
from render.looks.font import plain
from render.parts import square
from render.scene import Box, Say, Scene, Shape

TOP = 134  # board units above the lines
WIDE = WIDTH - 2 * MARGIN  # of a line
MOST, UNSETTLED = 15, 3  # lines at most, people not settled who are named in short
FEW = 4  # people not settled who have lines: all of them if they are fewer
PITCHES = ((8, 64), (11, 50), (MOST, 37))  # board units from line to line, up to so many lines
STRIP = 32  # board units of a line of people not settled
BAR = (580, 104)  # the share of games won: where it begins, how long it is
FACE = 23  # board units: no face in a line has a larger radius
# Right ends of columns, board units, with their widths.
COLUMNS = {"won": (764, 70), "games": (852, 80), "streak": (956, 98), "best": (1046, 84), "rating": (1166, 116)}


def scene(view: LeaderboardView, say: Say) -> Scene:
    """Every shape, in a picture as high as they need.

    People who are not settled have lines of their own as long as there is room, else they are named in short.
    """
    ranked = view.rows[:MOST]
    room = MOST - len(ranked)
    gray = view.provisional[:room] if room >= min(len(view.provisional), FEW) else ()
    brief = () if gray else view.provisional[:UNSETTLED]
    pitch = next(pitch for most, pitch in PITCHES if len(ranked) + len(gray) <= most)
    parts = [_table(ranked, pitch, say), _apart(view.own, pitch, say)]
    parts.append(_gray(gray, len(view.provisional) - len(gray), pitch, say))
    parts.append(_strip(brief, len(view.provisional) - len(brief), say))
    lines = ranked or gray or view.own
    if not lines:
        box = Box(MARGIN, 0, WIDE, 120)
        parts = [iter([Shape("panel", box), Shape("card note", box, say("leaderboard_picture.empty"))])]
    shapes, bottom = stacked(parts, TOP)
    text = f"{view.title}\t{view.subtitle}" if view.subtitle else view.title
    title = Shape("card title", Box(28, 46, WIDTH - 56, 40), text)
    return card(bottom + GAP, [*frieze(), title, *(_header(say) if lines else ()), *shapes])


def _header(say: Say) -> Iterator[Shape]:
    line = Box(MARGIN, 98, WIDE, 30)
    share = Box(BAR[0], line.y, COLUMNS["won"][0] - BAR[0], line.h)
    yield Shape("column left", share, say("leaderboard_picture.column_won"))
    for key in ("games", "streak", "best", "rating"):
        yield Shape("column right", _cell(key, line), say(f"leaderboard_picture.column_{key}"))


def _table(rows: tuple[LeaderboardRow, ...], pitch: int, say: Say) -> Iterator[Shape]:
    if rows:
        yield Shape("panel", Box(MARGIN, 0, WIDE, pitch * len(rows)))
    boxes = [Box(MARGIN, pitch * at, WIDE, pitch) for at in range(len(rows))]
    for row, box in zip(rows, boxes, strict=True):
        if box.y:
            yield Shape("hairline", Box(box.x + 12, box.y - 1, box.w - 24, 2))
        yield from _line(row, box, say("leaderboard_picture.you") if row.mine else "", say)
    yield from (Shape("mine", box) for row, box in zip(rows, boxes, strict=True) if row.mine)


def _apart(row: LeaderboardRow | None, pitch: int, say: Say) -> Iterator[Shape]:
    if row is None:
        return
    box = Box(MARGIN, 0, WIDE, pitch)
    yield Shape("panel", box)
    keys = ("you", "unsettled") if row.provisional else ("you",)
    yield from _line(row, box, ", ".join(say(f"leaderboard_picture.{key}") for key in keys), say)
    yield Shape("mine", box)


def _gray(rows: tuple[LeaderboardRow, ...], more: int, pitch: int, say: Say) -> Iterator[Shape]:
    if rows:
        yield Shape("strip label", Box(MARGIN + 12, 0, WIDE, STRIP), _label("unsettled", more, say))
        table = _table(tuple(replace(row, place=None, provisional=True) for row in rows), pitch, say)
        yield from (shape._replace(box=shape.box.down(STRIP)) for shape in table)


def _label(key: str, more: int, say: Say) -> str:
    label = say(f"leaderboard_picture.{key}")
    return say("leaderboard_picture.label_more", label=label, n=more) if more else label


def _line(row: LeaderboardRow, box: Box, note: str, say: Say) -> Iterator[Shape]:
    mood = " unsettled" if row.provisional else ""
    yield from _place(row, box)
    if row.change:
        way = "up" if row.change > 0 else "down"
        yield Shape(f"moved {way}", Box(98, box.y + box.h // 2 - 6, 14, 12), cut=way)
        yield Shape("moved by", Box(117, box.y, 45, box.h), short(abs(row.change)))
    yield from face(row.name, square(182, box.y + box.h // 2, min(FACE, round(box.h * 0.39))))
    name = Box(214, box.y, BAR[0] - 24 - 214, box.h)
    caption = f"\t{note}" if note else ""
    if drawn := plain(row.name):
        yield Shape(f"person{mood}", name, drawn + caption)
    else:  # left to the text beside
        yield Shape("person unnamed", name, say("leaderboard_picture.unnamed") + caption)
    yield from _won(row, box, say)
    for key, value in (("games", row.games), ("streak", shown_streak(row)), ("best", row.best)):
        cell = _cell(key, box)
        yield Shape("cell none", cell, "–") if value is None else Shape("cell", cell, short(value))
    yield Shape(f"rating{mood}", _cell("rating", box), tenths(row.rating, say))


def _cell(key: str, box: Box) -> Box:
    right, width = COLUMNS[key]
    return Box(right - width, box.y, width, box.h)


def _place(row: LeaderboardRow, box: Box) -> Iterator[Shape]:
    """The first three in a hexagon, the first in gold."""
    if row.place is None:
        return
    if row.place <= 3:
        role = "place first" if row.place == 1 else "place next"
        yield Shape(role, square(62, box.y + box.h // 2, round(box.h * 0.4)), str(row.place))
    else:
        yield Shape("place", Box(18, box.y, 88, box.h), str(row.place))


def _won(row: LeaderboardRow, box: Box, say: Say) -> Iterator[Shape]:
    if not row.games:
        return
    x, width = BAR
    bar = Box(x, box.y + box.h // 2 - 6, width, 12)
    yield Shape("share", bar)
    full = round(width * row.wins / row.games)
    if full:
        yield Shape("share full", Box(x, bar.y, max(bar.h, full), bar.h))
    yield Shape("percent", _cell("won", box), percent(row.wins / row.games, say))


def _strip(rows: tuple[LeaderboardRow, ...], more: int, say: Say) -> Iterator[Shape]:
    """A line of at most three short entries: face, name, rating."""
    if rows:
        yield Shape("strip label", Box(MARGIN + 12, 0, 284, STRIP), _label("unsettled", more, say))
    for at, row in enumerate(rows):
        box = Box(316 + at * 290, 0, 278, STRIP)
        yield from face(row.name, square(box.x + 18, STRIP // 2, 15))
        rating = tenths(row.rating, say)
        name = plain(row.name) or say("leaderboard_picture.unnamed")
        yield Shape("short", Box(box.x + 44, box.y, box.w - 44, box.h), f"{name}\t{rating}")
