"""What any store must keep, asked through its interface alone, so that another database can pass the same tests."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.logic.results import Consequences
from bot.model.people import Location, Person, Robot
from bot.model.record import Chair, LogLine, Record, Shown
from bot.model.room import Note
from bot.store.store import Conflict, Store
from tests.bot.support.rooms import moments

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
    moved=50.5,
    chairs=(Chair(ANA, 0), Chair(VERA, 1)),
    guests=(CY,),
    uncalled=frozenset({CY.id}),
    removed=frozenset({7, 8}),
    terms={"match": "seats", "where": "thread"},
    note=Note("changed", "Ana `*x*`", ("pile", "match")),
    home=2**61,
)


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(tmp_path / "folder" / "tessera.db")
    yield store
    await store.close()


def playing(record: Record) -> Record:
    """The record as it may look after the start and a first move."""
    return replace(
        record,
        phase="playing",
        chairs=(Chair(VERA, 1, stamp=4, acts=True), Chair(ANA, 0, stamp=9)),
        guests=(),
        uncalled=frozenset(),
        seed="a seed",
        state='{"left":3}',
        log=(LogLine(-1, "roll 2", None, 60.0), LogLine(1, "t1", 8, 60.25)),
        moved=60.25,
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
    ended = replace(later, phase="ended", ended_by="Ana", host=BEN, removed=later.removed | {9})
    assert await store.save(later, ended, None) == replace(ended, change=3)


async def test_a_room_that_went_on_is_not_overwritten(store):
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    with pytest.raises(Conflict):
        await store.save(record, replace(record, phase="cancelled"), 3)
    assert await store.load(record.id) == later
    assert await store.pressed(3) is None


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
    assert (await store.pressed(1), await store.pressed(2)) == (record.id, None)
    assert await store.in_channel(LOBBY.place.channel) == [record]


async def test_old_presses_are_forgotten(store):
    record = await store.add(LOBBY, 1)
    await store.save(record, playing(record), 2)
    await store.forget_presses(60.0)
    assert (await store.pressed(1), await store.pressed(2)) == (None, record.id)


async def test_a_page_is_shown_once_and_forgotten_in_time(store):
    assert await store.show_page(7, "topshow:azul:s:0:0", 50.0)
    assert not await store.show_page(7, "topshow:azul:s:0:0", 60.0)
    assert await store.show_page(7, "topshow:azul:s:0:1", 70.0)
    await store.forget_pages(60.0)
    assert await store.show_page(7, "topshow:azul:s:0:0", 80.0)
    assert not await store.show_page(7, "topshow:azul:s:0:1", 80.0)
    await store.hide_page(7, "topshow:azul:s:0:1")
    assert await store.show_page(7, "topshow:azul:s:0:1", 80.0)


async def test_numbers_are_never_given_twice(store):
    numbers = [(await store.add(LOBBY, press)).id for press in range(5)]
    assert len(set(numbers)) == 5


async def test_a_failed_save_leaves_nothing_behind(store):
    record = await store.add(LOBBY, 1)
    broken = replace(playing(record), phase="nonsense")
    with pytest.raises(Exception, match="CHECK"):
        await store.save(record, broken, 2)
    assert await store.load(record.id) == record
    assert await store.save(record, playing(record), 2) == replace(playing(record), change=2)


async def test_people_go_by_the_name_last_seen(store):
    record = await store.add(LOBBY, 1)
    await store.rename(Person(ANA.id, "Anna"))
    assert (await store.load(record.id)).host.name == "Anna"
    await store.rename(Person(555, "Nobody"))
    assert (await store.name(ANA.id), await store.name(CY.id), await store.name(555)) == ("Anna", CY.name, "")
    await store.add(replace(LOBBY, guests=(Person(CY.id, "Cyril"),)), 2)
    assert (await store.load(record.id)).guests[0].name == "Cyril"


async def test_a_person_sits_at_a_table_once(store):
    with pytest.raises(Conflict):
        await store.add(replace(LOBBY, chairs=(Chair(ANA, 0), Chair(ANA, 1))), 1)
    assert await store.of_person(ANA.id) == []


async def test_tables_of_a_person_come_waiting_first_then_latest(store):
    async def table(press: int, moved: float, acts: bool, phase: str = "playing") -> int:
        chairs = (Chair(BEN, 0, 1, acts), Chair(VERA, 1))
        return (await store.add(replace(LOBBY, phase=phase, moved=moved, chairs=chairs), press)).id

    old, late = await table(1, 10.0, False), await table(2, 30.0, False)
    waiting, waits_longer = await table(3, 20.0, True), await table(4, 5.0, True)
    lobby = await table(5, 25.0, False, "lobby")
    for press, phase in enumerate(("over", "ended", "cancelled", "expired"), start=6):
        await table(press, 99.0, True, phase)
    assert [record.id for record in await store.of_person(BEN.id)] == [waiting, waits_longer, late, lobby, old]
    assert await store.of_person(ANA.id) == []


async def test_a_channel_lists_what_is_open(store):
    record = await store.add(LOBBY, 1)
    other = await store.add(replace(LOBBY, place=Location(1, 5)), 2)
    over = await store.add(replace(LOBBY, phase="over"), 3)
    assert [one.id for one in await store.in_channel(LOBBY.place.channel)] == [record.id]
    assert [one.id for one in await store.in_channel(5)] == [other.id]
    assert over.id not in (record.id, other.id)


async def test_lobbies_are_found_by_age(store):
    record = await store.add(LOBBY, 1)
    await store.add(replace(LOBBY, phase="playing"), 2)
    assert await store.lobbies(50.5) == []
    assert await store.lobbies(50.6) == [record]


async def test_robots_that_owe_a_move_are_found(store):
    record = await store.add(LOBBY, 1)
    assert await store.robots_to_act() == []
    later = await store.save(record, playing(record), 2)
    assert await store.robots_to_act() == [record.id]
    await store.save(later, replace(later, phase="ended"), None)
    assert await store.robots_to_act() == []


async def test_what_is_owed_waits_until_it_is_shown(store):
    first, second = await store.add(LOBBY, 1), await store.add(replace(LOBBY, moved=40.0), 2)
    assert await store.owed() == [(second.id, 0), (first.id, 0)]
    later = await store.save(first, playing(first), 3)
    await store.showed(first, Shown(900, 70.0, 0), True)
    assert await store.owed() == [(second.id, 0), (first.id, 2)]
    await store.showed(later, Shown(900, 80.0, 2), False)
    assert await store.owed() == [(second.id, 0)]
    assert (await store.load(first.id)).shown == Shown(900, later.moved, 2)  # it was on its way when the game began
    assert (await store.load(first.id)).change == later.change


async def test_a_save_does_not_undo_what_was_shown_meanwhile(store):
    record = await store.add(LOBBY, 1)
    await store.showed(record, Shown(900, 70.0, 0), True)
    later = await store.save(record, playing(record), 2)
    assert later.shown == Shown(900, 70.0, 0)


async def test_all_is_there_after_closing_and_opening(tmp_path):
    store = await Store.open(tmp_path / "tessera.db")
    record = await store.add(LOBBY, 1)
    later = await store.save(record, playing(record), 2)
    await store.close()
    store = await Store.open(tmp_path / "tessera.db")
    assert (await store.load(record.id), await store.pressed(2)) == (later, record.id)
    await store.close()


async def test_closing_waits_for_what_was_begun(tmp_path):
    store = await Store.open(tmp_path / "tessera.db")
    record = await store.add(LOBBY, 1)
    deed = asyncio.create_task(store.save(record, playing(record), 2))
    await asyncio.sleep(0)
    deed.cancel()
    await store.close()
    store = await Store.open(tmp_path / "tessera.db")
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
            seen += [await store.load(record.id), *await store.in_channel(start)]
        assert all(one in (record, deed.result()) for one in seen)


async def test_cancelled_at_any_moment_no_transaction_stays_open(store):
    lot, record, kept = Random(3), await store.add(LOBBY, 0), 0
    for press in range(1, 300):
        longer = replace(record, log=(*record.log, LogLine(0, "t1", 1, 1.0)))
        deeds = [asyncio.create_task(store.save(record, longer, press)), asyncio.create_task(store.load(record.id))]
        await moments(lot, deeds[0])
        for deed in deeds:
            deed.cancel()
        await asyncio.gather(*deeds, return_exceptions=True)
        before, record = record, await store.load(record.id)
        if record == before:  # cancelled before it was begun
            continue
        assert record == replace(longer, change=before.change + 1)
        assert await store.pressed(press) == record.id
        kept += 1
    assert 0 < kept < 299
    assert await store.save(record, record, 999) == replace(record, change=record.change + 1)


async def test_the_next_game_of_a_match_is_kept_with_the_one_it_follows(store):
    record = await store.add(LOBBY, 1)
    started = await store.save(record, replace(playing(record), match=record.id, note=None, ripe=True), 2)
    born = replace(started, first=1, log=(), shown=Shown())
    over = await store.save(started, replace(started, phase="over"), 3, Consequences(born))
    assert await store.of_match(record.id) == [over, await store.load(over.id + 1)]
    assert await store.load(over.id + 1) == replace(born, id=over.id + 1, change=1)
    with pytest.raises(Conflict):
        await store.save(over, replace(over, phase="ended"), 4, Consequences(born))
    assert len(await store.of_match(record.id)) == 2
    assert await store.load(over.id) == over


async def test_a_table_in_a_thread_belongs_to_both_channels(store):
    record = await store.add(replace(LOBBY, place=Location(5, 60), home=50), 1)
    assert await store.in_channel(60) == await store.in_channel(50) == [record]


async def test_a_habit_is_the_last_choice_of_a_person_for_a_game(store):
    await store.add(LOBBY, 1)
    assert await store.habit(ANA.id, "stones") == ({}, {})
    await store.learn(ANA.id, "stones", {"pile": "9"}, {})
    await store.learn(ANA.id, "stones", {"pile": "40"}, {"where": "thread"})
    assert await store.habit(ANA.id, "stones") == ({"pile": "40"}, {"where": "thread"})
    assert await store.habit(ANA.id, "votes") == await store.habit(CY.id, "stones") == ({}, {})


async def test_what_is_shown_can_be_owed_again(store):
    record = await store.add(LOBBY, 1)
    await store.showed(record, Shown(5, 1.0, -1), True)
    assert await store.owed() == []
    await store.owe(record.id)
    await store.owe(record.id)
    assert await store.owed() == [(record.id, 0)]
    await store.showed(record, Shown(5, 1.0, -1), False)
    assert await store.owed() == []


async def test_a_change_does_not_make_a_new_look_less_owed(store):
    record = await store.add(replace(LOBBY, place=Location(7, 70)), 1)
    await store.showed(record, Shown(5, 1.0, -1), True)
    await store.choose(7, "theme", "dark", look=True)
    later = await store.save(record, replace(record, ripe=True), None)
    assert await store.looks_old(record.id)
    await store.showed(later, Shown(5, 1.0, -1), False)
    assert await store.looks_old(record.id)
    await store.looks_new(record.id, later.change)
    assert not await store.looks_old(record.id)


async def test_a_follower_is_told_once_the_end_stands(store):
    record = await store.add(LOBBY, 1)
    await store.follow(record.id, BEN.id)
    later = await store.save(record, replace(playing(record), phase="over"), 2)
    assert await store.followers_to_tell() == []
    await store.showed(later, Shown(5, 1.0, 2), True)
    assert await store.followers_to_tell() == [(record.id, BEN.id)]
    await store.unfollow(record.id, BEN.id)
    assert await store.followers_to_tell() == []


async def test_a_table_that_stands_in_its_thread_owes_no_tidings_to_its_home(store):
    for number, (channel, home) in enumerate(((70, None), (71, 70), (71, 72))):
        await store.choose(7, "announce", "70")
        record = await store.add(replace(LOBBY, place=Location(7, channel), home=home), 10 + number)
        await store.save(record, replace(playing(record), phase="over"), 20 + number)
    assert [channel for _, channel in await store.tidings()] == [70]


async def test_a_room_that_changed_but_kept_its_length_is_not_overwritten(store):
    record = await store.add(LOBBY, 1)
    await store.save(record, replace(record, ripe=True), None)
    with pytest.raises(Conflict):
        await store.save(record, replace(record, options={"pile": "5"}), None)
