"""Ratings from results, by the full Bradley-Terry model of openskill: one ladder per game, scope and season.

Pure functions from old tallies to new tallies. Knows nothing about storage, texts or Discord.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from zlib import crc32

from openskill.models import BradleyTerryFull

from bot.logic.results import MARK_LEFT, GameResult, SeatResult
from engine.files import resource_path

SETTLED_AFTER_GAMES = 5  # games in a ladder after which a rating is no longer provisional
EVERYWHERE = 0  # `guild` of a ladder across all servers
ALL_TIME = 0  # `season` of a ladder across all quarters
UNMEASURED_GAMES = ""  # key of the ratings for games whose robots were not measured
# The fixed rating of each robot level by game. Differences are measured (tests/research/anchors.py); the zero point is
# arbitrary.
ROBOT_RATINGS_FILE = resource_path("anchors.json")
ROBOT_RATINGS: Mapping[str, Mapping[str, float]] = json.loads(ROBOT_RATINGS_FILE.read_text("utf-8"))
RATING_CODE_VERSION = 5  # raise it when a change here or in bot/logic/results.py alters ratings
ROBOT_SIGMA = 1.0  # sigma of a robot, whose rating is certain
NEWCOMER_MU = 25.0  # mu of a newcomer
_DAY = 86_400.0  # seconds
_DAYS_BEFORE_EPOCH = 3  # 1970-01-01 was a Thursday, three days after a Monday

# Each player is compared with every other player at the table. Plackett-Luce would reward players who share first place
# less than the player behind them.
_MODEL = BradleyTerryFull(mu=NEWCOMER_MU, sigma=NEWCOMER_MU / 3)


def rating_rules(anchors: Mapping[str, Mapping[str, float]]) -> int:
    """A number that identifies the rating rules with these robot ratings."""
    return crc32(json.dumps([RATING_CODE_VERSION, anchors]).encode()) >> 1


RATING_RULES = rating_rules(ROBOT_RATINGS)  # if it has changed, the next start recalculates all ratings


@dataclass(frozen=True)
class Ladder:
    """A ranking of people by their results."""

    game: str  # key of the game
    guild: int  # server, or EVERYWHERE
    season: int  # quarter, or ALL_TIME
    edition: int  # edition of the game's rules


@dataclass(frozen=True, slots=True)
class Tally:
    """A person's rating and statistics on a ladder."""

    mu: float = NEWCOMER_MU  # the rating that people see
    sigma: float = NEWCOMER_MU / 3  # uncertainty of mu
    games: int = 0  # rated games
    wins: int = 0  # rated games won
    streak: int = 0  # current run of wins
    best: int | None = None  # most points in a game played to the end; negative where fewer is better
    think: float = 0.0  # thinking time over all turns, seconds
    turns: int = 0  # turns included in `think`
    week: int = 0  # week of the last game, see `week_of`
    earlier: float = NEWCOMER_MU  # `mu` when that week began
    earlier_games: int = 0  # `games` when that week began

    @property
    def is_settled(self) -> bool:
        """Whether the rating is no longer provisional."""
        return self.games >= SETTLED_AFTER_GAMES


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a game changed a person's all-time ratings."""

    room: int  # table number
    person: int  # account number
    here_before: float  # rating on the game's server, before
    here: float  # rating on the game's server, after
    everywhere_before: float  # rating across all servers, before
    everywhere: float  # rating across all servers, after
    settled: bool  # whether the server rating is no longer provisional


NEWCOMER = Tally()


def ladders(result: GameResult) -> tuple[Ladder, ...]:
    """The ladders that the result counts in: its server's and the overall one, all-time and seasonal."""
    scopes = [EVERYWHERE] if result.guild is None else [result.guild, EVERYWHERE]
    seasons = (ALL_TIME, season_of(result.finished))
    return tuple(Ladder(result.game, scope, season, result.edition) for scope in scopes for season in seasons)


def rate_result(result: GameResult, before: Mapping[int, Tally]) -> dict[int, Tally]:
    """The new tally of each person in the result, by account number; people not in `before` are newcomers."""
    seats = [place for place in result.places if place.person is not None or place.level is not None]
    teams = []
    for place in seats:
        if place.person is None:
            teams.append([_MODEL.rating(robot_rating(result.game, place.level or ""), ROBOT_SIGMA)])
        else:
            tally = before.get(place.person, NEWCOMER)
            teams.append([_MODEL.rating(tally.mu, tally.sigma)])
    after = _MODEL.rate(teams, ranks=[float(place.rank) for place in seats])
    tallies = dict[int, Tally]()
    week = week_of(result.finished)
    for place, (rating, *_) in zip(seats, after, strict=True):
        if place.person is not None:
            tally = before.get(place.person, NEWCOMER)
            tallies[place.person] = _count_game(tally, place, (rating.mu, rating.sigma), week)
    return tallies


def rating_changes(
    result: GameResult, before: Mapping[Ladder, Mapping[int, Tally]], after: Mapping[Ladder, Mapping[int, Tally]]
) -> list[RatingChange]:
    """How the result changed the all-time ratings of each person in it."""
    of_all_time = [ladder for ladder in ladders(result) if ladder.season == ALL_TIME]
    here = of_all_time[0]
    everywhere = of_all_time[-1]
    changes = []
    for person, tally in after[here].items():
        local = before[here].get(person, NEWCOMER).mu, tally.mu
        world = before[everywhere].get(person, NEWCOMER).mu, after[everywhere][person].mu
        changes.append(RatingChange(result.room, person, *local, *world, tally.is_settled))
    return changes


def season_of(moment: float) -> int:
    """The calendar quarter (UTC) of a moment as a number: 4 * year + 0 to 3.

    >>> season_of(0.0), quarter(season_of(1_800_000_000.0))
    (7880, (2027, 1))
    """
    day = datetime.fromtimestamp(moment, UTC)
    return 4 * day.year + (day.month - 1) // 3


def quarter(season: int) -> tuple[int, int]:
    """The year and quarter (1 to 4) of a season number."""
    return season // 4, season % 4 + 1


def week_of(moment: float) -> int:
    """The week (UTC, starting on Monday) of a moment; 0 is the week of 1970-01-01.

    >>> week_of(0.0), week_of(4 * 86_400.0 - 1), week_of(4 * 86_400.0)
    (0, 0, 1)
    """
    return int((moment // _DAY + _DAYS_BEFORE_EPOCH) // 7)


def robot_rating(game: str, level: str) -> float:
    """The fixed rating of this robot level in a game; a newcomer's rating for an unknown level."""
    return ROBOT_RATINGS.get(game, ROBOT_RATINGS[UNMEASURED_GAMES]).get(level, NEWCOMER_MU)


def _count_game(tally: Tally, place: SeatResult, rating: tuple[float, float], week: int) -> Tally:
    """The tally after one more game. `rating`: the new mu and sigma."""
    played = place.mark != MARK_LEFT
    won = played and place.rank == 1  # if everyone left, they all share rank 1 but nobody won
    bests = [points for points in (tally.best, place.points if played else None) if points is not None]
    fresh = week != tally.week
    return Tally(
        *rating,
        games=tally.games + 1,
        wins=tally.wins + won,
        streak=tally.streak + 1 if won else 0,
        best=max(bests, default=None),
        think=tally.think + place.thinking_time.seconds,
        turns=tally.turns + place.thinking_time.turns,
        week=week,
        earlier=tally.mu if fresh else tally.earlier,
        earlier_games=tally.games if fresh else tally.earlier_games,
    )
