"""Looking at rooms, what is owed to the channels, and what survives: the doors beside the moves."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.wiring import wire
from bot.logic.lobby import HOST_AWAY
from bot.logic.repost_policy import Edit, Post, plan
from bot.model.notifications import Notification
from bot.store.store import Store
from tests.bot.support.room_values import altered
from tests.bot.support.rooms import ANA, BEN, CY, DEE, HERE, cancellations, doors_at, due, refused, turns
from tests.bot.support.tiny_games import SHELF


async def test_seated_finds_the_seat_and_refuses_strangers(doors):
    room = await doors.table(ANA, BEN)
    for person in (ANA, BEN):
        assert await doors.rooms.seated(room.id, person.id) == (room, room.seats.index(person))
    assert (await refused(doors.rooms.seated(room.id, CY.id))).key == "not_seated"
    assert (await refused(doors.rooms.seated(999, CY.id))).key == "gone"


async def test_ones_tables_come_waiting_first_then_latest(doors):
    lobby = await doors.lobby(ANA)
    tables = []
    for _ in range(3):
        doors.clock.time += 10
        tables.append(await doors.table(ANA, BEN))
    doors.clock.time += 10
    await doors.lobby(DEE)
    mine = await doors.rooms.of_person(ANA.id)
    waiting = [room.id for room in reversed(tables) if room.seats[0] == ANA]
    others = [room.id for room in reversed(tables) if room.seats[0] == BEN]
    assert [room.id for room in mine] == [*waiting, *others, lobby.id]
    await doors.rooms.end(tables[0].id, ANA, True, doors.press)
    assert tables[0].id not in [room.id for room in await doors.rooms.of_person(ANA.id)]


async def test_a_channel_shows_its_lobbies_and_tables(doors):
    lobby, table = await doors.lobby(ANA), await doors.table(BEN, CY)
    assert {room.id for room in await doors.rooms.in_channel(HERE.channel)} == {lobby.id, table.id}
    assert await doors.rooms.in_channel(12345) == []


async def test_what_is_shown_is_no_longer_owed_unless_the_room_went_on(doors):
    room = await doors.lobby(ANA)
    assert await doors.rooms.owed() == [(room.id, 0)]
    later = await doors.rooms.join(room.id, BEN, doors.press)
    await doors.rooms.showed(room, 900, -1, fresh=True)
    assert await doors.rooms.owed() == [(room.id, 0)]
    await doors.rooms.showed(later, 900, -1, fresh=False)
    assert await doors.rooms.owed() == []
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    later = await doors.move(room, "t1")
    await doors.rooms.showed(room, 901, 1, fresh=True)
    assert await doors.rooms.owed() == [(room.id, 3)]
    await doors.rooms.showed(later, 902, 3, fresh=True)
    assert await doors.rooms.owed() == []


async def test_who_follows_is_told_of_an_end_that_stands_in_the_channel(doors):
    room = await doors.table(ANA, BEN)
    await doors.store.followers.add(room.id, CY.id)
    room = await doors.rooms.end(room.id, ANA, True, doors.press)
    assert [one.is_behind for one in await doors.store.notifications.due(9e9)] == [True]
    await doors.rooms.showed(room, 900, len(room.table.log), fresh=True)
    assert [one.is_behind for one in await doors.store.notifications.due(9e9)] == [False]
    assert await due(doors.store, "ended") == [(room.id, CY.id)]


async def test_a_message_is_remembered_with_the_moment_it_was_posted(doors):
    room = await doors.lobby(ANA)
    doors.clock.time += 60
    await doors.rooms.showed(room, 900, 0, fresh=True)
    doors.clock.time += 60
    await doors.rooms.showed(room, 900, 2, fresh=False)
    room = await doors.rooms.room(room.id)
    assert (room.shown.message, room.shown.posted, room.shown.length, room.record.change) == (
        900,
        doors.clock.time - 60,
        2,
        1,
    )


async def test_what_happened_while_a_message_was_on_its_way_is_news_for_the_next_one(doors):
    life, seats = doors.services.table_life, doors.services.seats
    room = await doors.table(ANA, BEN, CY)
    seen = await doors.move(room, "t1")
    for deed in (
        lambda: seats.offer(room.id, CY, room.seat_of(CY.id), DEE, doors.press),
        lambda: life.ask(room.id, ANA.id, "finish", doors.press),
        lambda: life.agree(room.id, BEN.id, doors.press),
    ):
        doors.clock.time += 1
        await deed()
    doors.clock.time += 1
    await doors.rooms.showed(seen, 900, len(seen.table.log), fresh=True)
    now = await doors.rooms.room(room.id)
    assert now.shown.posted == now.record.offers[0].at
    for room in (now, altered(now, offers=())):
        assert plan(room, doors.clock.time, is_brought=False, looks_old=False).change == Post(calls=True)


async def test_what_a_message_on_its_way_shows_is_no_news_for_the_next_one(doors):
    life, room = doors.services.table_life, await doors.table(ANA, BEN, CY)
    seen = await life.ask(room.id, ANA.id, "finish", doors.press)
    doors.clock.time += 1
    await doors.rooms.change(
        room.id, None, lambda record: replace(record, notifications=(Notification("timed_out", ANA.id),))
    )
    doors.clock.time += 1
    await doors.rooms.showed(seen, 900, len(seen.table.log), fresh=True)
    now = await doors.rooms.room(room.id)
    assert now.shown.posted == doors.clock.time
    due = plan(now, doors.clock.time, is_brought=False, looks_old=False).change
    assert due == Edit(len(now.table.log))


async def test_showing_and_playing_at_once_lose_neither(doors):
    room = await doors.table(ANA, BEN)
    await asyncio.gather(doors.move(room, "t1"), doors.rooms.showed(room, 900, 1, fresh=True))
    room = await doors.rooms.room(room.id)
    assert (room.shown.message, room.to_act, await doors.rooms.owed()) == (900, (1,), [(room.id, 3)])


async def test_what_happened_after_a_move_that_was_taken_back_stands_after_those_that_are_left(doors):
    room, life = await doors.table(ANA, BEN, CY, game="votes"), doors.services.table_life
    await doors.rooms.play(room.id, room.seat_of(ANA.id), None, "yes", doors.press)
    await life.vanish(room.id, room.seat_of(CY.id))
    await life.take_back(room.id, ANA.id, doors.press)
    record = await doors.store.load(room.id)
    told = [(aside.kind, aside.place) for aside in record.asides if aside.kind != "lock"]
    assert told == [("gone", 0), ("took_back", 0)]
    assert [handover.place for handover in record.handovers] == [0]


async def test_a_lobby_that_is_posted_anew_leaves_no_old_message_to_change(doors):
    room = await doors.lobby(ANA)
    for message in (900, 901):
        await doors.rooms.showed(room, message, -1, fresh=True)
    assert await doors.store.stale_messages.due(4e9) == []


async def test_whoever_stands_in_for_a_host_long_away_may_go_on_doing_so(doors):
    room = await doors.lobby(ANA, BEN)
    doors.clock.time += HOST_AWAY
    await doors.rooms.add_robot(room.id, BEN.id, "random", doors.press)
    assert (await doors.rooms.start(room.id, BEN.id, doors.press)).phase == "playing"


@pytest.mark.both
async def test_of_two_changes_of_a_sandbox_at_once_one_is_told_that_it_went_on(doors):
    number = await doors.store.sandboxes.add(ANA, ("tessera 1", True), 0.0, 20)
    found = await doors.store.sandboxes.load(number)
    assert [await doors.store.sandboxes.try_out(found, place, ()) for place in (1, 2)] == [True, False]
    assert ((await doors.store.sandboxes.load(number)).place, found.place) == (1, 0)


async def test_all_is_as_it_was_after_a_restart(database):
    async with doors_at(database) as doors:
        room = await doors.move(await doors.table(ANA, BEN), "t1", press=77)
    async with doors_at(database) as doors:
        assert await doors.rooms.room(room.id) == room
        assert await doors.rooms.owed() == [(room.id, 3)]
        assert (await refused(doors.rooms.play(room.id, 0, None, "t1", 77))).key == "done"


async def test_a_crash_between_play_and_save_leaves_the_old_position(doors):
    class Crashing(Store):
        """A store whose program dies before it saves: the save is never asked for."""

        async def save(self, old, new, press, born=None):
            raise SystemError("died before the save")

    room = await doors.table(ANA, BEN)
    with pytest.raises(SystemError):
        await wire(Crashing(doors.store.database), doors.clock, str, SHELF).rooms.play(room.id, 0, 1, "t1", 77)
    assert await doors.rooms.room(room.id) == room
    assert (await doors.move(room, "t1", press=77)).to_act == (1,)


@pytest.mark.both
async def test_cancelled_at_any_moment_a_move_happens_wholly_or_not_at_all(doors, database):
    room, played, moments = await doors.table(ANA, BEN, game="long"), 0, cancellations(database, 4, 3)
    for moment in moments:
        before = len(room.table.log)
        deed = asyncio.create_task(doors.move(room, "t1"))
        await turns(moment, deed)
        deed.cancel()
        await asyncio.gather(deed, return_exceptions=True)
        room = await doors.rooms.room(room.id)
        assert len(room.table.log) in (before, before + 2)
        played += len(room.table.log) > before
    assert room.table.back_to(len(room.table.log)).state == room.table.state
    assert 0 < played < len(moments)
    assert (await doors.move(room, "t1")).record.change == room.record.change + 1


async def test_what_happened_while_a_message_was_on_its_way_counts_as_after_it(doors):
    room = await doors.table(ANA, BEN, CY)
    doors.clock.time += 5
    later = await doors.services.table_life.vanish(room.id, 0)
    doors.clock.time += 5
    await doors.rooms.showed(room, 900, len(room.table.log), fresh=True)
    shown = await doors.rooms.room(room.id)
    assert shown.shown.posted <= later.record.asides[-1].at < doors.clock.time
    await doors.rooms.showed(later, 901, len(room.table.log), fresh=True)
    assert (await doors.rooms.room(room.id)).shown.posted == doors.clock.time
