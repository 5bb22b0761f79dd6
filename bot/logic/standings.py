"""What can be read of results and ratings: a page of a ladder, a profile, what a game counted for. Knows no words."""

from __future__ import annotations

from dataclasses import dataclass

from bot.logic.ratings import ALL_TIME, RatingChange, Tally
from bot.logic.results import Result
from bot.model.room import Person


@dataclass(frozen=True)
class Standing:
    """A person on a ladder. `place` counts from 1, None while provisional; `before`: that when the week began."""

    person: int
    name: str
    tally: Tally
    place: int | None = None
    before: int | None = None

    @property
    def change(self) -> int:
        """How many places up since the week began, negative for down; 0 for whoever had or has none."""
        return 0 if self.place is None or self.before is None else self.before - self.place


@dataclass(frozen=True)
class PlayedGame:
    """One finished game of a person: rank among so many, what it did to the rating, and where it was played.

    `channel` and `message` are None where the table is not kept any more. `left`: not played to the end.
    """

    room: int
    game: str
    rank: int
    among: int
    points: int
    left: bool
    gain: float
    finished: float
    guild: int | None
    channel: int | None
    message: int | None


@dataclass(frozen=True)
class GameOutcome:
    """What a game counted for: its result, and what it did to everybody who is still known, by number."""

    result: Result
    gains: dict[int, RatingChange]
    names: dict[int, str]


@dataclass(frozen=True)
class LeaderboardQuery:
    """The leaderboard that somebody wants to see. `guild` may be EVERYWHERE, `season` ALL_TIME; `page` from 0."""

    game: str
    guild: int
    season: int = ALL_TIME
    page: int = 0


@dataclass(frozen=True)
class Viewer:
    """Who looks: account number, the server where, None for none, and how pictures look to them."""

    id: int
    guild: int | None
    theme: str = "light"


@dataclass(frozen=True)
class LeaderboardPage:
    """A page of a leaderboard. `own`: the reader's rank, None without one; `unlisted`: only the reader sees it.

    `seasons`: those that can be chosen, the present one first. `reckoning`: ratings may still change at any moment.
    """

    which: LeaderboardQuery
    pages: int
    rows: tuple[Standing, ...]
    own: Standing | None
    unlisted: bool
    seasons: tuple[int, ...]
    reckoning: bool = False


@dataclass(frozen=True)
class Profile:
    """A person's games on a server, or EVERYWHERE. `ranks`: of all time, by game; `game`: the chosen one, "" for none.

    `elsewhere`: the rank among everybody in the chosen game, for whom it may be told. `course`: when the chosen game
    was played (unix seconds) and the rating after it, oldest first. `played`: the latest games, the latest first.
    `against`: games in which the person was before and behind the reader, None where they never met.
    """

    person: Person
    guild: int
    ranks: dict[str, Standing]
    game: str = ""
    elsewhere: Standing | None = None
    course: tuple[tuple[float, float], ...] = ()
    played: tuple[PlayedGame, ...] = ()
    against: tuple[int, int] | None = None
