"""The result of a finished game: who counts in it and at which rank. The help page about ratings says the same.

Knows no ratings, no storage and no Discord.
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

CASUAL = "casual"  # the answer to the lobby's question `counts` with which a table is not rated
MARK_LEFT = "left"
ALWAYS_AWAKE = Hours()


@dataclass(frozen=True)
class ThinkingTime:
    """How long a person thought, without sleep and pauses."""

    seconds: float = 0.0  # in all
    turns: int = 0  # over how many turns
    longest: float = 0.0  # the seconds of the longest turn


@dataclass(frozen=True)
class SeatResult:
    """The result of a `seat`."""

    seat: Seat
    person: int | None  # who counts for it, None where a robot sat from the beginning
    level: str | None  # that of such a robot
    rank: int  # counts from 1, equal ones are shared
    points: int  # of the seat, negative where few are good
    mark: str = ""  # LEFT for whoever did not play to the end, else ""
    thinking_time: ThinkingTime = ThinkingTime()  # how long the person thought


@dataclass(frozen=True)
class GameResult:
    """A rated game that is over at `finished` (unix seconds)."""

    room: int  # the number of its table
    game: str  # its key
    edition: int  # that of its rules
    guild: int | None  # the server, None where that is not known any more
    finished: float
    places: tuple[SeatResult, ...]  # one for each seat

    def seat_result_of(self, person_id: int) -> SeatResult | None:
        """The person's seat result; None if the game does not count for them."""
        return next((place for place in self.places if place.person == person_id), None)


@dataclass(frozen=True)
class Consequences:
    """What follows from a change of a room: from the last move of a game, or from taking a seat."""

    next_game: Record | None = None  # the next game of its match, None where there is none
    result: GameResult | None = None  # what it counts for, None if it is not rated
    limit: SeatLimit | None = None  # at how many tables a person who sits down may sit, None if nobody does


NO_CONSEQUENCES = Consequences()


def game_result(record: Record, games: Mapping[str, Game], hours: Mapping[int, Hours]) -> GameResult | None:
    """The result of the game; None if it is not over, was ended early, or does not count.

    `hours`: quiet hours by account number. A game counts if it was not casual and at least two people began it.
    """
    if not is_rated(record) or record.phase != "over":
        return None
    table = saved_table(record, games[record.game])
    # Besides the rules, resignations can end a game so that it counts; stopping it cannot.
    still = [chair for chair in record.chairs if chair.departure != "resigned"]
    is_deserted = len(still) <= 1 or not any(isinstance(chair.occupant, Person) for chair in record.chairs)
    is_settled = len(still) < len(record.chairs) and is_deserted
    if table is None or not (is_settled or not table.state.to_act()):
        return None
    owners = [_first_owner(record, seat) for seat in range(len(record.chairs))]
    has_left = []
    order = []  # by points, then all who left together on the last rank
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

    A turn begins when the previous one ends; the first turn of a game without a deal is not known. `stood`:
    when the table's clock stood still, so that nobody could move.
    """
    spans = list[float]()
    since = None
    hours = replace(hours, away_until="")  # of absences only the last one is known, and it may lie ahead
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
    """When the table was paused, in order; a pause in which the game ended lasts until the end."""
    begun, ended = ([event.at for event in record.room_events if event.kind == kind] for kind in ("paused", "went_on"))
    return tuple(zip_longest(begun, ended, fillvalue=record.changed_at))


def _first_owner(record: Record, seat: Seat) -> int | None:
    """Who counts for the seat: its first occupant, even if a robot or another person plays on."""
    first = next((handover.person for handover in record.handovers if handover.seat == seat), 0)
    occupant = record.chairs[seat].occupant
    return first or (occupant.id if isinstance(occupant, Person) else record.chairs[seat].former_person)
