"""A table through the door: every way a move can come twice, late, wrongly or from two sides."""

import asyncio
import threading
from random import Random

import pytest

from bot.room import Robot
from bot.rooms import Rooms
from bot.store import Store
from engine.core import IllegalMove
from tests.bot.rooms_kit import ANA, BEN, CY, DEE, HERE, Doors, doors_at, moments, refused
from tests.bot.standins import SHELF


@pytest.fixture
async def doors(tmp_path):
    async with doors_at(tmp_path / "tessera.db") as doors:
        yield doors


async def unchanged(doors, room, deed):
    """The refusal of the deed, after which the room is exactly as it was."""
    refusal = await refused(deed)
    assert await doors.rooms.room(room.id) == room
    return refusal


async def test_a_move_turns_the_table_and_the_stamps_rise(doors):
    room = await doors.table(ANA, BEN)
    later = await doors.move(room, "t1")
    assert [entry.text[:1] for entry in later.table.log] == ["r", "t", "r"]
    assert (later.to_act, later.stamps) == ((1,), (2, 1))
    assert await doors.rooms.room(room.id) == later


async def test_a_move_from_an_old_menu_is_stale(doors):
    room = await doors.table(ANA, BEN)
    later = await doors.move(await doors.move(room, "t1"), "t1")
    assert later.to_act == room.to_act
    assert (await unchanged(doors, later, doors.rooms.play(room.id, 0, 1, "t2", doors.press))).key == "stale"
    assert (await unchanged(doors, later, doors.rooms.play(room.id, 0, 999, "t1", doors.press))).key == "stale"


async def test_a_double_press_is_done(doors):
    room = await doors.table(ANA, BEN)
    later = await doors.move(room, "t1")
    assert (await unchanged(doors, later, doors.rooms.play(room.id, 0, 1, "t1", doors.press))).key == "done"


async def test_a_double_press_is_done_even_after_a_robot_has_answered(doors):
    room = await doors.lobby(ANA)
    await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    room = await doors.rooms.robots(room.id)
    seat, stamp = room.seat_of(ANA.id), room.stamp(room.seat_of(ANA.id))
    await doors.rooms.play(room.id, seat, stamp, "t1", doors.press)
    room = await doors.rooms.robots(room.id)
    assert room.stamp(seat) == stamp + 2
    assert (await unchanged(doors, room, doors.rooms.play(room.id, seat, stamp, "t1", doors.press))).key == "done"


@pytest.mark.parametrize("stamp", [1, None])
async def test_the_same_interaction_delivered_twice_is_one_move(doors, stamp):
    room = await doors.table(ANA, BEN)
    later = await doors.rooms.play(room.id, 0, stamp, "t1", 77)
    assert (await unchanged(doors, later, doors.rooms.play(room.id, 0, stamp, "t1", 77))).key == "done"


async def test_the_same_interaction_delivered_twice_at_once_is_one_move(doors):
    room = await doors.table(ANA, BEN)
    both = await asyncio.gather(
        *(doors.rooms.play(room.id, 0, None, "t1", 77) for _ in range(2)), return_exceptions=True
    )
    assert [getattr(one, "key", "played") for one in both] == ["played", "done"]
    assert (await doors.rooms.room(room.id)).to_act == (1,)


async def test_a_typed_move_out_of_turn_names_whose_turn_it_is(doors):
    room = await doors.table(ANA, BEN)
    refusal = await unchanged(doors, room, doors.rooms.play(room.id, 1, None, "t1", doors.press))
    assert (refusal.key, refusal.facts) == ("not_your_turn", {"name": room.seats[0].name})


async def test_an_illegal_move_changes_nothing(doors):
    room = await doors.table(ANA, BEN)
    for text, reason in (("t9", "1.2"), ("roll 3", "1.1"), ("nonsense", "notation")):
        with pytest.raises(IllegalMove) as caught:
            await doors.move(room, text)
        assert caught.value.reason == reason
    assert await doors.rooms.room(room.id) == room


async def test_an_illegal_move_does_not_use_up_the_press(doors):
    room = await doors.table(ANA, BEN)
    with pytest.raises(IllegalMove):
        await doors.move(room, "t9", press=77)
    assert (await doors.move(room, "t1", press=77)).to_act == (1,)


async def test_a_game_ends_and_refuses_further_moves(doors):
    room = await doors.table(ANA, BEN)
    while room.phase == "playing":
        room = await doors.move(room, "t1")
    assert (room.phase, room.to_act, sum(room.table.state.taken)) == ("over", (), 9)
    assert (await unchanged(doors, room, doors.rooms.play(room.id, 0, None, "t1", doors.press))).key == "over"
    assert (await unchanged(doors, room, doors.rooms.end(room.id, ANA, True, doors.press))).key == "over"


async def test_a_lobby_refuses_moves(doors):
    room = await doors.lobby(ANA, BEN)
    assert (await unchanged(doors, room, doors.rooms.play(room.id, 0, None, "t1", doors.press))).key == "gone"


async def test_three_presses_at_once_are_one_move(doors):
    room = await doors.table(ANA, BEN, game="long")
    for turn in range(500):
        seat, stamp = room.to_act[0], room.stamp(room.to_act[0])
        deeds = [doors.rooms.play(room.id, seat, stamp, "t1", doors.press) for _ in range(3)]
        answers = await asyncio.gather(*deeds, return_exceptions=True)
        assert sorted(getattr(one, "key", "played") for one in answers) == ["done", "done", "played"]
        room = await doors.rooms.room(room.id)
        assert sum(room.table.state.taken) == turn + 1
    assert room.table.back_to(len(room.table.log)).state == room.table.state


async def test_presses_at_once_take_turns_so_that_only_one_is_ever_saved(tmp_path):
    class Counting(Store):
        """A store that counts how often it is asked to save."""

        saves = 0

        async def save(self, old, new, press):
            self.saves += 1
            return await super().save(old, new, press)

    store = await Counting.open(tmp_path / "tessera.db")
    doors = Doors(store)
    room = await doors.table(ANA, BEN)
    before = store.saves
    deeds = [doors.rooms.play(room.id, 0, 1, "t1", doors.press) for _ in range(5)]
    await asyncio.gather(*deeds, return_exceptions=True)
    await store.close()
    assert store.saves == before + 1


async def test_two_programs_on_one_file_make_one_move(tmp_path):
    async with doors_at(tmp_path / "tessera.db") as one, doors_at(tmp_path / "tessera.db") as other:
        room = await one.table(ANA, BEN, game="long")
        for turn in range(60):
            seat, stamp = room.to_act[0], room.stamp(room.to_act[0])
            deeds = (doors.rooms.play(room.id, seat, stamp, "t1", one.press) for doors in (one, other, one, other))
            answers = await asyncio.gather(*deeds, return_exceptions=True)
            assert sorted(getattr(each, "key", "played") for each in answers) == ["done"] * 3 + ["played"]
            room = await other.rooms.room(room.id)
            assert sum(room.table.state.taken) == turn + 1
        assert room == await one.rooms.room(room.id)


async def test_all_may_act_at_once_without_making_each_other_stale(doors):
    room = await doors.table(ANA, BEN, CY, game="votes")
    assert (room.to_act, room.stamps) == ((0, 1, 2), (1, 1, 1))
    deeds = [doors.rooms.play(room.id, seat, room.stamp(seat), "yes", doors.press) for seat in (2, 0, 1)]
    await asyncio.gather(*deeds)
    room = await doors.rooms.room(room.id)
    assert (room.table.state.said, room.to_act) == (["yes yes yes"], (0, 1, 2))
    assert (await refused(doors.rooms.play(room.id, 0, 1, "no", doors.press))).key == "stale"


async def test_who_has_voted_waits_and_is_told_for_whom(doors):
    room = await doors.table(ANA, BEN, CY, game="votes")
    room = await doors.rooms.play(room.id, 1, None, "yes", doors.press)
    refusal = await refused(doors.rooms.play(room.id, 1, None, "no", doors.press))
    assert (refusal.key, refusal.facts) == ("not_your_turn", {"name": f"{room.seats[0].name}, {room.seats[2].name}"})


async def test_robots_play_until_a_person_must(doors):
    room = await doors.lobby(ANA)
    for level in ("random", "greedy"):
        await doors.rooms.add_robot(room.id, ANA.id, level, doors.press)
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    ana = room.seat_of(ANA.id)
    while room.phase == "playing":
        room = await doors.rooms.robots(room.id)
        assert room.to_act in ((ana,), ())
        room = await doors.move(room, "t1") if room.to_act else room
    assert room.table.back_to(len(room.table.log)).state == room.table.state


async def test_robots_do_not_wait_for_people_who_act_at_the_same_time(doors):
    room = await doors.lobby(ANA, BEN, game="votes")
    await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    room = await doors.rooms.robots(room.id)
    assert set(room.to_act) == {room.seat_of(ANA.id), room.seat_of(BEN.id)}


async def test_a_robot_sees_its_own_view_only_and_its_choice_does_not_waver(tmp_path):
    seen, dice = [], []
    asked, answer = threading.Event(), threading.Event()

    def peek(level, view, rng):
        seen.append((level, view.seat, view.state.secret))
        dice.append(rng.random())
        asked.set()
        answer.wait(10)
        return view.moves[0]

    async with doors_at(tmp_path / "tessera.db") as doors:
        watched = Doors(doors.store, peek)
        room = await watched.lobby(ANA)
        await watched.rooms.add_robot(room.id, ANA.id, "greedy", watched.press)
        room = await watched.rooms.start(room.id, ANA.id, watched.press)
        robot = 1 - room.seat_of(ANA.id)
        room = room if room.to_act == (robot,) else await watched.move(room, "t1")
        thinking = asyncio.create_task(watched.rooms.robots(room.id))
        await asyncio.to_thread(asked.wait)
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        answer.set()
        assert await watched.rooms.room(room.id) == room
        assert (await watched.rooms.robots(room.id)).to_act == (1 - robot,)
    assert len(dice) == 2
    assert dice[0] == dice[1]
    assert set(seen) == {("greedy", robot, "?")}


async def test_two_calls_for_the_same_robots_move_them_once(doors):
    room = await doors.lobby(ANA, game="long")
    for _ in range(2):
        await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    for _ in range(20):
        first, second = await asyncio.gather(doors.rooms.robots(room.id), doors.rooms.robots(room.id))
        assert first.table.log == second.table.log
        before = first
        room = await doors.move(first, "t1")
        assert len(room.table.log) == len(before.table.log) + 2


async def test_tables_where_a_robot_owes_a_move_are_found_again(doors):
    room = await doors.lobby(ANA)
    await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    if isinstance(room.seats[0], Robot):
        assert await doors.rooms.robots_to_act() == [room.id]
        room = await doors.rooms.robots(room.id)
    assert await doors.rooms.robots_to_act() == []
    await doors.move(room, "t1")
    assert await doors.rooms.robots_to_act() == [room.id]
    await doors.rooms.end(room.id, ANA, False, doors.press)
    assert await doors.rooms.robots_to_act() == []


async def test_the_host_or_a_moderator_ends_a_table_early(doors):
    for person, may_manage in ((ANA, False), (CY, True)):
        room = await doors.table(ANA, BEN)
        refusal = await unchanged(doors, room, doors.rooms.end(room.id, BEN, False, doors.press))
        assert (refusal.key, refusal.facts) == ("host_only", {"name": "Ana"})
        ended = await doors.rooms.end(room.id, person, may_manage, 77 + room.id)
        assert (ended.phase, ended.to_act, ended.table) == ("ended", (), room.table)
        assert ended.ended_by == person.name
        assert await doors.rooms.end(room.id, person, may_manage, 77 + room.id) == ended
        assert (await refused(doors.rooms.play(room.id, 0, None, "t1", doors.press))).key == "over"


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
    await doors.rooms.end(tables[0].id, ANA, False, doors.press)
    assert tables[0].id not in [room.id for room in await doors.rooms.of_person(ANA.id)]


async def test_a_channel_shows_its_lobbies_and_tables(doors):
    lobby, table = await doors.lobby(ANA), await doors.table(BEN, CY)
    assert {room.id for room in await doors.rooms.in_channel(HERE.channel)} == {lobby.id, table.id}
    assert await doors.rooms.in_channel(12345) == []


async def test_what_is_shown_is_no_longer_owed_unless_the_room_went_on(doors):
    room = await doors.lobby(ANA)
    assert await doors.rooms.owed() == [(room.id, 0)]
    later = await doors.rooms.join(room.id, BEN, doors.press)
    await doors.rooms.showed(room.id, 900, -1, fresh=True, change=room.change)
    assert await doors.rooms.owed() == [(room.id, 0)]
    await doors.rooms.showed(room.id, 900, -1, fresh=False, change=later.change)
    assert await doors.rooms.owed() == []
    room = await doors.rooms.start(room.id, ANA.id, doors.press)
    later = await doors.move(room, "t1")
    await doors.rooms.showed(room.id, 901, 1, fresh=True, change=room.change)
    assert await doors.rooms.owed() == [(room.id, 3)]
    await doors.rooms.showed(room.id, 902, 3, fresh=True, change=later.change)
    assert await doors.rooms.owed() == []


async def test_a_message_is_remembered_with_the_moment_it_was_posted(doors):
    room = await doors.lobby(ANA)
    doors.clock.time += 60
    await doors.rooms.showed(room.id, 900, 0, fresh=True, change=1)
    doors.clock.time += 60
    await doors.rooms.showed(room.id, 900, 2, fresh=False, change=1)
    room = await doors.rooms.room(room.id)
    assert (room.message, room.posted, room.shown, room.change) == (900, doors.clock.time - 60, 2, 1)


async def test_showing_and_playing_at_once_lose_neither(doors):
    room = await doors.table(ANA, BEN)
    await asyncio.gather(
        doors.move(room, "t1"), doors.rooms.showed(room.id, 900, 1, fresh=True, change=room.change)
    )
    room = await doors.rooms.room(room.id)
    assert (room.message, room.to_act, await doors.rooms.owed()) == (900, (1,), [(room.id, 3)])


async def test_all_is_as_it_was_after_a_restart(tmp_path):
    async with doors_at(tmp_path / "tessera.db") as doors:
        room = await doors.move(await doors.table(ANA, BEN), "t1", press=77)
    async with doors_at(tmp_path / "tessera.db") as doors:
        assert await doors.rooms.room(room.id) == room
        assert await doors.rooms.owed() == [(room.id, 3)]
        assert (await refused(doors.rooms.play(room.id, 0, None, "t1", 77))).key == "done"


async def test_a_crash_between_play_and_save_leaves_the_old_position(tmp_path):
    class Crashing(Store):
        """A store whose program dies before it saves: the save is never asked for."""

        async def save(self, old, new, press):
            raise SystemError("died before the save")

    async with doors_at(tmp_path / "tessera.db") as doors:
        room = await doors.table(ANA, BEN)
        crashing = await Crashing.open(tmp_path / "tessera.db")
        with pytest.raises(SystemError):
            await Rooms(crashing, doors.clock, str, SHELF).play(room.id, 0, 1, "t1", 77)
        await crashing.close()
        assert await doors.rooms.room(room.id) == room
        assert (await doors.move(room, "t1", press=77)).to_act == (1,)


async def test_cancelled_at_any_moment_a_move_happens_wholly_or_not_at_all(doors):
    lot, room, played = Random(5), await doors.table(ANA, BEN, game="long"), 0
    for _ in range(150):
        before = len(room.table.log)
        deed = asyncio.create_task(doors.move(room, "t1"))
        await moments(lot, deed)
        deed.cancel()
        await asyncio.gather(deed, return_exceptions=True)
        room = await doors.rooms.room(room.id)
        assert len(room.table.log) in (before, before + 2)
        played += len(room.table.log) > before
        assert room.table.back_to(len(room.table.log)).state == room.table.state
    assert 0 < played < 150
    assert (await doors.move(room, "t1")).change == room.change + 1
