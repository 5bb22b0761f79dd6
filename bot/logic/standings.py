"""Values to show of results and ratings: a leaderboard page, a profile, the outcome of a game. Knows no words."""

from dataclasses import dataclass

from bot.logic.ratings import ALL_TIME, RatingChange, Tally
from bot.logic.results import Result
from bot.model.people import Person
from bot.model.preferences import Theme


@dataclass(frozen=True)
class Standing:
    """A person on a ladder.

    `person`: account number. `name`: as last seen. `tally`: what the ladder keeps of them. `place`: counts from 1, None
    while provisional. `before`: the place when the week began.
    """

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
    """One finished game of a person.

    `room`: the number of its table. `game`: the key of the game. `rank`: among so many (`among`) seats. `points`: of
    the person's seat. `left`: not played to the end. `gain`: what it did to the rating. `finished`: unix seconds.
    `guild`: the server. `channel` and `message` are None where the table is not kept any more. `settled`: whether the
    rating was settled after it.
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
    settled: bool = True


@dataclass(frozen=True)
class GameOutcome:
    """What a game counted for.

    `result`: of its seats. `gains`: what it did to everybody who is still known, by account number. `names`: theirs.
    """

    result: Result
    gains: dict[int, RatingChange]
    names: dict[int, str]


@dataclass(frozen=True)
class LeaderboardQuery:
    """The leaderboard that somebody wants to see.

    `game`: its key. `guild` may be EVERYWHERE, `season` ALL_TIME; `page` counts from 0.
    """

    game: str
    guild: int
    season: int = ALL_TIME
    page: int = 0


@dataclass(frozen=True)
class Viewer:
    """Who looks.

    `id`: account number. `guild`: the server where, None for none. `theme`: how pictures look to them.
    """

    id: int
    guild: int | None
    theme: Theme = "light"


@dataclass(frozen=True)
class LeaderboardPage:
    """A page of a leaderboard.

    `which`: the leaderboard and the page. `pages`: how many there are. `rows`: those of this page. `own`: the viewer's
    rank, None without one. `unlisted`: only the viewer sees it. `seasons`: those that can be chosen, the present one
    first. `reckoning`: ratings may still change at any moment.
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
    """The games of a `person` on a server (`guild`), or EVERYWHERE.

    `ranks`: of all time, by game; `game`: the chosen one, "" for none.

    `elsewhere`: the rank among everybody in the chosen game, for whom it may be told. `curve`: when the chosen game
    was played (unix seconds) and the rating after it, oldest first. `played`: the latest games, the latest first.
    `against`: games in which the person was before and behind the reader, None where they never met.
    `together`: the number of the last table here at which both sat, None for none.
    """

    person: Person
    guild: int
    ranks: dict[str, Standing]
    game: str = ""
    elsewhere: Standing | None = None
    curve: tuple[tuple[float, float], ...] = ()
    played: tuple[PlayedGame, ...] = ()
    against: tuple[int, int] | None = None
    together: int | None = None
