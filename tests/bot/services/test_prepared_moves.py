"""Prepared moves through the backend, on real games: who may, what fires, what does not, and who learns of it."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import pytest

from bot.model.people import Robot
from bot.services.prepared_moves import PreparationRooms
from engine import GAMES, IllegalMove
from tests.bot.support.room_values import altered
from tests.bot.support.rooms import ANA, BEN, CY, random_move, refusal_of, rows


@pytest.fixture
def backend(backend):
    """Backend to the real games, whose tables are always dealt alike."""
    backend.wire(lambda: "a seed", GAMES, random_move)
    return backend


@pytest.fixture
def mine(backend):
    return backend.services.prepared_moves


def person_at(room, seat):
    return room.occupants[seat]


def others(room):
    """Seats that are not to act, the next one first."""
    return [(room.to_act[0] + step) % len(room.occupants) for step in range(1, len(room.occupants))]


async def prepare(backend, room, seat, text, mode="p"):
    """The person of that seat prepares this move by the menu."""
    ahead = PreparationRooms(backend.rooms, mode)
    now, _ = await ahead.room_and_seat(room.id, person_at(room, seat).id)
    return await ahead.play(room.id, seat, now.chairs[seat].stamp, text, backend.press)


async def offered(backend, room, seat):
    """The moves that the person of that seat may prepare."""
    now, _ = await PreparationRooms(backend.rooms, "p").room_and_seat(room.id, person_at(room, seat).id)
    return [str(move) for move in now.table.view(seat).moves]


async def texts(mine, room, seat):
    """What the person of that seat has prepared and how it stands."""
    own = await mine.load(room.id, person_at(room, seat).id)
    return [(*turn.texts, *["lapsed"] * turn.has_lapsed, *["..."] * (not turn.is_whole)) for turn in own.turns]


def far_apart(room, moves):
    """A move of whoever is to act that leaves the source of these moves alone."""
    for move in room.table.state.moves(room.to_act[0]):
        if str(move)[0] not in {text[0] for text in moves} | {"C"}:
            return str(move)
    raise AssertionError


async def test_a_prepared_move_is_played_in_the_change_that_hands_over_the_turn(backend, mine):
    room = await backend.table(ANA, BEN, game="azul")
    first, (second,) = room.to_act[0], others(room)
    text = (await offered(backend, room, second))[0]
    await prepare(backend, room, second, text)
    assert await texts(mine, room, second) == [(text,)]
    before = await backend.rooms.room(room.id)
    later = await backend.move(before, far_apart(before, [text]))
    assert later.record.change == before.record.change + 1
    assert [entry.seat for entry in later.table.log[-2:]] == [first, second]
    assert [line.trigger for line in later.log[-2:]] == ["", "prepared"]
    assert later.to_act == (first,)
    assert await texts(mine, room, second) == []


async def test_prepared_moves_of_several_seats_fire_one_after_the_other_in_one_change(backend, mine):
    room = await backend.table(ANA, BEN, CY, game="azul")
    second, third = others(room)
    one = (await offered(backend, room, second))[0]
    two = next(text for text in await offered(backend, room, third) if text[0] not in (one[0], "C"))
    await prepare(backend, room, second, one)
    await prepare(backend, room, third, two)
    before = await backend.rooms.room(room.id)
    later = await backend.move(before, far_apart(before, [one, two]))
    assert later.record.change == before.record.change + 1
    assert [entry.text for entry in later.table.log[-2:]] == [one, two]
    assert later.to_act == room.to_act


async def test_the_first_that_is_still_possible_and_means_the_same_is_played_and_the_rest_is_gone(backend, mine):
    room = await backend.table(ANA, BEN, game="azul")
    (second,) = others(room)
    offers = await offered(backend, room, second)
    taken = str(room.table.state.moves(room.to_act[0])[0])
    gone = next(text for text in offers if text[:2] == taken[:2])
    good = [text for text in offers if text[0] not in (taken[0], "C")][:2]
    for text in (gone, *good):
        await prepare(backend, room, second, text)
    assert await texts(mine, room, second) == [(gone,), *[(text,) for text in good]]
    later = await backend.move(await backend.rooms.room(room.id), taken)
    assert later.table.log[-1].text == good[0]
    assert await texts(mine, room, second) == []


async def test_where_none_is_possible_the_person_is_to_move_and_is_told_until_the_next_move(backend, mine):
    room = await backend.table(ANA, BEN, game="azul")
    (second,) = others(room)
    taken = str(room.table.state.moves(room.to_act[0])[0])
    gone = next(text for text in await offered(backend, room, second) if text[:2] == taken[:2])
    await prepare(backend, room, second, gone)
    later = await backend.move(await backend.rooms.room(room.id), taken)
    assert later.to_act == (second,)
    assert await texts(mine, room, second) == [(gone, "lapsed")]
    await backend.move(later, str(later.table.state.moves(second)[0]))
    assert await texts(mine, room, second) == []


async def test_a_fourth_is_refused_and_so_is_preparing_in_ones_own_turn_or_where_nothing_is_ahead(backend, mine):
    room = await backend.table(ANA, BEN, game="azul")
    first, (second,) = room.to_act[0], others(room)
    offers = await offered(backend, room, second)
    with pytest.raises(IllegalMove):
        await PreparationRooms(backend.rooms, "p").play(room.id, second, None, "9B1", backend.press)
    for text in offers[:3]:
        await prepare(backend, room, second, text)
    assert (await refusal_of(prepare(backend, room, second, offers[3]))).key == "prepare_full"
    assert (await refusal_of(prepare(backend, room, first, offers[3]))).key == "prepare_yours"
    assert (await refusal_of(PreparationRooms(backend.rooms, "p").room_and_seat(room.id, CY.id))).key == "not_seated"
    own = await mine.load(room.id, person_at(room, second).id)
    assert (len(own.turns), own.may_add) == (3, False)
    assert mine.may_prepare(room, second)
    assert not mine.may_prepare(room, first)


async def test_a_menu_from_before_a_move_or_a_second_press_is_stale(backend, mine):
    room = await backend.table(ANA, BEN, CY, game="azul")
    _, third = others(room)
    ahead = PreparationRooms(backend.rooms, "p")
    now, _ = await ahead.room_and_seat(room.id, person_at(room, third).id)
    stamp, text = now.chairs[third].stamp, str(now.table.view(third).moves[0])
    press = backend.press
    await ahead.play(room.id, third, stamp, text, press)
    await ahead.play(room.id, third, stamp, text, press)  # delivered twice
    assert (await refusal_of(ahead.play(room.id, third, stamp, text, backend.press))).key == "stale"
    assert len(await texts(mine, room, third)) == 1
    now, _ = await ahead.room_and_seat(room.id, person_at(room, third).id)
    before = await backend.rooms.room(room.id)
    await backend.move(before, far_apart(before, [text]))
    assert (await refusal_of(ahead.play(room.id, third, now.chairs[third].stamp, text, backend.press))).key == "stale"


@pytest.mark.both
async def test_one_or_all_are_taken_out(backend, mine):
    room = await backend.table(ANA, BEN, game="azul")
    (second,) = others(room)
    for text in (offers := await offered(backend, room, second))[:3]:
        await prepare(backend, room, second, text)
    who = person_at(room, second).id
    await mine.remove_turn(room.id, who, 1, backend.press)
    assert await texts(mine, room, second) == [(offers[0],), (offers[2],)]
    assert len((await mine.load_by_room([await backend.rooms.room(room.id)], who))[room.id].turns) == 2
    await mine.remove_turn(room.id, who, None, backend.press)
    assert await texts(mine, room, second) == []
    assert (await mine.load_by_room([await backend.rooms.room(room.id)], who))[room.id].turns == ()


# whose move it is


async def ready(backend, mine, *people, **given):
    """A table at which the next person has prepared a move, and a move that leads to it."""
    room = await backend.table(*people, game="azul", **given)
    second = others(room)[0]
    text = (await offered(backend, room, second))[0]
    await prepare(backend, room, second, text)
    room = await backend.rooms.room(room.id)
    return room, second, far_apart(room, [text])


async def test_the_owner_takes_it_back_as_usual_and_it_does_not_come_back(backend, mine):
    life = backend.services.table_actions
    room, second, leads = await ready(backend, mine, ANA, BEN)
    first = room.to_act[0]
    await backend.move(room, leads)
    assert await life.take_back_mode(room.id, person_at(room, first).id) == "ask"
    assert (await refusal_of(life.take_back(room.id, person_at(room, first).id, backend.press))).facts["why"] == "moved"
    assert await life.take_back_mode(room.id, person_at(room, second).id) == "free"
    back = await life.take_back(room.id, person_at(room, second).id, backend.press)
    assert back.to_act == (second,)
    assert back.table.log[-1].text == leads
    assert await texts(mine, room, second) == []


async def test_taking_a_move_back_deletes_what_was_prepared_since(backend, mine):
    life = backend.services.table_actions
    room = await backend.table(ANA, BEN, game="azul")
    first = room.to_act[0]
    later = await backend.move(room, str(room.table.state.moves(first)[0]))
    await prepare(backend, later, first, (await offered(backend, later, first))[0])
    back = await life.take_back(room.id, person_at(room, first).id, backend.press)
    assert back.to_act == (first,)
    assert back.table.log == room.table.log
    assert await texts(mine, room, first) == []


@pytest.mark.both
async def test_it_ends_a_row_of_missed_turns_and_has_no_time_of_thinking(backend, mine):
    room, second, leads = await ready(backend, mine, ANA, BEN, clock="daily")
    record = await backend.store.load(room.id)
    chairs = tuple(replace(chair, missed_deadlines=seat == second) for seat, chair in enumerate(record.chairs))
    await backend.store.save(record, replace(record, chairs=chairs), None)
    await backend.move(await backend.rooms.room(room.id), leads)
    record = await backend.store.load(room.id)
    assert record.chairs[second].missed_deadlines == 0
    assert record.log[-1].at == record.log[-2].at
    assert record.chairs[second].deadline is None
    assert record.chairs[room.to_act[0]].deadline.clock_started == backend.clock.time


async def test_one_fires_when_time_runs_out_for_the_person_before(backend, mine):
    room, second, _ = await ready(backend, mine, ANA, BEN, clock="daily")
    await backend.store.deadlines.record_heartbeat(backend.clock.time + 86_400.0)
    backend.clock.time += 86_400.0
    assert await backend.services.deadlines.time_out() == [room.id]
    later = await backend.rooms.room(room.id)
    assert later.log[len(room.table.log)].trigger == "late"
    assert (later.log[-1].trigger == "prepared") != (later.to_act == (second,))


async def test_one_fires_after_a_robots_move(backend, mine):
    room = await backend.lobby(ANA, BEN, game="azul")
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    room = await backend.rooms.start(room.id, ANA.id, backend.press)
    robot = next(seat for seat, who in enumerate(room.occupants) if isinstance(who, Robot))
    before, after = (robot - 1) % 3, (robot + 1) % 3
    room = await backend.rooms.move_robots(room.id)
    while room.to_act != (before,):
        room = await backend.move(room, str(room.table.state.moves(room.to_act[0])[0]))
        room = await backend.rooms.move_robots(room.id)
    displays = {text[0]: text for text in await offered(backend, room, after) if text[0] != "C"}
    for text in tuple(displays.values())[:3]:
        await prepare(backend, room, after, text)
    now = await backend.rooms.room(room.id)
    await backend.move(now, str(now.table.state.moves(before)[-1]))
    later = await backend.rooms.move_robots(room.id)
    assert (later.log[-1].trigger, later.table.log[-1].seat, later.to_act) == ("prepared", after, (before,))


async def test_none_fires_while_the_game_is_paused_and_they_wait(backend, mine):
    room, second, leads = await ready(backend, mine, ANA, BEN, clock="daily")
    life = backend.services.table_actions
    await life.propose(room.id, ANA.id, "pause", backend.press)
    await life.agree(room.id, BEN.id, 9)
    assert (await refusal_of(backend.move(altered(room, paused=None), leads))).key == "paused"
    assert len(await texts(mine, room, second)) == 1
    assert len(await offered(backend, room, second)) > 1  # more can be prepared meanwhile


# what deletes them


@pytest.mark.both
async def test_a_robot_on_the_seat_resigning_and_handing_over_delete_them(backend, mine):
    life, hands = backend.services.table_actions, backend.services.seats
    for leaves in ("vanish", "resign", "give"):
        room, second, _ = await ready(backend, mine, ANA, BEN, CY)
        who = person_at(room, second)
        if leaves == "vanish":
            await life.hand_to_robot(room.id, second)
        elif leaves == "resign":
            await life.resign(room.id, who.id, backend.press)
        else:
            dee = replace(ANA, id=104, name="Dee")
            await hands.offer(room.id, who, second, dee, backend.press)
            await hands.accept(room.id, dee, backend.press)
        assert (await backend.store.load(room.id)).prepared == ()
        assert await kept(backend, room) == []


async def kept(backend, room):
    return await rows(backend.store, "SELECT * FROM prepared_turns WHERE room = ?", room.id)


async def test_erasure_and_the_end_of_the_game_delete_them(backend, mine):
    room, second, _ = await ready(backend, mine, ANA, BEN, CY)
    assert len(await kept(backend, room)) == 1
    await backend.services.privacy.erase(person_at(room, second).id)
    assert await kept(backend, room) == []
    room, second, _ = await ready(backend, mine, ANA, CY)
    await backend.rooms.end(room.id, ANA, True, backend.press)
    assert await kept(backend, room) == []


# secret


async def test_only_their_person_is_given_them_in_a_file(backend, mine):
    room, second, _ = await ready(backend, mine, ANA, BEN)
    who = person_at(room, second)
    told = json.loads(await backend.services.privacy.export(who))
    assert told["prepared"] == [{"table": room.tag, "moves": list((await mine.load(room.id, who.id)).turns[0].texts)}]
    other = person_at(room, room.to_act[0])
    assert json.loads(await backend.services.privacy.export(other))["prepared"] == []


async def test_nobody_notices_that_something_is_prepared(backend, mine, caplog):
    room = await backend.table(ANA, BEN, game="azul")
    (second,) = others(room)
    offers = await offered(backend, room, second)
    await backend.rooms.note_shown(room, 900, len(room.table.log), fresh=True)
    before, heard = await backend.rooms.room(room.id), []
    backend.rooms.listen(heard.append)
    with caplog.at_level(logging.DEBUG, "bot"):
        await prepare(backend, room, second, offers[0])
        await mine.remove_turn(room.id, person_at(room, second).id, None, backend.press)
    assert await backend.rooms.room(room.id) == before  # its counter of changes, which nonces tell, too
    assert await backend.rooms.list_due_rooms() == []
    assert heard == []
    assert [one for one in caplog.records if one.name.startswith("bot")] == []


# turns of several moves


async def test_tiles_of_match_five_are_prepared_one_by_one_and_fire_whole(backend, mine):
    room = await backend.table(ANA, BEN, game="match_five")
    (second,) = others(room)
    room = await backend.move(room, next(str(m) for m in room.table.state.moves(room.to_act[0]) if str(m)[0] == "x"))
    room = await backend.move(room, next(str(m) for m in room.table.state.moves(room.to_act[0]) if str(m)[0] == "x"))
    tile = next(text for text in await offered(backend, room, second) if text[0] not in "xW")
    half = await prepare(backend, room, second, tile)
    assert half.to_act == (second,)
    assert await texts(mine, room, second) == [(tile, "...")]
    whole = await prepare(backend, room, second, "done")
    assert second not in whole.to_act
    assert await texts(mine, room, second) == [(tile, "done")]
    now = await backend.rooms.room(room.id)
    later = await backend.move(now, next(str(m) for m in now.table.state.moves(now.to_act[0]) if str(m)[0] == "x"))
    assert [line.trigger for line in later.log if line.trigger] == ["prepared", "prepared"]
    assert later.table.state.turns == now.table.state.turns + 2
    assert later.to_act == now.to_act


async def test_a_turn_that_is_only_begun_is_not_played(backend, mine):
    room = await backend.table(ANA, BEN, game="match_five")
    (second,) = others(room)
    swap = next(str(m) for m in room.table.state.moves(room.to_act[0]) if str(m)[0] == "x")
    tile = next(text for text in await offered(backend, room, second) if text[0] not in "xW")
    await prepare(backend, room, second, tile)
    later = await backend.move(await backend.rooms.room(room.id), swap)
    assert later.to_act == (second,)
    assert later.table.state.laid == []
    assert await texts(mine, room, second) == [(tile, "lapsed", "...")]


async def test_placings_of_summer_pavilion_go_on_in_case_all_others_have_passed(backend, mine):
    room = await backend.table(ANA, BEN, game="pavilion")
    while room.table.state.phase != "place" or not mine.may_prepare(room, others(room)[0]):
        room = await backend.move(room, str(room.table.state.moves(room.to_act[0])[0]))
    (second,) = others(room)
    who = person_at(room, second).id
    plain = [text for text in await offered(backend, room, second) if "pass" not in text]
    await prepare(backend, room, second, plain[0])
    own = await mine.load(room.id, who)
    now, _ = await PreparationRooms(backend.rooms, "t").room_and_seat(room.id, who)
    more = [str(move) for move in now.table.view(second).moves if "pass" not in str(move)]
    assert own.may_continue
    assert plain[0] not in more
    await prepare(backend, room, second, more[0] if more else "pass", "t")
    assert await texts(mine, room, second) == [(plain[0], more[0] if more else "pass")]
    before = await backend.rooms.room(room.id)
    ends = next(str(move) for move in before.table.state.moves(before.to_act[0]) if "pass" in str(move))
    later = await backend.move(before, ends)
    assert [entry.text for entry in later.table.log[len(before.table.log) + 1 :] if entry.seat == second] == [
        plain[0], more[0] if more else "pass"
    ]  # fmt: skip


async def test_a_turn_that_cannot_go_on_is_no_beginning_of_a_longer_one(backend, mine):
    room = await backend.table(ANA, BEN, game="azul")
    (second,) = others(room)
    offers = await offered(backend, room, second)
    await prepare(backend, room, second, offers[0])
    assert not (await mine.load(room.id, person_at(room, second).id)).may_continue
    await prepare(backend, room, second, offers[1], "t")
    assert await texts(mine, room, second) == [(offers[0],), (offers[1],)]


async def test_one_prepared_twice_stands_there_once(backend, mine):
    room = await backend.table(ANA, BEN, game="pillars")
    (second,) = others(room)
    for _ in range(2):
        await prepare(backend, room, second, (await offered(backend, room, second))[0])
    assert len(await texts(mine, room, second)) == 1
