"""Seats offered, taken, given away and turned over to a robot through the backend, and the note to who was late."""

from __future__ import annotations

from dataclasses import replace

import pytest
import pytest_asyncio

from bot.logic.deadlines import is_late
from bot.model.people import Person, Robot
from bot.model.preferences import TABLES_PER_PERSON
from bot.model.record import Handover
from bot.screens import direct_messages as direct_messages_screen
from bot.text.words import Words
from engine import GAMES
from tests.bot.services.test_deadlines import DAY, HOUR, passes
from tests.bot.support.rooms import ANA, BEN, CY, DEE, backend_at, refusal_of


@pytest_asyncio.fixture(loop_scope="session")
async def backend(backend):
    """Backend behind which people can play at this moment."""
    await backend.store.deadlines.record_heartbeat(backend.clock.time)
    return backend


@pytest.fixture
def seats(backend):
    return backend.services.seats


async def left(backend, *people, clock="daily", game="long"):
    """A table at which a robot looks after the seat of somebody who is not the host; the room, that seat and person."""
    clocks, room = backend.services.deadlines, await backend.table(*people, game=game, clock=clock)
    late = next(seat for seat, who in enumerate(room.occupants) if who != room.record.host)
    person = room.occupants[late]
    while room.chairs[late].departure != "late":
        if room.to_act[0] == late:
            await passes(backend, DAY)
            await clocks.time_out()
            room = await backend.rooms.room(room.id)
        else:
            room = await backend.move(room, "t1")
    return await backend.rooms.move_robots(room.id), late, person


async def history(backend, room):
    """How the seats of the room changed hands."""
    return [(one.seat, one.person, one.kind) for one in (await backend.store.load(room.id)).handovers]


async def test_the_robot_that_the_host_chose_keeps_the_seat_of_who_is_away(backend):
    for terms, level in (({}, "greedy"), ({"keeper": "master"}, "master")):
        room = await backend.table(ANA, BEN, CY)
        record = await backend.store.load(room.id)
        await backend.store.save(record, replace(record, terms=terms), None)
        seat = room.seat_of(BEN.id)
        room = await backend.services.table_actions.hand_to_robot(room.id, seat)
        assert (room.occupants[seat], room.chairs[seat].departure) == (Robot(level, "Ben"), "gone")


async def test_the_host_finds_somebody_for_a_seat_that_a_robot_looks_after(backend, seats):
    room, seat, old = await left(backend, ANA, BEN)
    assert await seats.vacant_seats(room.id, ANA.id) == (seat,)
    room = await seats.offer(room.id, ANA, seat, CY, backend.press)
    assert [(one.seat, one.to, one.giver) for one in room.record.offers] == [(seat, CY, ANA)]
    assert room.occupants[seat] == Robot("greedy", old.name)
    stamp = room.chairs[seat].stamp
    room = await seats.accept(room.id, CY, backend.press)
    assert (room.occupants[seat], room.chairs[seat].departure, room.record.offers) == (CY, "", ())
    assert room.chairs[seat].stamp > stamp
    assert (room.record.room_events[-1].kind, dict(room.record.room_events[-1].facts)) == (
        "replaced", {"name": "Cy", "old": old.name, "seat": seat}
    )  # fmt: skip
    assert await history(backend, room) == [(seat, old.id, "late"), (seat, old.id, "replaced")]
    assert (await refusal_of(backend.rooms.room_and_seat(room.id, old.id))).key == "not_seated"
    assert await backend.rooms.room_and_seat(room.id, CY.id) == (room, seat)


async def test_whoever_takes_a_seat_may_ask_for_more_time_as_at_the_start(backend, seats):
    room, seat, _ = await left(backend, ANA, BEN)
    record = await backend.store.load(room.id)
    used = tuple(replace(chair, may_extend=False) for chair in record.chairs)
    await backend.store.save(record, replace(record, chairs=used), None)
    await seats.offer(room.id, ANA, seat, CY, backend.press)
    await seats.accept(room.id, CY, backend.press)
    assert [chair.may_extend for chair in (await backend.store.load(room.id)).chairs] == [n == seat for n in range(2)]


async def test_who_comes_back_may_not_ask_for_more_time_again(backend):
    room, seat, old = await left(backend, ANA, BEN)
    record = await backend.store.load(room.id)
    used = tuple(replace(chair, may_extend=False) for chair in record.chairs)
    await backend.store.save(record, replace(record, chairs=used), None)
    await backend.services.table_actions.take_over(room.id, old, seat, backend.press)
    assert [chair.may_extend for chair in (await backend.store.load(room.id)).chairs] == [False, False]


async def test_after_a_day_anybody_seated_finds_a_replacement(backend, seats):
    room, seat, _ = await left(backend, ANA, BEN, CY)
    other = next(who for who in room.people if who != room.record.host)
    assert await seats.vacant_seats(room.id, other.id) == ()
    no = await refusal_of(seats.offer(room.id, other, seat, DEE, backend.press))
    assert (no.key, no.facts["name"]) == ("host_first", "Ana")
    assert (await refusal_of(seats.offer(room.id, DEE, seat, DEE, backend.press))).key == "not_seated"
    await passes(backend, DAY)
    assert await seats.vacant_seats(room.id, other.id) == (seat,)
    assert (await seats.offer(room.id, other, seat, DEE, backend.press)).record.offers[0].giver == other


async def test_the_day_of_the_host_is_that_of_the_seat(backend, seats):
    room, seat, _ = await left(backend, ANA, BEN, CY)
    other = next(who for who in room.people if who != ANA)
    assert await seats.vacant_seats(room.id, other.id) == ()
    await passes(backend, DAY)
    await seats.offer(room.id, ANA, room.seat_of(ANA.id), DEE, backend.press)
    await seats.accept(room.id, DEE, backend.press)
    assert seat in await seats.vacant_seats(room.id, other.id)


async def test_a_person_is_offered_one_seat_of_a_table_the_last_one(backend, seats):
    room, seat, _ = await left(backend, ANA, BEN)
    await seats.offer(room.id, ANA, room.seat_of(ANA.id), CY, backend.press)
    room = await seats.offer(room.id, ANA, seat, CY, backend.press)
    assert [offer.seat for offer in room.record.offers] == [seat]
    assert (await seats.accept(room.id, CY, backend.press)).seat_of(CY.id) == seat


async def test_who_sits_here_already_is_offered_nothing_and_no_other_seat_is_vacant(backend, seats):
    room, seat, _ = await left(backend, ANA, BEN)
    assert (await refusal_of(seats.offer(room.id, ANA, seat, ANA, backend.press))).key == "sits_here"
    for wrong in (-1, 7):
        assert (await refusal_of(seats.offer(room.id, ANA, wrong, CY, backend.press))).key == "no_vacancy"
    assert (await refusal_of(seats.accept(room.id, CY, backend.press))).key == "no_offer"
    assert (await refusal_of(seats.decline(room.id, CY.id, backend.press))).key == "no_offer"
    whole = await backend.table(ANA, BEN)
    assert (await refusal_of(seats.offer(whole.id, ANA, whole.seat_of(BEN.id), CY, backend.press))).key == "no_vacancy"


@pytest.mark.both
async def test_an_offer_ends_with_a_no_with_its_person_back_or_after_a_day(backend, seats):
    life, clocks = backend.services.table_actions, backend.services.deadlines
    room, seat, old = await left(backend, ANA, BEN)
    await seats.offer(room.id, ANA, seat, CY, backend.press)
    room = await seats.decline(room.id, CY.id, backend.press)
    assert (room.record.offers, room.record.room_events[-1].kind, dict(room.record.room_events[-1].facts)) == (
        (), "not_replaced", {"name": old.name, "seat": seat}
    )  # fmt: skip
    await seats.offer(room.id, ANA, seat, CY, backend.press)
    room = await seats.offer(room.id, ANA, seat, DEE, backend.press)
    assert [one.to for one in room.record.offers] == [DEE]
    assert (await refusal_of(seats.accept(room.id, CY, backend.press))).key == "no_offer"
    assert await clocks.next_due() <= backend.clock.time + DAY
    await passes(backend, DAY)
    assert (await refusal_of(seats.accept(room.id, DEE, backend.press))).key == "no_offer"
    assert room.id in await clocks.end_expired()
    room = await backend.rooms.room(room.id)
    assert (room.record.offers, room.record.room_events[-1].kind) == ((), "not_replaced")
    await seats.offer(room.id, ANA, seat, DEE, backend.press)
    room = await life.take_over(room.id, old, seat, backend.press)
    assert (room.record.offers, room.occupants[seat]) == ((), old)
    assert (await refusal_of(seats.accept(room.id, DEE, backend.press))).key == "no_offer"
    assert (await history(backend, room))[-1] == (seat, old.id, "back")


async def test_ones_own_seat_is_given_away_and_the_host_with_it(backend, seats):
    room = await backend.table(ANA, BEN, game="long", clock="daily")
    seat = room.seat_of(ANA.id)
    room = await seats.offer(room.id, ANA, seat, CY, backend.press)
    while room.to_act[0] != seat:
        room = await backend.move(room, "t1")
    room = await backend.move(room, "t1")  # its owner plays until it is taken
    room = await seats.accept(room.id, CY, backend.press)
    assert (room.occupants[seat], room.record.host, room.record.room_events[-1].kind) == (CY, CY, "replaced")
    assert await history(backend, room) == [(seat, ANA.id, "given")]
    assert (await refusal_of(backend.rooms.room_and_seat(room.id, ANA.id))).key == "not_seated"


async def test_whoever_takes_a_seat_whose_turn_it_is_has_a_whole_turn(backend, seats):
    room = await backend.table(ANA, BEN, game="long", clock="daily")
    seat = room.to_act[0]
    await passes(backend, 20 * HOUR)
    await seats.offer(room.id, room.occupants[seat], seat, CY, backend.press)
    room = await seats.accept(room.id, CY, backend.press)
    assert room.deadlines[seat] == backend.clock.time + DAY
    assert (await backend.move(room, "t1")).table.log[-2].seat == seat


async def test_a_seat_that_is_not_taken_stays_its_owners(backend, seats):
    room = await backend.table(ANA, BEN)
    await seats.offer(room.id, BEN, room.seat_of(BEN.id), CY, backend.press)
    room = await seats.decline(room.id, CY.id, backend.press)
    assert (room.record.room_events[-1].kind, room.occupants[room.seat_of(BEN.id)]) == ("not_given", BEN)


async def test_an_offer_delivered_twice_is_one_and_so_is_taking_it(backend, seats):
    room = await backend.table(ANA, BEN)
    offer, take = backend.press, backend.press
    room = await seats.offer(room.id, BEN, room.seat_of(BEN.id), CY, offer)
    assert (await seats.offer(room.id, BEN, room.seat_of(BEN.id), CY, offer)).record.change == room.record.change
    room = await seats.accept(room.id, CY, take)
    assert (await seats.accept(room.id, CY, take)).record.change == room.record.change
    assert (await refusal_of(seats.accept(room.id, CY, backend.press))).key == "already_in"


async def test_nobody_takes_more_tables_than_a_person_may_have(backend, seats):
    room = await backend.table(ANA, BEN)
    await seats.offer(room.id, BEN, room.seat_of(BEN.id), CY, backend.press)
    for _ in range(TABLES_PER_PERSON):
        lobby = await backend.store.load(room.id)
        await backend.store.add(_of(lobby, CY), backend.press)
    assert (await refusal_of(seats.accept(room.id, CY, backend.press))).key == "too_many_person"


def _of(record, person):
    """The lobby of that person alone."""
    chair = replace(record.chairs[0], occupant=person)
    return replace(
        record, phase="lobby", host=person, chairs=(chair,), offers=(), room_events=(), log=(), handovers=(), state=None
    )


async def test_the_host_turns_an_idle_seat_over_to_a_robot_for_good(backend, seats):
    room, seat, old = await left(backend, ANA, BEN, CY)
    other = next(who for who in room.people if who != room.record.host)
    assert (await seats.idle_seats(room.id, ANA.id), await seats.idle_seats(room.id, other.id)) == ((seat,), ())
    assert (await refusal_of(seats.kick(room.id, other.id, seat, backend.press))).key == "host_alone"
    assert (await refusal_of(seats.kick(room.id, ANA.id, room.seat_of(ANA.id), backend.press))).key == "not_idle"
    assert (await refusal_of(seats.kick(room.id, ANA.id, 9, backend.press))).key == "not_idle"
    await seats.offer(room.id, ANA, seat, DEE, backend.press)
    room = await seats.kick(room.id, ANA.id, seat, backend.press)
    assert (room.chairs[seat].departure, room.occupants[seat], room.record.offers) == (
        "kicked",
        Robot("greedy", old.name),
        (),
    )
    assert room.seat_kept_for(old.id) is None
    assert (
        await refusal_of(backend.services.table_actions.take_over(room.id, old, seat, backend.press))
    ).key == "seat_taken"
    assert (await refusal_of(backend.rooms.room_and_seat(room.id, old.id))).key == "not_seated"
    assert (await refusal_of(seats.accept(room.id, DEE, backend.press))).key == "no_offer"
    assert await seats.vacant_seats(room.id, ANA.id) == ()
    assert await history(backend, room) == [(seat, old.id, "late"), (seat, old.id, "kicked")]
    assert (await refusal_of(seats.kick(room.id, ANA.id, seat, backend.press))).key == "not_idle"


async def test_an_open_question_ends_when_a_seat_changes_hands(backend, seats):
    room = await backend.table(ANA, BEN, CY)
    await seats.offer(room.id, BEN, room.seat_of(BEN.id), DEE, backend.press)
    await backend.services.table_actions.propose(room.id, ANA.id, "finish", backend.press)
    assert (await seats.accept(room.id, DEE, backend.press)).record.proposal is None


async def test_nothing_changes_hands_when_the_game_is_over(backend, seats):
    room = await backend.table(ANA, BEN)
    await seats.offer(room.id, BEN, room.seat_of(BEN.id), CY, backend.press)
    room = await backend.rooms.end(room.id, ANA, True, backend.press)
    assert room.record.offers == ()
    for deed in (
        seats.offer(room.id, BEN, room.seat_of(BEN.id), CY, backend.press),
        seats.accept(room.id, CY, backend.press),
        seats.kick(room.id, ANA.id, 0, backend.press),
        seats.decline(room.id, CY.id, backend.press),
    ):
        assert (await refusal_of(deed)).key == "over"
    assert (await seats.vacant_seats(room.id, ANA.id), await seats.idle_seats(room.id, ANA.id)) == ((), ())


async def test_offers_and_hands_survive_a_restart(database):
    async with backend_at(database) as backend:
        await backend.store.deadlines.record_heartbeat(backend.clock.time)
        room, seat, old = await left(backend, ANA, BEN)
        await backend.services.seats.offer(room.id, ANA, seat, CY, backend.press)
        until = backend.clock.time
    async with backend_at(database) as backend:
        backend.clock.time = until
        room = await backend.services.seats.accept(room.id, Person(CY.id, "Cyril"), 99_999)
        record = await backend.store.load(room.id)
        assert record.handovers[-1] == Handover(seat, old.id, len(record.log), "replaced", until)
        assert room.occupants[seat].name == "Cyril"


# who was late


async def late_ones(backend):
    """The tables, seats and people that are to hear that a robot moved."""
    found = [one for one in await backend.store.notifications.due_notifications(9e9) if one.kind == "timed_out"]
    records = [await backend.store.load(one.room) for one in found]
    return [
        (one.room, one.facts["seat"], one.person)
        for one, record in zip(found, records, strict=True)
        if is_late(record, one.facts["seat"], one.person)
    ]


async def test_who_is_back_in_time_need_not_be_told(backend):
    clocks = backend.services.deadlines
    room = await backend.table(ANA, BEN, game="votes", clock="daily")
    await passes(backend, DAY)
    await clocks.time_out()
    room = await backend.rooms.room(room.id)
    await backend.rooms.play(room.id, 0, room.chairs[0].stamp, "yes", backend.press)
    assert [seat for _, seat, _ in await late_ones(backend)] == [1]


async def test_whose_seat_a_robot_looks_after_is_told_too(backend):
    room, seat, old = await left(backend, ANA, BEN)
    assert (room.id, seat, old.id) in await late_ones(backend)


async def test_whoever_takes_the_seat_is_not_told_what_a_robot_did_before(backend, seats):
    room, seat, _ = await left(backend, ANA, BEN)
    await seats.offer(room.id, ANA, seat, CY, backend.press)
    await seats.accept(room.id, CY, backend.press)
    assert [one for one in await late_ones(backend) if one[1] == seat] == []


async def test_whoever_has_lost_the_seat_for_good_is_told_so_once(backend, seats):
    room, seat, old = await left(backend, ANA, BEN)
    for one in await backend.store.notifications.due_notifications(9e9):
        await backend.store.notifications.remove(one)
    await seats.kick(room.id, ANA.id, seat, backend.press)
    assert await late_ones(backend) == [(room.id, seat, old.id)]
    known = replace(await backend.rooms.room(room.id), game=GAMES["azul"])
    note = direct_messages_screen.timeout_notification(known, seat, Words())
    assert "a robot has your seat for good" in note.parts[0].text


async def test_who_has_resigned_meanwhile_is_not_told_what_a_robot_did(backend):
    room = await backend.table(ANA, BEN, CY, game="long", clock="daily")
    late, person = room.to_act[0], room.occupants[room.to_act[0]]
    await passes(backend, DAY)
    await backend.services.deadlines.time_out()
    assert await late_ones(backend) == [(room.id, late, person.id)]
    await backend.services.table_actions.resign(room.id, person.id, backend.press)
    assert await late_ones(backend) == []


async def test_after_the_end_nobody_is_told_of_a_missed_deadline(backend):
    room = await backend.table(ANA, BEN, game="long", clock="daily")
    await passes(backend, DAY)
    await backend.services.deadlines.time_out()
    await backend.rooms.end(room.id, ANA, True, backend.press)
    assert await late_ones(backend) == []
