"""What may happen in a lobby: each step takes the record of a room and answers with the next one, or refuses.

Knows no storage and no Discord; sees neither clock nor chance, `now` and `seed` are given.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.record import Chair, Record, with_table
from bot.room import LEVELS, Occupant, Person, Place, Refusal, Robot, robot_name, tag
from engine.core import Game
from engine.table import Table

HOST_AWAY = 2 * 3600.0  # seconds without the host after which anybody seated may act for the host
ALONE_WITH = "greedy"  # the robot that sits already when somebody opens a table in a direct message


def opened(game: Game, host: Person, place: Place, invited: Person | None, now: float) -> Record:
    """A new lobby in which the host sits, in a direct message with a robot. Raises Refusal("self")."""
    if invited and invited.id == host.id:
        raise Refusal("self")
    occupants: tuple[Occupant, ...] = (host,)
    if place.guild is None:
        occupants += (Robot(ALONE_WITH, robot_name(occupants)),)
    return Record(
        id=0,
        game=game.key,
        edition=game.edition,
        options=game.chosen({}),
        phase="lobby",
        host=host,
        host_seen=now,
        place=place,
        opened=now,
        moved=now,
        chairs=_chairs(occupants),
        invited=invited,
    )


def joined(record: Record, game: Game, person: Person, now: float) -> Record:
    """The person has the next open seat. Raises Refusal: gone, already_in, kicked, full."""
    _needs_lobby(record)
    chair = record.chair_of(person.id)
    if chair:
        raise Refusal("already_in", n=record.chairs.index(chair) + 1)
    if person.id in record.removed:
        raise Refusal("kicked")
    is_guest = record.invited is not None and record.invited.id == person.id
    return _seated(replace(record, invited=None) if is_guest else record, game, person, now)


def left(record: Record, person_id: int, now: float) -> Record:
    """The person sits here no more, nor is a seat kept; without the host the next person hosts.

    The last person to leave cancels the lobby. Raises Refusal: gone, not_in.
    """
    _needs_lobby(record)
    chair = record.chair_of(person_id)
    if chair:
        return _without(record, chair.occupant, now)
    if record.invited and record.invited.id == person_id:
        return replace(record, invited=None, moved=now)
    raise Refusal("not_in")


def with_robot(record: Record, game: Game, person_id: int, level: str, now: float) -> Record:
    """A robot of that level has the next open seat. Raises Refusal: gone, host_only, unknown, full."""
    hosted = _hosted(record, person_id, now)
    if level not in LEVELS:
        raise Refusal("unknown")
    return _seated(hosted, game, Robot(level, robot_name(record.occupants)), now)


def removed(record: Record, person_id: int, place: int, now: float) -> Record:
    """Who sits at the 0-based place of the list sits there no more; a person may not join again.

    The place after the last is the seat kept for an invited person. Raises Refusal: gone, host_only; stale if nobody
    is there or it is one's own place.
    """
    hosted = _hosted(record, person_id, now)
    if place == len(record.chairs) and record.invited:
        return replace(hosted, invited=None, removed=record.removed | {record.invited.id})
    if not 0 <= place < len(record.chairs) or record.chairs[place] == record.chair_of(person_id):
        raise Refusal("stale")
    match record.chairs[place].occupant:
        case Person(away) as person:
            return _without(replace(hosted, removed=record.removed | {away}), person, now)
        case robot:
            return _without(hosted, robot, now)


def started(record: Record, game: Game, person_id: int, seed: str, now: float) -> Record:
    """Seats are given by lot, the table is dealt. Raises Refusal: gone, host_only, too_few.

    The lot is `Random(f"{seed}/seats")` shuffling the places of the lobby, so whoever knows the seed can check it.
    """
    hosted = _hosted(record, person_id, now)
    count = len(record.chairs)
    if count < game.seats[0]:
        raise Refusal("too_few", n=game.seats[0], game=game.key)
    lot = list(range(count))
    Random(f"{seed}/seats").shuffle(lot)  # noqa: S311 - repeatable on purpose
    chairs = tuple(record.chairs[place] for place in lot)
    dealt = Table.new(game, count, record.options, seed)
    ready = replace(hosted, chairs=chairs, invited=None, seed=seed, edition=game.edition)
    return with_table(ready, dealt, None, now)


def cancelled(record: Record, person_id: int, now: float) -> Record:
    """The lobby came to nothing because the host said so. Raises Refusal: gone, host_only."""
    hosted = _hosted(record, person_id, now)
    by = record.chair_of(person_id)
    return replace(hosted, phase="cancelled", invited=None, ended_by=by.occupant.name if by else "")


def expired(record: Record, now: float) -> Record:
    """The lobby came to nothing because nobody started it. Raises Refusal("gone")."""
    _needs_lobby(record)
    return replace(record, phase="expired", invited=None, moved=now)


def gone(record: Record) -> Refusal:
    """The refusal of whoever wants a lobby where there is none any more: `phase` tells what became of it."""
    return Refusal("gone", tag=tag(record.id), phase=record.phase)


def _needs_lobby(record: Record) -> None:
    if record.phase != "lobby":
        raise gone(record)


def _hosted(record: Record, person_id: int, now: float) -> Record:
    """The record after its host, or somebody seated in place of a host long away, has done something."""
    _needs_lobby(record)
    if person_id == record.host.id:
        return replace(record, host_seen=now, moved=now)
    if record.chair_of(person_id) and now - record.host_seen >= HOST_AWAY:
        return replace(record, moved=now)
    raise Refusal("host_only", name=record.host.name)


def _seated(record: Record, game: Game, occupant: Occupant, now: float) -> Record:
    most = game.seats[-1]
    if len(record.chairs) + bool(record.invited) >= most:
        raise Refusal("full", n=most)
    return replace(record, chairs=_chairs((*record.occupants, occupant)), moved=now)


def _without(record: Record, gone_one: Occupant, now: float) -> Record:
    rest = tuple(one for one in record.occupants if one != gone_one)
    people = [one for one in rest if isinstance(one, Person)]
    after = replace(record, chairs=_chairs(rest), moved=now)
    if not people:
        return replace(after, phase="cancelled", invited=None, ended_by=gone_one.name)
    if gone_one == record.host:
        return replace(after, host=people[0], host_seen=now)
    return after


def _chairs(occupants: tuple[Occupant, ...]) -> tuple[Chair, ...]:
    return tuple(Chair(one, place) for place, one in enumerate(occupants))
