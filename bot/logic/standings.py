"""What leaderboards, profiles and game results show, as values. Knows nothing about texts."""

from dataclasses import dataclass

from bot.logic.ratings import ALL_TIME, RatingChange, Tally
from bot.logic.results import GameResult
from bot.model.people import Person
from bot.model.preferences import ThemeName


@dataclass(frozen=True)
class Standing:
    """A person's position on a ladder."""

    person: int  # account number
    name: str  # name when last seen
    tally: Tally  # rating and statistics on the ladder
    place: int | None = None  # 1-based, None while provisional
    place_before: int | None = None  # place when the week began, None while provisional

    @property
    def change(self) -> int:
        """The number of places gained since the week began, negative for places lost; 0 if either place is None."""
        return 0 if self.place is None or self.place_before is None else self.place_before - self.place


@dataclass(frozen=True)
class PlayedGame:
    """A finished game in a person's profile."""

    room: int  # table number
    game: str  # key of the game
    rank: int  # 1-based
    among: int  # number of seats
    points: int  # points of the person's seat
    has_left: bool  # whether the person did not play to the end
    gain: float  # change of the rating
    finished: float  # unix seconds
    guild: int | None  # server, None if no longer known
    channel: int | None  # None if the table has been deleted
    message: int | None  # None if the table has been deleted
    is_settled: bool = True  # whether the rating was settled after the game


@dataclass(frozen=True)
class GameOutcome:
    """The outcome of a rated game."""

    result: GameResult  # ranks and points of all seats
    gains: dict[int, RatingChange]  # rating changes of the people still known, by account number
    names: dict[int, str]  # names of these people, by account number


@dataclass(frozen=True)
class LeaderboardQuery:
    """A request for a leaderboard page."""

    game: str  # key of the game
    guild: int  # server, or EVERYWHERE
    season: int = ALL_TIME  # quarter, or ALL_TIME
    page: int = 0  # 0-based


@dataclass(frozen=True)
class RatingsViewer:
    """The person who looks at a leaderboard or profile."""

    id: int  # account number
    guild: int | None  # server they are on, None in direct messages
    theme: ThemeName = "light"  # theme of the pictures they see


@dataclass(frozen=True)
class LeaderboardPage:
    """A page of a leaderboard."""

    query: LeaderboardQuery  # the request that this page answers
    pages: int  # number of pages
    rows: tuple[Standing, ...]  # people on this page
    own: Standing | None  # the viewer's standing, None if they have none
    is_unlisted: bool  # whether only the viewer sees their standing
    seasons: tuple[int, ...]  # seasons to choose from, current first
    is_recalculating: bool = False  # whether ratings are being recalculated and may change at any moment


@dataclass(frozen=True)
class Profile:
    """The games of a `person` on one server (`guild`), or EVERYWHERE."""

    person: Person
    guild: int
    ranks: dict[str, Standing]  # all-time standings, by game
    game: str = ""  # the chosen game, "" for none
    standing_overall: Standing | None = None  # standing across all servers in the chosen game, None if private
    rating_curve: tuple[tuple[float, float], ...] = ()
    """For the chosen game: the end of each rated game (unix seconds) and the rating after it, oldest first."""
    latest_games: tuple[PlayedGame, ...] = ()  # latest first
    head_to_head: tuple[int, int] | None = None
    """Games in which the person finished ahead of and behind the viewer, None if they never met."""
    last_shared_table: int | None = None  # number of the last table on this server with both people, None for none
