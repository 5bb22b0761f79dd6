"""Results and ratings to show: a leaderboard page, a profile, the outcome of a game. Knows no words."""

from dataclasses import dataclass

from bot.logic.ratings import ALL_TIME, RatingChange, Tally
from bot.logic.results import GameResult
from bot.model.people import Person
from bot.model.preferences import ThemeName


@dataclass(frozen=True)
class Standing:
    """A person on a ladder."""

    person: int  # account number
    name: str  # as last seen
    tally: Tally  # what the ladder keeps of them
    place: int | None = None  # counts from 1, None while provisional
    place_before: int | None = None  # the place when the week began

    @property
    def change(self) -> int:
        """How many places up since the week began, negative for down; 0 for whoever had or has none."""
        return 0 if self.place is None or self.place_before is None else self.place_before - self.place


@dataclass(frozen=True)
class PlayedGame:
    """One finished game of a person."""

    room: int  # the number of its table
    game: str  # the key of the game
    rank: int  # counts from 1
    among: int  # how many seats there were
    points: int  # of the person's seat
    has_left: bool  # not played to the end
    gain: float  # what it did to the rating
    finished: float  # unix seconds
    guild: int | None  # the server
    channel: int | None  # None where the table is not kept any more
    message: int | None  # as `channel`
    is_settled: bool = True  # whether the rating was settled after it


@dataclass(frozen=True)
class GameOutcome:
    """The outcome of a rated game."""

    result: GameResult  # of its seats
    gains: dict[int, RatingChange]  # what it did to everybody who is still known, by account number
    names: dict[int, str]  # theirs


@dataclass(frozen=True)
class LeaderboardQuery:
    """The leaderboard page that a person asks for."""

    game: str  # its key
    guild: int  # the server, or EVERYWHERE
    season: int = ALL_TIME  # the quarter, or ALL_TIME
    page: int = 0  # counts from 0


@dataclass(frozen=True)
class RatingsViewer:
    """The person who looks at a leaderboard or profile."""

    id: int  # account number
    guild: int | None  # the server where, None for none
    theme: ThemeName = "light"  # how pictures look to them


@dataclass(frozen=True)
class LeaderboardPage:
    """A page of a leaderboard."""

    query: LeaderboardQuery  # the leaderboard and the page
    pages: int  # how many there are
    rows: tuple[Standing, ...]  # those of this page
    own: Standing | None  # the viewer's rank, None without one
    is_unlisted: bool  # only the viewer sees it
    seasons: tuple[int, ...]  # those that can be chosen, the present one first
    is_recalculating: bool = False  # ratings may still change at any moment


@dataclass(frozen=True)
class Profile:
    """The games of a `person` on a server (`guild`), or EVERYWHERE."""

    person: Person
    guild: int
    ranks: dict[str, Standing]  # of all time, by game
    game: str = ""  # the chosen one, "" for none
    standing_overall: Standing | None = None  # the rank among everybody in the chosen game, for whom it may be told
    rating_curve: tuple[tuple[float, float], ...] = ()
    """When the chosen game was played (unix seconds) and the rating after it, oldest first."""
    latest_games: tuple[PlayedGame, ...] = ()  # the latest games, the latest first
    head_to_head: tuple[int, int] | None = None
    """Games in which the person was before and behind the reader, None where they never met."""
    last_shared_table: int | None = None  # the number of the last table here at which both sat, None for none
