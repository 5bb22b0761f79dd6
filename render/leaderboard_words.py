"""What a leaderboard tells, and the same in words for those who do not see its picture.

Knows no ratings and no pixels: places and numbers come in as they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from render.scene import Say

ROOM = 1000  # characters of an alt text


@dataclass(frozen=True)
class Row:
    """One person or robot of a leaderboard.

    `place` counts from 1 and is None for whoever has none; `change` is how many places up since last time, negative
    for down; `streak` is how many of the last games were won in a row; `best` the best score, None without one.
    `mine` marks the reader, `provisional` somebody with too few games, `robot` an anchor that has no place.
    """

    place: int | None
    name: str
    rating: float
    change: int = 0
    games: int = 0
    wins: int = 0
    streak: int = 0
    best: int | None = None
    mine: bool = False
    provisional: bool = False
    robot: bool = False


@dataclass(frozen=True)
class LeaderboardView:
    """A page of a leaderboard, best first; `own` is the reader's row where it is not among `rows`.

    `title` and `subtitle` are words ("Azul", "this season, this server"). `game` is the key of the game whose tiles
    make the frieze; "" stands for all games.
    """

    title: str
    subtitle: str
    rows: tuple[Row, ...] = ()
    own: Row | None = None
    robots: tuple[Row, ...] = ()
    provisional: tuple[Row, ...] = ()
    game: str = ""


def alt(view: LeaderboardView, say: Say) -> str:
    """The leaderboard in at most 1,000 characters; where rows have no room they are left out whole and counted.

    The reader's own row is there as long as its name has room.
    """
    for kind in ("row", "brief"):
        for kept in range(len(_entries(view)), -1, -1):
            told = _told(view, kind, kept, say)
            if len(told) <= ROOM and (kind == "brief" or kept == len(_entries(view))):
                return told
    return say("leaderboard_picture.heading", title=view.title, subtitle=view.subtitle)[:ROOM]


def _entries(view: LeaderboardView) -> tuple[Row, ...]:
    """All rows that may be left out, the last ones first."""
    return (*view.rows, *view.robots, *view.provisional)


def _told(view: LeaderboardView, kind: str, kept: int, say: Say) -> str:
    """The heading, the reader's own row, and so many of the others, in their order."""
    parts = [say("leaderboard_picture.heading", title=view.title, subtitle=view.subtitle)]
    entries = _entries(view)
    if not entries and view.own is None:
        parts.append(say("leaderboard_picture.empty"))
    parts += _sentences(entries[:kept], kind, say)
    if kept < len(entries):
        parts.append(say("leaderboard_picture.more", n=len(entries) - kept))
    if view.own is not None:
        parts.append(say("leaderboard_picture.own", row=_sentence(view.own, kind, say)))
    return "\n".join(parts)


def _sentences(rows: tuple[Row, ...], kind: str, say: Say) -> Iterator[str]:
    return (_sentence(row, kind, say) for row in rows)


def _sentence(row: Row, kind: str, say: Say) -> str:
    """One row in words; what is nothing is left out."""
    facts = {
        "place": row.place or 0,
        "name": row.name,
        "rating": row.rating,
        "up": max(0, row.change),
        "down": max(0, -row.change),
        "games": row.games,
        "wins": row.wins,
        "streak": row.streak,
        "best": "" if row.best is None else row.best,
    }
    parts = [say(f"leaderboard_picture.{'place' if row.place else 'robot' if row.robot else 'provisional'}", **facts)]
    if kind == "row":
        keys = [key for key in ("up", "down") if facts[key]]
        keys += ["games"] if row.games else []
        keys += ["streak"] if row.streak > 1 else []
        keys += ["best"] if row.best is not None else []
        parts += [say(f"leaderboard_picture.told_{key}", **facts) for key in keys]
    if row.mine:
        parts.append(say("leaderboard_picture.you"))
    return ", ".join(parts)
