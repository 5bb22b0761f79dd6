"""What a leaderboard shows, and the same in words for those who do not see its picture.

Knows no ratings and no pixels: places and numbers come in as they are shown.
"""

from dataclasses import dataclass, replace

from render.cards.parts import ROOM, tenths
from render.scene import Say

# Figures of a row, in words; fewer of them where there is less room.
MANY = 60  # entries: more have no room, however short
KEYS = (("up", "down", "games", "streak", "best"), ("up", "down", "games"), ("games",), ())


@dataclass(frozen=True)
class LeaderboardRow:
    """One person of a leaderboard: `name`, `rating`, `games` played and `wins` among them.

    `place` counts from 1 and is None for whoever has none; `change` is how many places up since last time, negative
    for down; `streak` is how many of the last games were won in a row; `best` the best score, None without one.
    `mine` marks the reader, `provisional` somebody with too few games.
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


@dataclass(frozen=True)
class LeaderboardView:
    """A page of a leaderboard: `rows` are best first, `own` is the reader's row where it is not among them.

    `title` and `subtitle` are words ("Azul", "this season, this server"). `provisional` (people with too few games) are
    listed apart. `game` is the key of the game whose tiles make the frieze; "" stands for all games.
    """

    title: str
    subtitle: str
    rows: tuple[LeaderboardRow, ...] = ()
    own: LeaderboardRow | None = None
    provisional: tuple[LeaderboardRow, ...] = ()
    game: str = ""


def alt(view: LeaderboardView, say: Say) -> str:
    """The leaderboard in at most 1,000 characters: as many figures as all rows have room for.

    Where not even names and ratings have room, rows are left out whole, the last first, and counted; the reader's own
    is left out when nothing else is left.
    """
    entries = (*view.rows, *view.provisional)[:MANY]
    ways = [_text(view, entries, keys, say) for keys in KEYS]
    ways += [_text(view, entries[:kept], (), say) for kept in range(len(entries) - 1, -1, -1)]
    ways.append(_heading(view, say)[:ROOM])
    return next(way for way in ways if len(way) <= ROOM)


def _heading(view: LeaderboardView, say: Say) -> str:
    caption = f", {view.subtitle}" if view.subtitle else ""
    return f"{say('leaderboard_picture.heading', title=view.title)}{caption}."


def _text(view: LeaderboardView, entries: tuple[LeaderboardRow, ...], keys: tuple[str, ...], say: Say) -> str:
    """A line an entry with the figures of these keys, and the reader's own with all."""
    parts = [_heading(view, say), *(_sentence(row, keys, say) for row in entries)]
    missing = len(view.rows) + len(view.provisional) - len(entries)
    if missing:
        parts.append(say("leaderboard_picture.more", n=missing))
    if view.own is not None:
        own = _sentence(replace(view.own, mine=False), KEYS[0], say)
        parts.append(say("leaderboard_picture.own", row=own))
    elif not (view.rows or view.provisional):
        parts.insert(1, say("leaderboard_picture.empty"))
    return "\n".join(parts)


def _sentence(row: LeaderboardRow, keys: tuple[str, ...], say: Say) -> str:
    """One row in words; what is nothing is left out."""
    kind = "place" if row.place else "provisional"
    parts = [say(f"leaderboard_picture.told_{kind}", place=row.place, name=row.name, rating=tenths(row.rating, say))]
    numbers = {
        "up": max(0, row.change),
        "down": max(0, -row.change),
        "games": row.games,
        "streak": shown_streak(row) or 0,
        "best": row.best,
    }
    shown = [key for key in keys if numbers[key] or (key == "best" and row.best == 0)]
    parts += [say(f"leaderboard_picture.told_{key}", n=numbers[key], wins=row.wins) for key in shown]
    if row.mine:
        parts.append(say("leaderboard_picture.you"))
    if row.provisional and row.place:
        parts.append(say("leaderboard_picture.unsettled"))
    return ", ".join(parts)


def shown_streak(row: LeaderboardRow) -> int | None:
    """The games won in a row, if that is more than one."""
    return row.streak if row.streak > 1 else None
