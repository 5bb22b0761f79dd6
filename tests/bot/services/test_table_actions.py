"""Taking back, resigning, vanishing, taking over and rematches through the backend, on tiny games."""

import asyncio
from dataclasses import replace

import pytest

from bot.logic.automatic_moves import play_only_moves
from bot.model.errors import Refusal
from bot.model.people import Location, Person, Robot
from bot.model.record_table import with_table
from bot.text.words import Words
from engine import GAMES, Table
from tests.bot.store.test_store import LOBBY
from tests.bot.support.rooms import ANA, BEN, CY, DEE, HERE, refusal_of


@pytest.fixture
def life(backend):
    return backend.services.table_actions


async def votes(backend, *people):
    """A table at which all vote at once."""
    return await backend.table(*people, game="votes")


async def vote(backend, room, person, word="yes"):
    return await backend.rooms.play(room.id, room.seat_of(person.id), None, word, backend.press)


async def one_refusal(deeds):
    """Why the one of the deeds was refused which was, though all were tried at the same moment."""
    (no,) = [one for one in await asyncio.gather(*deeds, return_exceptions=True) if isinstance(one, Refusal)]
    return no.key


async def test_the_last_move_is_taken_back_at_once_and_its_menu_is_stale(backend, life):
    room = await vote(backend, await votes(backend, ANA, BEN), ANA)
    ana = room.seat_of(ANA.id)
    back = await life.take_back(room.id, ANA.id, backend.press)
    assert (back.table.log, back.chairs[ana].stamp > room.chairs[ana].stamp, set(back.to_act)) == ((), True, {0, 1})
    assert [aside.kind for aside in back.record.room_events] == ["took_back"]
    for stamp in range(1, back.chairs[ana].stamp):
        assert (await refusal_of(backend.rooms.play(room.id, ana, stamp, "yes", backend.press))).key in (
            "stale",
            "done",
        )
    assert (await vote(backend, back, ANA, "no")).table.state.ballots[ana] == "no"


async def test_a_take_back_delivered_twice_takes_one_move_back(backend, life):
    room = await votes(backend, ANA, BEN, CY)
    await vote(backend, room, BEN)
    room = await vote(backend, room, ANA)
    back = await life.take_back(room.id, ANA.id, 77)
    assert await life.take_back(room.id, ANA.id, 77) == back
    assert len(back.table.log) == 1


async def test_a_take_back_from_an_old_menu_is_stale(backend, life):
    room = await vote(backend, await votes(backend, ANA, BEN), ANA)
    old = room.chairs[room.seat_of(ANA.id)].stamp - 1
    assert (await refusal_of(life.take_back(room.id, ANA.id, backend.press, stamp=old))).key == "stale"


async def test_after_somebody_elses_move_all_people_must_agree(backend, life):
    room = await votes(backend, ANA, BEN, CY)
    await vote(backend, room, ANA)
    room = await vote(backend, room, BEN)
    no = await refusal_of(life.take_back(room.id, ANA.id, backend.press))
    assert "**Ben** has moved since" in Words()(f"refusal.{no.key}", **no.facts)
    assert "**Ben, Cy** have moved since" in Words()(f"refusal.{no.key}", **{**no.facts, "name": "Ben, Cy", "n": 2})
    assert (no.key, no.facts["why"], no.facts["name"]) == ("no_take_back", "moved", "Ben")
    assert await life.take_back_mode(room.id, ANA.id) == "ask"
    asked = await life.propose(room.id, ANA.id, "take_back", backend.press)
    assert asked.record.proposal.agreed_seats == (room.seat_of(ANA.id),)
    assert (await refusal_of(life.propose(room.id, ANA.id, "take_back", backend.press))).key == "asked"
    assert (await refusal_of(life.agree(room.id, ANA.id, backend.press))).key == "already_agreed"
    assert (await refusal_of(life.agree(room.id, DEE.id, backend.press))).key == "not_seated"
    half = await life.agree(room.id, BEN.id, backend.press)
    assert len(half.table.log) == 2
    back = await life.agree(room.id, CY.id, backend.press)
    assert (back.table.log, back.record.proposal, set(back.to_act)) == ((), None, {0, 1, 2})
    assert (back.record.room_events[-1].kind, back.record.room_events[-1].facts["n"]) == ("all_took_back", 2)


async def test_one_no_or_any_move_or_a_day_ends_the_question(backend, life):
    room = await votes(backend, ANA, BEN, CY)
    await vote(backend, room, ANA)
    await vote(backend, room, BEN)
    await life.propose(room.id, ANA.id, "take_back", backend.press)
    room = await life.decline(room.id, BEN.id, backend.press)
    last = room.record.room_events[-1]
    assert (room.record.proposal, last.kind, last.facts["of"]) == (None, "goes_on", "take_back")
    assert (await refusal_of(life.agree(room.id, BEN.id, backend.press))).key == "ask_over"
    await life.propose(room.id, ANA.id, "take_back", backend.press)
    room = await vote(backend, room, CY)
    assert room.record.proposal is None
    assert (await refusal_of(life.agree(room.id, BEN.id, backend.press))).key == "ask_over"
    await vote(backend, room, ANA)
    await vote(backend, room, BEN)
    await life.propose(room.id, ANA.id, "take_back", backend.press)
    backend.clock.time += 24 * 3600
    assert (await refusal_of(life.agree(room.id, BEN.id, backend.press))).key == "ask_over"


async def test_nothing_is_taken_back_across_a_draw_or_after_the_end(backend, life):
    room = await backend.move(await backend.table(ANA, BEN), "t1")
    mover = room.occupants[0].id
    no = await refusal_of(life.take_back(room.id, mover, backend.press))
    assert (no.key, no.facts) == ("no_take_back", {"why": "drawn"})
    assert await life.take_back_mode(room.id, mover) == ""
    other = room.occupants[1].id
    assert (await refusal_of(life.take_back(room.id, other, backend.press))).facts == {"why": "none"}
    assert (await refusal_of(life.propose(room.id, mover, "take_back", backend.press))).key == "no_take_back"
    while room.phase == "playing":
        room = await backend.move(room, "t1")
    assert (await refusal_of(life.take_back(room.id, mover, backend.press))).key == "over"


async def test_resigning_with_two_ends_the_game_with_three_a_robot_plays_on(backend, life):
    room = await life.resign((await backend.table(ANA, BEN)).id, ANA.id, backend.press)
    assert (room.phase, room.to_act, room.record.room_events[-1].kind) == ("over", (), "resigned")
    assert [room.chairs[seat].departure for seat in range(2)].count("resigned") == 1
    room = await backend.table(ANA, BEN, CY)
    seat = room.seat_of(ANA.id)
    room = await life.resign(room.id, ANA.id, backend.press)
    assert (room.phase, room.occupants[seat], room.chairs[seat].departure) == (
        "playing",
        Robot("greedy", "Ana"),
        "resigned",
    )
    assert (await refusal_of(life.resign(room.id, ANA.id, backend.press))).key == "not_seated"
    assert room.id not in [one.id for one in await backend.rooms.list_for_person(ANA.id)]
    room = await life.resign(room.id, BEN.id, backend.press)
    assert room.phase == "over"
    assert room.id in [one.id for one in await life.finished_tables(ANA.id, 1)]


async def test_a_wish_to_take_back_ends_when_somebody_leaves(backend, life):
    room = await votes(backend, ANA, BEN, CY)
    await vote(backend, room, ANA)
    await vote(backend, room, BEN)
    await life.propose(room.id, ANA.id, "take_back", backend.press)
    assert (await life.resign(room.id, CY.id, backend.press)).record.proposal is None


async def test_a_table_where_only_robots_would_go_on_is_over(backend, life):
    room = await backend.lobby(ANA)
    for _ in range(2):
        await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    assert (await life.resign(room.id, ANA.id, backend.press)).phase == "over"


async def test_a_vanished_persons_seat_is_played_by_a_robot_until_somebody_takes_it(backend, life):
    room = await backend.table(ANA, BEN)
    seat = room.seat_of(BEN.id)
    room = await life.hand_to_robot(room.id, seat)
    assert (room.occupants[seat], room.chairs[seat].departure) == (Robot("greedy", "Ben"), "gone")
    assert (await refusal_of(life.take_over(room.id, ANA, seat, backend.press))).key == "already_in"
    assert (await refusal_of(life.take_over(room.id, CY, 1 - seat, backend.press))).key == "seat_taken"
    room = await life.take_over(room.id, CY, seat, backend.press)
    assert (room.occupants[seat], room.chairs[seat].departure) == (CY, "")
    assert dict(room.record.room_events[-1].facts) == {"name": "Cy", "old": "Ben", "seat": seat}
    assert (await refusal_of(life.take_over(room.id, DEE, seat, backend.press))).key == "seat_taken"


async def test_the_last_person_at_a_table_keeps_the_seat_even_if_gone(backend, life):
    room = await backend.table(ANA, BEN)
    room = await life.hand_to_robot(room.id, 0)
    assert (await refusal_of(life.hand_to_robot(room.id, 1))).key == "stale"
    assert (await refusal_of(life.hand_to_robot(room.id, 0))).key == "stale"


async def test_a_rematch_is_one_lobby_whoever_presses_and_seats_move_by_one(backend, life):
    room = await backend.table(ANA, BEN, CY)
    assert (await refusal_of(life.rematch(room.id, ANA, backend.press))).key == "not_over"
    await backend.rooms.end(room.id, ANA, may_manage=True, press=backend.press)
    assert (await refusal_of(life.rematch(room.id, DEE, backend.press))).key == "no_rematch"
    first, opened = await life.rematch(room.id, BEN, backend.press)
    assert (opened, first.phase, first.record.host, first.record.options) == (True, "lobby", BEN, room.record.options)
    for person in (ANA, BEN, CY, BEN):
        again, opened = await life.rematch(room.id, person, backend.press)
        assert (again.id, opened) == (first.id, False)
    assert {one.id for one in again.people} == {ANA.id, BEN.id, CY.id}
    dealt = await backend.rooms.start(first.id, BEN.id, backend.press)
    assert dealt.occupants == (*room.occupants[1:], room.occupants[0])


async def test_a_rematch_of_two_keeps_the_others_seat(backend, life):
    room = await backend.table(ANA, BEN)
    await backend.rooms.end(room.id, ANA, may_manage=True, press=backend.press)
    again, _ = await life.rematch(room.id, ANA, backend.press)
    assert again.record.guests == (BEN,)


@pytest.mark.both
async def test_a_rematch_that_came_to_nothing_does_not_block_another(backend, life):
    room = await backend.table(ANA, BEN)
    await backend.rooms.end(room.id, ANA, may_manage=True, press=backend.press)
    first, _ = await life.rematch(room.id, ANA, backend.press)
    await backend.rooms.cancel(first.id, ANA.id, backend.press)
    second, opened = await life.rematch(room.id, BEN, backend.press)
    assert (opened, second.id != first.id, second.record.host) == (True, True, BEN)


async def test_two_presses_at_once_pass_no_limit_of_a_person(backend, life):
    tables = [await backend.table(person, DEE) for person in (ANA, BEN)]
    for room in tables:
        await life.hand_to_robot(room.id, room.seat_of(DEE.id))
    await backend.services.servers.choose(HERE.guild, "person", ("1",))
    taken = [life.take_over(room.id, CY, room.seat_of(DEE.id), backend.press) for room in tables]
    assert await one_refusal(taken) == "too_many_person"


async def test_two_offers_taken_at_once_pass_no_limit_of_a_person(backend):
    seats, tables = backend.services.seats, [await backend.table(person, DEE) for person in (ANA, BEN)]
    for room in tables:
        await seats.offer(room.id, DEE, room.seat_of(DEE.id), CY, backend.press)
    await backend.services.servers.choose(HERE.guild, "person", ("1",))
    taken = [seats.accept(room.id, CY, backend.press) for room in tables]
    assert await one_refusal(taken) == "too_many_person"


async def test_two_rematches_at_once_pass_no_limit_of_a_channel(backend, life):
    tables = [await backend.table(ANA, person) for person in (BEN, CY)]
    for room in tables:
        await backend.rooms.end(room.id, ANA, may_manage=True, press=backend.press)
    await backend.services.servers.choose(HERE.guild, "channel", ("1",))
    deeds = [life.rematch(tables[0].id, BEN, backend.press), life.rematch(tables[1].id, CY, backend.press)]
    assert await one_refusal(deeds) == "too_many_channel"


async def test_two_who_want_a_rematch_at_once_get_the_one_that_the_channel_has_room_for(backend, life):
    room = await backend.table(ANA, BEN)
    await backend.rooms.end(room.id, ANA, may_manage=True, press=backend.press)
    await backend.services.servers.choose(HERE.guild, "channel", ("1",))
    deeds = [life.rematch(room.id, person, backend.press) for person in (ANA, BEN)]
    found = {opened: again for again, opened in await asyncio.gather(*deeds)}
    assert found[True].id == found[False].id
    assert set(found[False].people) == {ANA, BEN}


@pytest.mark.both
async def test_a_table_asleep_is_not_owed_until_it_is_roused(backend, life):
    room = await backend.move(await backend.table(ANA, BEN), "t1")
    assert await backend.store.unreachable.add(room.id, "channel_gone", backend.clock.time)
    assert not await backend.store.unreachable.add(room.id, "channel_gone", backend.clock.time)
    assert (await life.sleep_reason(room.id), await backend.rooms.list_due_rooms()) == ("channel_gone", [])
    assert await backend.store.unreachable.rooms(backend.clock.time, None) == []
    assert await backend.store.unreachable.rooms(None, HERE.guild) == [room.id]
    assert await backend.store.unreachable.rooms(None, HERE.guild + 1) == []
    backend.clock.time += 3601
    assert await backend.store.unreachable.rooms(backend.clock.time, None) == [room.id]
    await backend.store.unreachable.retry(room.id)
    assert (await life.sleep_reason(room.id), len(await backend.rooms.list_due_rooms())) == ("", 1)
    assert not await backend.store.unreachable.add(room.id, "channel_gone", backend.clock.time)
    await backend.store.unreachable.remove(room.id)
    assert await backend.store.unreachable.add(room.id, "channel_gone", backend.clock.time)
    assert (
        await refusal_of(life.move_here(room.id, DEE.id, Location(HERE.guild, 99), backend.press))
    ).key == "not_seated"
    assert (await refusal_of(life.move_here(room.id, ANA.id, Location(8, 99), backend.press))).key == "wrong_place"
    room = await life.move_here(room.id, ANA.id, Location(HERE.guild, 99), backend.press)
    assert (room.place.channel, await life.sleep_reason(room.id)) == (99, "")
    assert [one for one, _ in await backend.rooms.list_due_rooms()] == [room.id]
    assert (await refusal_of(life.move_here(room.id, ANA.id, Location(HERE.guild, 98), backend.press))).key == "awake"


@pytest.mark.both
async def test_the_first_film_of_a_table_stays_its_film(backend):
    room = await backend.table(ANA, BEN)
    assert await backend.store.films.load(room.id) is None
    await backend.store.films.add(room.id, 5, 6)
    await backend.store.films.add(room.id, 7, 8)
    assert await backend.store.films.load(room.id) == (5, 6)


def forced(game, seats, until):
    """A record of two people at a table of that game, random moves made until `until` holds of it."""
    import random

    rng, table = random.Random(3), Table.new(GAMES[game], seats, {}, "only")
    while not until(table):
        seat = table.state.to_act()[0]
        table = table.play(seat, str(rng.choice(table.view(seat).moves)))
    chairs = tuple(replace(LOBBY.chairs[0], occupant=Person(n + 1, "Ana")) for n in range(seats))
    bare = replace(LOBBY, game=game, chairs=chairs, options=table.options, seed="only", phase="playing")
    return with_table(bare, table, None, 1.0)


def one_way(table):
    acting = table.state.to_act()
    return len(acting) == 1 and len(table.state.moves(acting[0])) == 1


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_the_only_move_is_played_by_itself_and_marked(game):
    record = forced(game, 2, one_way)
    later = play_only_moves(record, GAMES[game], 2.0)
    assert len(later.log) > len(record.log)
    fresh = [line.trigger for line in later.log[len(record.log) :] if line.seat >= 0]
    assert set(fresh) == {"only"}
    if later.phase == "playing":
        assert play_only_moves(later, GAMES[game], 3.0) == later


def test_the_only_move_of_a_hidden_hand_waits_for_its_person():
    record = forced("match_five", 2, one_way)
    assert play_only_moves(record, GAMES["match_five"], 2.0) == record
