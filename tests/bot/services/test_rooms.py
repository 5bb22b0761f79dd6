"""A table through the door: every way a move can come twice, late, wrongly or from two sides."""

import asyncio
import sqlite3
import threading
from contextlib import closing

import pytest

from bot.model.people import Robot
from bot.model.room import TABLE_IDLE_AFTER
from bot.store.store import Store
from engine.core import IllegalMove
from tests.bot.support.rooms import ANA, BEN, CY, Backend, backend_at, refusal_of

DAY = 24 * 3600.0  # seconds


async def unchanged(backend, room, deed):
    """The refusal of the deed, after which the room is exactly as it was."""
    refusal = await refusal_of(deed)
    assert await backend.rooms.room(room.id) == room
    return refusal


async def test_a_move_turns_the_table_and_the_stamps_rise(backend):
    room = await backend.table(ANA, BEN)
    later = await backend.move(room, "t1")
    assert [entry.text[:1] for entry in later.table.log] == ["r", "t", "r"]
    assert (later.to_act, [one.stamp for one in later.chairs]) == ((1,), [2, 1])
    assert await backend.rooms.room(room.id) == later


async def test_listeners_hear_of_each_commit_once_when_it_is_in_the_file_and_of_nothing_else(backend):
    heard = []

    def listener(room_id):
        with closing(sqlite3.connect(backend.store.database.port.path)) as database:
            heard.extend(database.execute("SELECT id, change FROM rooms WHERE id = ?", (room_id,)))

    backend.rooms.listen(listener)
    room, press = await backend.table(ANA, BEN), backend.press
    later = await backend.move(room, "t1", press)
    assert heard == [(room.id, change) for change in range(1, later.record.change + 1)]
    await unchanged(backend, later, backend.rooms.play(room.id, 0, 1, "t1", press))
    await unchanged(backend, later, backend.rooms.play(room.id, 0, 1, "t1", backend.press))
    await backend.rooms.join(room.id, BEN, press)
    await backend.rooms.note_shown(later, 900, 3, fresh=True)
    assert len(heard) == later.record.change
    await backend.services.privacy.erase(ANA.id)
    assert [room_id for room_id, _ in heard[later.record.change :]] == [room.id]


async def test_a_listener_that_fails_hides_no_commit_and_keeps_no_other_from_hearing(backend, caplog):
    heard = []

    def failing(room_id):
        raise RuntimeError("deaf")

    backend.rooms.listen(failing)
    backend.rooms.listen(heard.append)
    room = await backend.lobby(ANA, BEN)
    assert await backend.rooms.room(room.id) == room
    assert [one.name for one in room.occupants] == ["Ana", "Ben"]
    assert heard == [room.id, room.id]
    assert caplog.text.count("a listener failed") == 2


async def test_a_move_from_an_old_menu_is_stale(backend):
    room = await backend.table(ANA, BEN)
    later = await backend.move(await backend.move(room, "t1"), "t1")
    assert later.to_act == room.to_act
    assert (await unchanged(backend, later, backend.rooms.play(room.id, 0, 1, "t2", backend.press))).key == "stale"
    assert (await unchanged(backend, later, backend.rooms.play(room.id, 0, 999, "t1", backend.press))).key == "stale"


async def test_a_double_press_is_done(backend):
    room = await backend.table(ANA, BEN)
    later = await backend.move(room, "t1")
    assert (await unchanged(backend, later, backend.rooms.play(room.id, 0, 1, "t1", backend.press))).key == "done"


async def test_a_double_press_is_done_even_after_a_robot_has_answered(backend):
    room = await backend.lobby(ANA)
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    room = await backend.rooms.move_robots(room.id)
    seat, stamp = room.seat_of(ANA.id), room.chairs[room.seat_of(ANA.id)].stamp
    await backend.rooms.play(room.id, seat, stamp, "t1", backend.press)
    room = await backend.rooms.move_robots(room.id)
    assert room.chairs[seat].stamp == stamp + 2
    assert (await unchanged(backend, room, backend.rooms.play(room.id, seat, stamp, "t1", backend.press))).key == "done"


@pytest.mark.parametrize("stamp", [1, None])
async def test_the_same_interaction_delivered_twice_is_one_move(backend, stamp):
    room = await backend.table(ANA, BEN)
    later = await backend.rooms.play(room.id, 0, stamp, "t1", 77)
    assert (await unchanged(backend, later, backend.rooms.play(room.id, 0, stamp, "t1", 77))).key == "done"


@pytest.mark.both
async def test_the_same_interaction_delivered_twice_at_once_is_one_move(backend):
    room = await backend.table(ANA, BEN)
    both = await asyncio.gather(
        *(backend.rooms.play(room.id, 0, None, "t1", 77) for _ in range(2)), return_exceptions=True
    )
    assert {getattr(one, "key", "played") for one in both} == {"played", "done"}
    assert (await backend.rooms.room(room.id)).to_act == (1,)


async def test_a_typed_move_out_of_turn_names_whose_turn_it_is(backend):
    room = await backend.table(ANA, BEN)
    refusal = await unchanged(backend, room, backend.rooms.play(room.id, 1, None, "t1", backend.press))
    assert (refusal.key, refusal.facts) == (
        "not_your_turn",
        {"name": room.occupants[0].name, "tag": room.tag, "prepares": False},
    )


async def test_an_illegal_move_changes_nothing(backend):
    room = await backend.table(ANA, BEN)
    for text, reason in (("t9", "1.2"), ("roll 3", "1.1"), ("nonsense", "notation")):
        with pytest.raises(IllegalMove) as caught:
            await backend.move(room, text)
        assert caught.value.reason == reason
    assert await backend.rooms.room(room.id) == room


async def test_an_illegal_move_does_not_use_up_the_press(backend):
    room = await backend.table(ANA, BEN)
    with pytest.raises(IllegalMove):
        await backend.move(room, "t9", press=77)
    assert (await backend.move(room, "t1", press=77)).to_act == (1,)


async def test_a_game_ends_and_refuses_further_moves(backend):
    room = await backend.table(ANA, BEN)
    while room.phase == "playing":
        room = await backend.move(room, "t1")
    assert (room.phase, room.to_act, sum(room.table.state.taken)) == ("over", (), 9)
    assert (await unchanged(backend, room, backend.rooms.play(room.id, 0, None, "t1", backend.press))).key == "over"
    assert (await unchanged(backend, room, backend.rooms.end(room.id, ANA, True, backend.press))).key == "over"


async def test_a_lobby_refuses_moves(backend):
    room = await backend.lobby(ANA, BEN)
    assert (
        await unchanged(backend, room, backend.rooms.play(room.id, 0, None, "t1", backend.press))
    ).key == "not_started"


@pytest.mark.both
async def test_three_presses_at_once_are_one_move(backend):
    room = await backend.table(ANA, BEN, game="long")
    for turn in range(20):
        seat, stamp = room.to_act[0], room.chairs[room.to_act[0]].stamp
        deeds = [backend.rooms.play(room.id, seat, stamp, "t1", backend.press) for _ in range(3)]
        answers = await asyncio.gather(*deeds, return_exceptions=True)
        assert sorted(getattr(one, "key", "played") for one in answers) == ["done", "done", "played"]
        room = await backend.rooms.room(room.id)
        assert sum(room.table.state.taken) == turn + 1
    assert room.table.back_to(len(room.table.log)).state == room.table.state


async def test_presses_at_once_take_turns_so_that_only_one_is_ever_saved(backend):
    class Counting(Store):
        """A store that counts how often it is asked to save."""

        saves = 0

        async def save(self, old, new, press, born=None):
            self.saves += 1
            return await super().save(old, new, press, born)

    store = Counting(backend.store.database)
    backend = Backend(store)
    room = await backend.table(ANA, BEN)
    before = store.saves
    deeds = [backend.rooms.play(room.id, 0, 1, "t1", backend.press) for _ in range(5)]
    await asyncio.gather(*deeds, return_exceptions=True)
    assert store.saves == before + 1


@pytest.mark.both
async def test_two_programs_on_one_file_make_one_move(database):
    async with backend_at(database) as one, backend_at(database) as other:
        room = await one.table(ANA, BEN, game="long")
        for turn in range(20):
            seat, stamp = room.to_act[0], room.chairs[room.to_act[0]].stamp
            deeds = (backend.rooms.play(room.id, seat, stamp, "t1", one.press) for backend in (one, other, one, other))
            answers = await asyncio.gather(*deeds, return_exceptions=True)
            assert sorted(getattr(each, "key", "played") for each in answers) == ["done"] * 3 + ["played"]
            room = await other.rooms.room(room.id)
            assert sum(room.table.state.taken) == turn + 1
        assert room == await one.rooms.room(room.id)


async def test_all_may_act_at_once_without_making_each_other_stale(backend):
    room = await backend.table(ANA, BEN, CY, game="votes")
    assert (room.to_act, [one.stamp for one in room.chairs]) == ((0, 1, 2), [1, 1, 1])
    deeds = [backend.rooms.play(room.id, seat, room.chairs[seat].stamp, "yes", backend.press) for seat in (2, 0, 1)]
    await asyncio.gather(*deeds)
    room = await backend.rooms.room(room.id)
    assert (room.table.state.said, room.to_act) == (["yes yes yes"], (0, 1, 2))
    assert (await refusal_of(backend.rooms.play(room.id, 0, 1, "no", backend.press))).key == "stale"


async def test_who_has_voted_waits_and_is_told_for_whom(backend):
    room = await backend.table(ANA, BEN, CY, game="votes")
    room = await backend.rooms.play(room.id, 1, None, "yes", backend.press)
    refusal = await refusal_of(backend.rooms.play(room.id, 1, None, "no", backend.press))
    others = f"{room.occupants[0].name}, {room.occupants[2].name}"
    assert (refusal.key, refusal.facts) == ("not_your_turn", {"name": others, "tag": room.tag, "prepares": False})


async def test_robots_play_until_a_person_must(backend):
    room = await backend.lobby(ANA)
    for level in ("random", "greedy"):
        await backend.rooms.add_robot(room.id, ANA.id, level, backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    ana = room.seat_of(ANA.id)
    while room.phase == "playing":
        room = await backend.rooms.move_robots(room.id)
        assert room.to_act in ((ana,), ())
        room = await backend.move(room, "t1") if room.to_act else room
    assert room.table.back_to(len(room.table.log)).state == room.table.state


async def test_robots_do_not_wait_for_people_who_act_at_the_same_time(backend):
    room = await backend.lobby(ANA, BEN, game="votes")
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    room = await backend.rooms.move_robots(room.id)
    assert set(room.to_act) == {room.seat_of(ANA.id), room.seat_of(BEN.id)}


async def test_a_robot_sees_its_own_view_only_and_its_choice_does_not_waver(database):
    seen, dice = [], []
    asked, answer = threading.Event(), threading.Event()

    def peek(level, view, rng):
        seen.append((level, view.seat, view.state.secret))
        dice.append(rng.random())
        asked.set()
        answer.wait(10)
        return view.moves[0]

    async with backend_at(database) as backend:
        watched = Backend(backend.store, peek)
        room = await watched.lobby(ANA)
        await watched.rooms.add_robot(room.id, ANA.id, "greedy", watched.press)
        room = await watched.rooms.start(room.id, ANA.id, watched.press)
        robot = 1 - room.seat_of(ANA.id)
        room = room if room.to_act == (robot,) else await watched.move(room, "t1")
        thinking = asyncio.create_task(watched.rooms.move_robots(room.id))
        await asyncio.to_thread(asked.wait)
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        answer.set()
        assert await watched.rooms.room(room.id) == room
        assert (await watched.rooms.move_robots(room.id)).to_act == (1 - robot,)
    assert len(dice) == 2
    assert dice[0] == dice[1]
    assert set(seen) == {("greedy", robot, "?")}


async def test_two_calls_for_the_same_robots_move_them_once(backend):
    room = await backend.lobby(ANA, game="long")
    for _ in range(2):
        await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    for _ in range(20):
        first, second = await asyncio.gather(backend.rooms.move_robots(room.id), backend.rooms.move_robots(room.id))
        assert first.table.log == second.table.log
        before = first
        room = await backend.move(first, "t1")
        assert len(room.table.log) == len(before.table.log) + 2


async def test_tables_where_a_robot_owes_a_move_are_found_again(backend):
    room = await backend.lobby(ANA)
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    if isinstance(room.occupants[0], Robot):
        assert await backend.store.rooms.rooms_awaiting_robots() == [room.id]
        room = await backend.rooms.move_robots(room.id)
    assert await backend.store.rooms.rooms_awaiting_robots() == []
    await backend.move(room, "t1")
    assert await backend.store.rooms.rooms_awaiting_robots() == [room.id]
    await backend.rooms.end(room.id, ANA, True, backend.press)
    assert await backend.store.rooms.rooms_awaiting_robots() == []


async def test_the_host_ends_an_idle_table_and_a_moderator_any(backend):
    for person, may_manage in ((ANA, False), (CY, True)):
        room = await backend.table(ANA, BEN)
        refusal = await unchanged(backend, room, backend.rooms.end(room.id, BEN, False, backend.press))
        assert (refusal.key, refusal.facts) == ("host_only", {"name": "Ana"})
        if not may_manage:
            refusal = await unchanged(backend, room, backend.rooms.end(room.id, ANA, False, backend.press))
            assert (refusal.key, refusal.facts) == ("still_played", {"tag": room.tag})
            backend.clock.time += TABLE_IDLE_AFTER
        ended = await backend.rooms.end(room.id, person, may_manage, 77 + room.id)
        assert (ended.phase, ended.to_act, ended.table) == ("ended", (), room.table)
        assert ended.record.ended_by == person.name
        assert await backend.rooms.end(room.id, person, may_manage, 77 + room.id) == ended
        assert (await refusal_of(backend.rooms.play(room.id, 0, None, "t1", backend.press))).key == "over"


@pytest.mark.both
async def test_a_sweep_forgets_presses_and_shown_pages_of_the_day_before_and_no_younger_ones(backend):
    room = await backend.table(ANA, BEN)
    later = await backend.rooms.play(room.id, 0, None, "t1", 77)
    await backend.store.shared_pages.add(900, "here", backend.clock.time)
    backend.clock.time += DAY - 1
    await backend.rooms.expire_lobbies(DAY)
    assert (await unchanged(backend, later, backend.rooms.play(room.id, 1, None, "t1", 77))).key == "done"
    assert not await backend.store.shared_pages.add(900, "here", backend.clock.time)
    backend.clock.time += 2
    await backend.rooms.expire_lobbies(DAY)
    assert (await backend.rooms.play(room.id, 1, None, "t1", 77)).to_act == (0,)
    assert await backend.store.shared_pages.add(900, "here", backend.clock.time)
