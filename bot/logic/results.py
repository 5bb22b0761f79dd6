"""The result of a finished game: for whom it counts, and the rank of each seat. Must match the help page about ratings.

Independent of ratings, storage and Discord.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from bot.logic.seats import STAND_IN_LEVEL
from bot.model.hours import Hours, Span, seconds_between
from bot.model.people import Person, Robot
from bot.model.preferences import SeatLimit
from bot.model.record import LogLine, Record
from bot.model.record_table import saved_table
from engine.core import Game, Seat, places

CASUAL = "casual"  # value of the lobby question `counts` for unrated tables
MARK_LEFT = "left"
ALWAYS_AWAKE = Hours()


@dataclass(frozen=True)
class ThinkingTime:
    """How long a person thought, excluding sleep and pauses."""

    seconds: float = 0.0  # total
    turns: int = 0  # number of turns
    longest: float = 0.0  # seconds of the longest turn


@dataclass(frozen=True)
class SeatResult:
    """The result of one `seat`."""

    seat: Seat
    person: int | None  # account number of the person it counts for, None for a seat that began with a robot
    level: str | None  # level of the robot that the seat began with, None for a person
    rank: int  # 1-based; ties share a rank
    points: int  # negative where fewer is better
    mark: str = ""  # MARK_LEFT if the person did not play to the end, else ""
    thinking_time: ThinkingTime = ThinkingTime()  # how long the person thought


@dataclass(frozen=True)
class GameResult:
    """The result of a rated game; `finished` in unix seconds."""

    room: int  # table number
    game: str  # key of the game
    edition: int  # edition of the rules
    guild: int | None  # server, None if no longer known
    finished: float
    places: tuple[SeatResult, ...]  # one per seat

    def seat_result_of(self, person_id: int) -> SeatResult | None:
        """The person's seat result; None if the game does not count for them."""
        return next((place for place in self.places if place.person == person_id), None)


@dataclass(frozen=True)
class Consequences:
    """What to save or check together with a change of a room: after the last move of a game, or when someone joins."""

    next_game: Record | None = None  # the next game of the match, None if there is none
    result: GameResult | None = None  # the game's result, None if it does not count
    limit: SeatLimit | None = None  # table limit of the person who joins, None if nobody joins


NO_CONSEQUENCES = Consequences()


def game_result(record: Record, games: Mapping[str, Game], hours: Mapping[int, Hours]) -> GameResult | None:
    """The result of the game; None if it is not over, was ended early, or does not count.

    `hours`: quiet hours by account number. A game counts if it is rated (see `is_rated`).
    """
    if not is_rated(record) or record.phase != "over":
        return None
    table = saved_table(record, games[record.game])
    # A game counts if it ended by the rules or by resignations, not if it was ended early by agreement.
    still = [chair for chair in record.chairs if chair.departure != "resigned"]
    is_deserted = len(still) <= 1 or not any(isinstance(chair.occupant, Person) for chair in record.chairs)
    is_settled = len(still) < len(record.chairs) and is_deserted
    if table is None or not (is_settled or not table.state.to_act()):
        return None
    owners = [_first_owner(record, seat) for seat in range(len(record.chairs))]
    has_left = []
    order = []  # sort keys: by points, with everyone who left tied for last
    for owner, chair, score in zip(owners, record.chairs, table.state.scores(), strict=True):
        plays = isinstance(chair.occupant, Person) and chair.occupant.id == owner
        has_left.append(owner is not None and not plays)
        order.append((0,) if has_left[-1] else (1, *score))
    found = []
    for seat, (rank, score) in enumerate(zip(places(order), table.state.scores(), strict=True)):
        owner = owners[seat]
        occupant = record.chairs[seat].occupant
        if owner is None:
            level = occupant.level if isinstance(occupant, Robot) else STAND_IN_LEVEL
            found.append(SeatResult(seat, None, level, rank, score[0]))
        elif has_left[seat]:
            found.append(SeatResult(seat, owner, None, rank, score[0], MARK_LEFT))
        else:
            mine = thinking_time(record.log, seat, hours.get(owner, ALWAYS_AWAKE), pauses(record))
            found.append(SeatResult(seat, owner, None, rank, score[0], "", mine))
    return GameResult(record.id, record.game, record.edition, record.place.guild, record.changed_at, tuple(found))


def is_rated(record: Record) -> bool:
    """Whether the game will be rated once it is over: it is not casual, and at least two people began it."""
    people = {_first_owner(record, seat) for seat in range(len(record.chairs))} - {None}
    return record.terms.get("counts") != CASUAL and len(people) > 1


def thinking_time(
    log: Sequence[LogLine], seat: Seat, hours: Hours = ALWAYS_AWAKE, pauses_of_clock: Sequence[Span] = ()
) -> ThinkingTime:
    """How long the seat's person thought about their own turns in this log.

    A turn begins when the previous one ends; the start of the first turn of a game without a deal is unknown.
    `pauses_of_clock`: spans in which the table was paused, so that nobody could move.
    """
    spans = list[float]()
    since = None
    hours = replace(hours, away_until="")  # absences are ignored: only the latest is known, and it may be in the future
    for mover, lines in groupby(log, lambda line: line.seat):
        turn = list(lines)
        if mover == seat and since is not None and not any(line.trigger for line in turn):
            still = sum(
                seconds_between(hours, max(since, start), min(turn[-1].at, end)) for start, end in pauses_of_clock
            )
            spans.append(seconds_between(hours, since, turn[-1].at) - still)
        since = turn[-1].at
    return ThinkingTime(sum(spans), len(spans), max(spans, default=0.0))


def pauses(record: Record) -> tuple[Span, ...]:
    """When the table was paused, in order; an unfinished pause lasts until the record's last change."""
    begun, ended = ([event.at for event in record.room_events if event.kind == kind] for kind in ("paused", "went_on"))
    return tuple(zip_longest(begun, ended, fillvalue=record.changed_at))


def _first_owner(record: Record, seat: Seat) -> int | None:
    """The person the seat's result counts for: its first occupant, even if replaced since; None for a robot."""
    first = next((handover.person for handover in record.handovers if handover.seat == seat), 0)
    occupant = record.chairs[seat].occupant
    return first or (occupant.id if isinstance(occupant, Person) else record.chairs[seat].former_person)
