"""Looking at rooms, what is owed to the channels, and what survives: the backend beside the moves."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.wiring import make_services
from bot.logic.lobby import HOST_AWAY_AFTER
from bot.logic.repost_policy import Edit, Post, plan_message
from bot.model.notifications import Notification
from bot.store.store import Store
from tests.bot.support.room_values import altered
from tests.bot.support.rooms import (
    ANA,
    BEN,
    CY,
    DEE,
    HERE,
    backend_at,
    cancellations,
    due_notifications,
    pass_turns,
    refusal_of,
)
from tests.bot.support.tiny_games import SHELF


async def test_seated_finds_the_seat_and_refuses_strangers(backend):
    room = await backend.table(ANA, BEN)
    for person in (ANA, BEN):
        assert await backend.rooms.room_and_seat(room.id, person.id) == (room, room.occupants.index(person))
    assert (await refusal_of(backend.rooms.room_and_seat(room.id, CY.id))).key == "not_seated"
    assert (await refusal_of(backend.rooms.room_and_seat(999, CY.id))).key == "gone"


async def test_ones_tables_come_waiting_first_then_latest(backend):
    lobby = await backend.lobby(ANA)
    tables = []
    for _ in range(3):
        backend.clock.time += 10
        tables.append(await backend.table(ANA, BEN))
    backend.clock.time += 10
    await backend.lobby(DEE)
    mine = await backend.rooms.list_for_person(ANA.id)
    waiting = [room.id for room in reversed(tables) if room.occupants[0] == ANA]
    others = [room.id for room in reversed(tables) if room.occupants[0] == BEN]
    assert [room.id for room in mine] == [*waiting, *others, lobby.id]
    await backend.rooms.end(tables[0].id, ANA, True, backend.press)
    assert tables[0].id not in [room.id for room in await backend.rooms.list_for_person(ANA.id)]


async def test_a_channel_shows_its_lobbies_and_tables(backend):
    lobby, table = await backend.lobby(ANA), await backend.table(BEN, CY)
    assert {room.id for room in await backend.rooms.list_in_channel(HERE.channel)} == {lobby.id, table.id}
    assert await backend.rooms.list_in_channel(12345) == []


async def test_what_is_shown_is_no_longer_owed_unless_the_room_went_on(backend):
    room = await backend.lobby(ANA)
    assert await backend.rooms.list_due_rooms() == [(room.id, 0)]
    later = await backend.rooms.join(room.id, BEN, backend.press)
    await backend.rooms.note_shown(room, 900, -1, fresh=True)
    assert await backend.rooms.list_due_rooms() == [(room.id, 0)]
    await backend.rooms.note_shown(later, 900, -1, fresh=False)
    assert await backend.rooms.list_due_rooms() == []
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    later = await backend.move(room, "t1")
    await backend.rooms.note_shown(room, 901, 1, fresh=True)
    assert await backend.rooms.list_due_rooms() == [(room.id, 3)]
    await backend.rooms.note_shown(later, 902, 3, fresh=True)
    assert await backend.rooms.list_due_rooms() == []


async def test_who_follows_is_told_of_an_end_that_stands_in_the_channel(backend):
    room = await backend.table(ANA, BEN)
    await backend.store.followers.add(room.id, CY.id)
    room = await backend.rooms.end(room.id, ANA, True, backend.press)
    assert [one.is_behind for one in await backend.store.notifications.due_notifications(9e9)] == [True]
    await backend.rooms.note_shown(room, 900, len(room.table.log), fresh=True)
    assert [one.is_behind for one in await backend.store.notifications.due_notifications(9e9)] == [False]
    assert await due_notifications(backend.store, "ended") == [(room.id, CY.id)]


async def test_a_message_is_remembered_with_the_moment_it_was_posted(backend):
    room = await backend.lobby(ANA)
    backend.clock.time += 60
    await backend.rooms.note_shown(room, 900, 0, fresh=True)
    backend.clock.time += 60
    await backend.rooms.note_shown(room, 900, 2, fresh=False)
    room = await backend.rooms.room(room.id)
    assert (
        room.newest_message.id,
        room.newest_message.posted_at,
        room.newest_message.log_length,
        room.record.change,
    ) == (
        900,
        backend.clock.time - 60,
        2,
        1,
    )


async def test_what_happened_while_a_message_was_on_its_way_is_news_for_the_next_one(backend):
    life, seats = backend.services.table_actions, backend.services.seats
    room = await backend.table(ANA, BEN, CY)
    seen = await backend.move(room, "t1")
    for deed in (
        lambda: seats.offer(room.id, CY, room.seat_of(CY.id), DEE, backend.press),
        lambda: life.propose(room.id, ANA.id, "finish", backend.press),
        lambda: life.agree(room.id, BEN.id, backend.press),
    ):
        backend.clock.time += 1
        await deed()
    backend.clock.time += 1
    await backend.rooms.note_shown(seen, 900, len(seen.table.log), fresh=True)
    now = await backend.rooms.room(room.id)
    assert now.newest_message.posted_at == now.record.offers[0].at
    for room in (now, altered(now, offers=())):
        assert plan_message(room, backend.clock.time, is_brought=False, looks_old=False).change == Post(pings=True)


async def test_what_a_message_on_its_way_shows_is_no_news_for_the_next_one(backend):
    life, room = backend.services.table_actions, await backend.table(ANA, BEN, CY)
    seen = await life.propose(room.id, ANA.id, "finish", backend.press)
    backend.clock.time += 1
    await backend.rooms.change(
        room.id, None, lambda record: replace(record, notifications=(Notification("timed_out", ANA.id),))
    )
    backend.clock.time += 1
    await backend.rooms.note_shown(seen, 900, len(seen.table.log), fresh=True)
    now = await backend.rooms.room(room.id)
    assert now.newest_message.posted_at == backend.clock.time
    due = plan_message(now, backend.clock.time, is_brought=False, looks_old=False).change
    assert due == Edit(len(now.table.log))


async def test_showing_and_playing_at_once_lose_neither(backend):
    room = await backend.table(ANA, BEN)
    await asyncio.gather(backend.move(room, "t1"), backend.rooms.note_shown(room, 900, 1, fresh=True))
    room = await backend.rooms.room(room.id)
    assert (room.newest_message.id, room.to_act, await backend.rooms.list_due_rooms()) == (
        900,
        (1,),
        [(room.id, 3)],
    )


async def test_what_happened_after_a_move_that_was_taken_back_stands_after_those_that_are_left(backend):
    room, life = await backend.table(ANA, BEN, CY, game="votes"), backend.services.table_actions
    await backend.rooms.play(room.id, room.seat_of(ANA.id), None, "yes", backend.press)
    await life.hand_to_robot(room.id, room.seat_of(CY.id))
    await life.take_back(room.id, ANA.id, backend.press)
    record = await backend.store.load(room.id)
    told = [(aside.kind, aside.log_length) for aside in record.room_events if aside.kind != "lock"]
    assert told == [("gone", 0), ("took_back", 0)]
    assert [handover.log_length for handover in record.handovers] == [0]


async def test_a_lobby_that_is_posted_anew_leaves_no_old_message_to_change(backend):
    room = await backend.lobby(ANA)
    for message in (900, 901):
        await backend.rooms.note_shown(room, message, -1, fresh=True)
    assert await backend.store.stale_messages.due_messages(4e9) == []


async def test_whoever_stands_in_for_a_host_long_away_may_go_on_doing_so(backend):
    room = await backend.lobby(ANA, BEN)
    backend.clock.time += HOST_AWAY_AFTER
    await backend.rooms.add_robot(room.id, BEN.id, "random", backend.press)
    assert (await backend.rooms.start(room.id, BEN.id, backend.press)).phase == "playing"


@pytest.mark.both
async def test_of_two_changes_of_a_sandbox_at_once_one_is_told_that_it_went_on(backend):
    number = await backend.store.sandboxes.add(ANA, ("tessera 1", True), 0.0, 20)
    found = await backend.store.sandboxes.load(number)
    assert [await backend.store.sandboxes.save_moves(found, place, ()) for place in (1, 2)] == [True, False]
    assert ((await backend.store.sandboxes.load(number)).sandbox_start, found.sandbox_start) == (1, 0)


async def test_all_is_as_it_was_after_a_restart(database):
    async with backend_at(database) as backend:
        room = await backend.move(await backend.table(ANA, BEN), "t1", press=77)
    async with backend_at(database) as backend:
        assert await backend.rooms.room(room.id) == room
        assert await backend.rooms.list_due_rooms() == [(room.id, 3)]
        assert (await refusal_of(backend.rooms.play(room.id, 0, None, "t1", 77))).key == "done"


async def test_a_crash_between_play_and_save_leaves_the_old_position(backend):
    class Crashing(Store):
        """A store whose program dies before it saves: the save is never asked for."""

        async def save(self, old, new, press, born=None):
            raise SystemError("died before the save")

    room = await backend.table(ANA, BEN)
    with pytest.raises(SystemError):
        await make_services(Crashing(backend.store.database), backend.clock, str, SHELF).rooms.play(
            room.id, 0, 1, "t1", 77
        )
    assert await backend.rooms.room(room.id) == room
    assert (await backend.move(room, "t1", press=77)).to_act == (1,)


@pytest.mark.both
async def test_cancelled_at_any_moment_a_move_happens_wholly_or_not_at_all(backend, database):
    room, played, moments = await backend.table(ANA, BEN, game="long"), 0, cancellations(database, 4, 3)
    for moment in moments:
        before = len(room.table.log)
        deed = asyncio.create_task(backend.move(room, "t1"))
        await pass_turns(moment, deed)
        deed.cancel()
        await asyncio.gather(deed, return_exceptions=True)
        room = await backend.rooms.room(room.id)
        assert len(room.table.log) in (before, before + 2)
        played += len(room.table.log) > before
    assert room.table.back_to(len(room.table.log)).state == room.table.state
    assert 0 < played < len(moments)
    assert (await backend.move(room, "t1")).record.change == room.record.change + 1


async def test_what_happened_while_a_message_was_on_its_way_counts_as_after_it(backend):
    room = await backend.table(ANA, BEN, CY)
    backend.clock.time += 5
    later = await backend.services.table_actions.hand_to_robot(room.id, 0)
    backend.clock.time += 5
    await backend.rooms.note_shown(room, 900, len(room.table.log), fresh=True)
    shown = await backend.rooms.room(room.id)
    assert shown.newest_message.posted_at <= later.record.room_events[-1].at < backend.clock.time
    await backend.rooms.note_shown(later, 901, len(room.table.log), fresh=True)
    assert (await backend.rooms.room(room.id)).newest_message.posted_at == backend.clock.time
