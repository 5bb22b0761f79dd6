"""The picture of a leaderboard: a frieze, a line a person, the reader's own line, robots and those not settled yet.

Knows no ratings and no pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from render.card_parts import GAP, MARGIN, WIDTH, card, face, frieze, short
from render.font import covers, plain
from render.leaderboard_words import LeaderboardView, Row, shown_streak
from render.parts import square
from render.scene import Box, Say, Scene, Shape

TOP = 108  # board units above the lines
MOST, ROBOTS, UNSETTLED = 15, 3, 3  # shown at most
PITCHES = ((8, 64), (11, 50), (MOST, 37))  # board units from line to line, up to so many lines
STRIP = 36  # board units of a line of robots or of people not settled
ABREAST = 3  # of those in a line
BAR = (596, 150)  # the share of games won: where it begins, how long it is
FACE = 23  # board units: no face in a line has a larger radius
# Right ends of columns, board units, with their widths.
COLUMNS = {"won": (816, 64), "games": (900, 84), "streak": (972, 70), "best": (1040, 64), "rating": (1164, 124)}


def scene(view: LeaderboardView, say: Say) -> Scene:
    """Every shape, in a picture as high as they need."""
    lines = view.rows[:MOST]
    pitch = next(pitch for most, pitch in PITCHES if len(lines) <= most)
    shapes, y = [*frieze(), _title(view)], TOP
    if lines or view.own:
        shapes += _header(say)
    else:
        shapes += _empty(Box(MARGIN, y, WIDTH - 2 * MARGIN, 120), say)
        y += 120 + GAP
    if lines:
        shapes += _table(lines, y, pitch, say)
        y += pitch * len(lines) + GAP
    if view.own:
        shapes += _apart(replace(view.own, mine=True), Box(MARGIN, y, WIDTH - 2 * MARGIN, pitch), say)
        y += pitch + GAP
    for label, rows in (("robots", view.robots[:ROBOTS]), ("unsettled", view.provisional[:UNSETTLED])):
        for at in range(0, len(rows), ABREAST):
            shapes += _strip(rows[at : at + ABREAST], y, "" if at else say(f"leaderboard_picture.{label}"), say)
            y += STRIP
    return card(y + GAP, shapes)


def _title(view: LeaderboardView) -> Shape:
    text = f"{view.title}\t{view.subtitle}" if view.subtitle else view.title
    return Shape("card title", Box(28, 46, WIDTH - 56, 40), text)


def _empty(box: Box, say: Say) -> Iterator[Shape]:
    yield Shape("panel", box)
    yield Shape("card note", box, say("leaderboard_picture.empty"))


def _header(say: Say) -> Iterator[Shape]:
    for key, (right, width) in COLUMNS.items():
        box = Box(BAR[0], 84, BAR[1], 22) if key == "won" else Box(right - width, 84, width, 22)
        yield Shape(f"column {'left' if key == 'won' else 'right'}", box, say(f"leaderboard_picture.column_{key}"))


def _table(rows: tuple[Row, ...], y: int, pitch: int, say: Say) -> Iterator[Shape]:
    """One panel, a hairline between lines; the reader's own line is outlined."""
    yield Shape("panel", Box(MARGIN, y, WIDTH - 2 * MARGIN, pitch * len(rows)))
    for at, row in enumerate(rows):
        box = Box(MARGIN, y + pitch * at, WIDTH - 2 * MARGIN, pitch)
        if at:
            yield Shape("hairline", Box(box.x + 12, box.y - 1, box.w - 24, 2))
        yield from _line(row, box, say)
    for at, row in enumerate(rows):
        if row.mine:
            yield Shape("mine", Box(MARGIN, y + pitch * at, WIDTH - 2 * MARGIN, pitch))


def _apart(row: Row, box: Box, say: Say) -> Iterator[Shape]:
    yield Shape("panel", box)
    yield from _line(row, box, say)
    yield Shape("mine", box)


def _line(row: Row, box: Box, say: Say) -> Iterator[Shape]:
    yield from _place(row, box)
    yield from _change(row.change, Box(102, box.y, 60, box.h))
    yield from face(row.name, square(182, box.y + box.h // 2, min(FACE, round(box.h * 0.39))))
    yield from _name(row, Box(214, box.y, BAR[0] - 24 - 214, box.h), say)
    yield from _won(row, box, say)
    for key, value in (("games", row.games), ("streak", shown_streak(row)), ("best", row.best)):
        right, width = COLUMNS[key]
        cell = Box(right - width, box.y, width, box.h)
        yield Shape("cell none", cell, "–") if value is None else Shape("cell", cell, short(value))
    right, width = COLUMNS["rating"]
    rating = say("leaderboard_picture.rating", rating=row.rating)
    yield Shape(f"rating{' unsettled' if row.provisional else ''}", Box(right - width, box.y, width, box.h), rating)


def _place(row: Row, box: Box) -> Iterator[Shape]:
    """The first three in a hexagon, the first in gold."""
    if row.place is None:
        return
    if row.place <= 3:
        role = "place first" if row.place == 1 else "place next"
        yield Shape(role, square(62, box.y + box.h // 2, round(box.h * 0.4)), str(row.place))
    else:
        yield Shape("place", Box(22, box.y, 80, box.h), short(row.place))


def _change(change: int, box: Box) -> Iterator[Shape]:
    if change:
        way = "up" if change > 0 else "down"
        yield Shape(f"moved {way}", Box(box.x, box.y + box.h // 2 - 6, 14, 12), cut=way)
        yield Shape("moved by", Box(box.x + 19, box.y, box.w - 19, box.h), short(abs(change)))


def _name(row: Row, box: Box, say: Say) -> Iterator[Shape]:
    """A name that the font cannot draw is left to the text beside."""
    marks = {"you": row.mine, "unsettled": row.provisional}
    notes = [say(f"leaderboard_picture.{key}") for key, holds in marks.items() if holds]
    note = f"\t{', '.join(notes)}" if notes else ""
    if covers(row.name):
        yield Shape("person", box, plain(row.name) + note)
    else:
        yield Shape("person unnamed", box, say("leaderboard_picture.unnamed") + note)


def _won(row: Row, box: Box, say: Say) -> Iterator[Shape]:
    if not row.games:
        return
    x, width = BAR
    bar = Box(x, box.y + box.h // 2 - 6, width, 12)
    yield Shape("share", bar)
    full = round(width * row.wins / row.games)
    if full:
        yield Shape("share full", Box(x, bar.y, max(bar.h, full), bar.h))
    right, room = COLUMNS["won"]
    percent = say("leaderboard_picture.percent", n=round(100 * row.wins / row.games))
    yield Shape("percent", Box(right - room, box.y, room, box.h), percent)


def _strip(rows: tuple[Row, ...], y: int, label: str, say: Say) -> Iterator[Shape]:
    """A line of short entries: face, name, rating."""
    if label:
        yield Shape("strip label", Box(MARGIN + 12, y, 176, STRIP), label)
    for at, row in enumerate(rows):
        box = Box(206 + at * 330, y, 310, STRIP)
        yield from face(row.name, square(box.x + 18, box.y + STRIP // 2, 15))
        rating = say("leaderboard_picture.rating", rating=row.rating)
        name = plain(row.name) if covers(row.name) else say("leaderboard_picture.unnamed")
        yield Shape("short", Box(box.x + 44, box.y, box.w - 44, box.h), f"{name}\t{rating}")
