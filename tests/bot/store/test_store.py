"""What any store must keep, asked through its interface alone, so that another database can pass the same tests."""

import asyncio
from dataclasses import replace

import pytest

from bot.logic.results import Consequences
from bot.model.people import Location, Person, Robot
from bot.model.record import Chair, LobbyNote, LogLine, NewestMessage, Record
from bot.store.database import Conflict
from tests.bot.support.new_files import store_at
from tests.bot.support.rooms import cancellations, pass_turns, rows, write_rows

ANA, BEN, CY = Person(101, "Ana"), Person(102, "Ben"), Person(2**63 - 1, "Cy `*x*` \u202e名")
VERA = Robot("greedy", "Vera")

LOBBY = Record(
    id=0,
    game="stones",
    edition=3,
    options={"pile": "9", "wall": "gray"},
    phase="lobby",
    host=ANA,
    host_seen=50.5,
    place=Location(None, 2**62),
    opened=50.5,
    changed_at=50.5,
    chairs=(Chair(ANA, 0), Chair(VERA, 1)),
    guests=(CY,),
    unpinged_guests=frozenset({CY.id}),
    removed_people=frozenset({7, 8}),
    terms={"match": "seats", "where": "thread"},
    note=LobbyNote("changed", "Ana `*x*`", ("pile", "match")),
    lobby_channel=2**61,
)


def playing(record: Record) -> Record:
    """The record as it may look after the start and a first move."""
    return replace(
        record,
        phase="playing",
        chairs=(Chair(VERA, 1, stamp=4, owes_move=True), Chair(ANA, 0, stamp=9)),
        guests=(),
        unpinged_guests=frozenset(),
        seed="a seed",
        state='{"left":3}',
        log=(LogLine(-1, "roll 2", None, 60.0), LogLine(1, "t1", 8, 60.25)),
        changed_at=60.25,
    )


async def test_a_new_room_is_kept_whole(store):
    record = await store.add(LOBBY, 1)
    assert record == replace(LOBBY, id=record.id, change=1)
    assert await store.load(record.id) == record
    assert await store.load(record.id + 1) is None


async def test_every_change_is_kept_whole(store):
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    assert later == replace(playing(record), change=2)
    assert await store.load(record.id) == later
    ended = replace(later, phase="ended", ended_by="Ana", host=BEN, removed_people=later.removed_people | {9})
    assert await store.save(later, ended, None) == replace(ended, change=3)


async def test_a_room_that_went_on_is_not_overwritten(store):
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    with pytest.raises(Conflict):
        await store.save(record, replace(record, phase="cancelled"), 3)
    assert await store.load(record.id) == later
    assert await store.rooms.room_changed_by(3) is None


async def test_a_log_that_grew_is_not_overwritten(store):
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    forged = replace(later, log=later.log[:1])
    with pytest.raises(Conflict):
        await store.save(forged, replace(forged, log=later.log), 3)
    assert await store.load(record.id) == later


async def test_a_press_is_used_once(store):
    record = await store.add(LOBBY, 1)
    with pytest.raises(Conflict):
        await store.add(LOBBY, 1)
    with pytest.raises(Conflict):
        await store.save(record, playing(record), 1)
    assert await store.load(record.id) == record
    assert (await store.rooms.room_changed_by(1), await store.rooms.room_changed_by(2)) == (record.id, None)
    assert await store.rooms.open_rooms_in_channel(LOBBY.place.channel) == [record]


async def test_numbers_are_never_given_twice(store):
    numbers = [(await store.add(LOBBY, press)).id for press in range(5)]
    assert len(set(numbers)) == 5


async def test_a_failed_save_leaves_nothing_behind(store):
    record = await store.add(LOBBY, 1)
    broken = replace(playing(record), phase="nonsense")
    with pytest.raises(Exception, match=r"(?i)check"):
        await store.save(record, broken, 2)
    assert await store.load(record.id) == record
    assert await store.save(record, playing(record), 2) == replace(playing(record), change=2)


async def test_a_person_sits_at_a_table_once(store):
    with pytest.raises(Conflict):
        await store.add(replace(LOBBY, chairs=(Chair(ANA, 0), Chair(ANA, 1))), 1)
    assert await store.rooms.open_rooms_of_person(ANA.id) == []


async def test_all_is_there_after_closing_and_opening(database):
    store = await store_at(database)
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    await store.close()
    store = await store_at(database)
    assert (await store.load(record.id), await store.rooms.room_changed_by(2)) == (later, record.id)
    await store.close()


async def test_a_line_of_the_log_is_never_written_over(store):
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    half = "INSERT INTO log (room, n, seat, move, at) VALUES (?, 2, 0, 't2', 61.0)"  # as a save that was half lost
    await write_rows(store, half, later.id)
    with pytest.raises(Conflict):
        await store.save(later, replace(later, log=(*later.log, LogLine(1, "t1", 9, 62.0))), 3)
    assert await rows(store, "SELECT move FROM log ORDER BY n") == [("roll 2",), ("t1",), ("t2",)]


async def test_of_moves_that_were_taken_back_no_line_is_left_and_none_counts_as_shown(store):
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    await store.outbox.record_shown(later, NewestMessage(900, 70.0, 2), True)
    shown = await store.load(record.id)
    shorter = await store.save(shown, replace(shown, log=shown.log[:1], changed_at=80.0), 3)
    assert (shorter.log, shorter.newest_message) == (playing(record).log[:1], NewestMessage(900, 70.0, 1))
    assert await store.save(shorter, replace(shorter, log=later.log), 4)  # and the next one has its place


async def test_closing_waits_for_what_was_begun(database):
    store = await store_at(database)
    record = await store.add(LOBBY, 1)
    deed = asyncio.create_task(store.save(record, playing(record), 2))
    await asyncio.sleep(0)
    deed.cancel()
    await store.close()
    store = await store_at(database)
    assert (await store.load(record.id)).change == 2
    await store.close()


async def test_nobody_sees_half_a_save(store):
    for start in range(20):
        record = await store.add(replace(LOBBY, place=Location(1, start)), 2 * start)
        deed = asyncio.create_task(store.save(record, playing(record), 2 * start + 1))
        for _ in range(start):
            await asyncio.sleep(0)
        seen = []
        while not deed.done():
            seen += [await store.load(record.id), *await store.rooms.open_rooms_in_channel(start)]
        assert all(one in (record, deed.result()) for one in seen)


async def test_cancelled_at_any_moment_no_transaction_stays_open(store, database):
    record, kept, moments = await store.add(LOBBY, 0), 0, cancellations(database, 4, 3)
    for press, moment in enumerate(moments, start=1):
        longer = replace(record, log=(*record.log, LogLine(0, "t1", 1, 1.0)))
        deeds = [asyncio.create_task(store.save(record, longer, press)), asyncio.create_task(store.load(record.id))]
        await pass_turns(moment, deeds[0])
        for deed in deeds:
            deed.cancel()
        await asyncio.gather(*deeds, return_exceptions=True)
        before, record = record, await store.load(record.id)
        if record == before:  # cancelled before it was begun
            continue
        assert record == replace(longer, change=before.change + 1)
        assert await store.rooms.room_changed_by(press) == record.id
        kept += 1
    assert 0 < kept < len(moments)
    assert await store.save(record, record, 999) == replace(record, change=record.change + 1)


async def test_the_next_game_of_a_match_is_kept_with_the_one_it_follows(store):
    record = await store.add(LOBBY, 1)
    started = await store.save(record, replace(playing(record), match=record.id, note=None), 2)
    born = replace(started, first_seat=1, log=(), newest_message=NewestMessage())
    over = await store.save(started, replace(started, phase="over"), 3, Consequences(born))
    assert await store.rooms.rooms_of_match(record.id) == [over, await store.load(over.id + 1)]
    assert await store.load(over.id + 1) == replace(born, id=over.id + 1, change=1)
    with pytest.raises(Conflict):
        await store.save(over, replace(over, phase="ended"), 4, Consequences(born))
    assert len(await store.rooms.rooms_of_match(record.id)) == 2
    assert await store.load(over.id) == over


async def test_a_room_that_changed_but_kept_its_length_is_not_overwritten(store):
    record = await store.add(LOBBY, 1)
    await store.save(record, replace(record, terms={"match": "seats"}), None)
    with pytest.raises(Conflict):
        await store.save(record, replace(record, options={"pile": "5"}), None)
