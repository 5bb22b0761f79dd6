"""The lobby through the door: who sits, who hosts, what is refused."""

from random import Random

import pytest

from bot.logic.lobby import LobbyPreset
from bot.model.people import Location, Person, Robot
from bot.model.record import Note
from tests.bot.support.rooms import ALONE, ANA, BEN, CY, DEE, HERE, refused


async def test_who_opens_a_table_hosts_it_and_sits(doors):
    room = await doors.rooms.open("stones", ANA, HERE, doors.press)
    assert (room.phase, room.seats, room.record.host, room.host_label) == ("lobby", (ANA,), ANA, "Ana")
    assert (room.tag, room.code, room.chairs[0].stamp, room.table, room.to_act) == ("#1", "1", 0, None, ())
    assert (room.place, room.record.opened, room.shown.message, room.shown.length) == (HERE, doors.clock.time, None, -1)
    assert room.record.options == {"pile": "9"}


async def test_a_direct_message_seats_a_greedy_robot_at_once(doors):
    room = await doors.rooms.open("stones", ANA, ALONE, doors.press)
    assert room.seats == (ANA, Robot("greedy", "Vera"))


async def test_the_same_press_opens_one_table(doors):
    first = await doors.rooms.open("stones", ANA, HERE, 77)
    assert await doors.rooms.open("stones", ANA, HERE, 77) == first
    assert len(await doors.rooms.in_channel(HERE.channel)) == 1


async def test_an_unknown_game_is_refused(doors):
    assert (await refused(doors.rooms.open("chess", ANA, HERE, doors.press))).key == "unknown"


async def test_joining_twice_tells_the_seat(doors):
    room = await doors.lobby(ANA, BEN)
    refusal = await refused(doors.rooms.join(room.id, BEN, doors.press))
    assert (refusal.key, refusal.facts) == ("already_in", {"n": 2})
    assert (await doors.rooms.room(room.id)).record.change == room.record.change


async def test_the_same_press_joins_once_and_answers_with_the_room(doors):
    room = await doors.lobby(ANA)
    first = await doors.rooms.join(room.id, BEN, 77)
    assert await doors.rooms.join(room.id, BEN, 77) == first


async def test_a_full_table_is_told(doors):
    room = await doors.lobby(ANA, BEN, CY)
    refusal = await refused(doors.rooms.join(room.id, DEE, doors.press))
    assert (refusal.key, refusal.facts) == ("full", {"n": 3})


async def test_a_name_is_kept_as_last_seen(doors):
    room = await doors.lobby(ANA, BEN)
    await doors.rooms.meet(Person(BEN.id, "Benedict"))
    await doors.rooms.meet(Person(999, "Stranger"))
    assert (await doors.rooms.room(room.id)).seats == (ANA, Person(BEN.id, "Benedict"))
    assert await doors.store.people.name(999) == ""
    other = await doors.lobby(CY)
    await doors.rooms.join(other.id, Person(BEN.id, "Benno"), doors.press)
    assert (await doors.rooms.room(room.id)).seats == (ANA, Person(BEN.id, "Benno"))


async def test_when_the_host_leaves_the_next_person_hosts(doors):
    room = await doors.lobby(ANA)
    await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    await doors.rooms.join(room.id, BEN, doors.press)
    room = await doors.rooms.leave(room.id, ANA.id, doors.press)
    assert (room.record.host, room.seats) == (BEN, (Robot("random", "Vera"), BEN))


async def test_who_hosts_newly_was_not_away_however_long_the_one_before_was(doors):
    room = await doors.lobby(ANA, BEN, CY)
    doors.clock.time += 3 * 3600
    await doors.rooms.leave(room.id, ANA.id, doors.press)
    assert (await doors.services.lobbies.hosted_by(room.id, BEN.id))[1]
    assert not (await doors.services.lobbies.hosted_by(room.id, CY.id))[1]


async def test_the_last_person_to_leave_cancels(doors):
    room = await doors.lobby(ANA)
    await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    room = await doors.rooms.leave(room.id, ANA.id, doors.press)
    assert (room.phase, room.record.ended_by, room.table) == ("cancelled", "Ana", None)


async def test_who_is_not_in_cannot_leave(doors):
    room = await doors.lobby(ANA)
    assert (await refused(doors.rooms.leave(room.id, BEN.id, doors.press))).key == "not_in"


async def test_robots_have_names_of_their_own(doors):
    room = await doors.lobby(Person(ANA.id, "vera"))
    for level in ("random", "greedy"):
        room = await doors.rooms.add_robot(room.id, ANA.id, level, doors.press)
    assert [one.name for one in room.seats] == ["vera", "Otto", "Ida"]
    assert (await refused(doors.rooms.add_robot(room.id, ANA.id, "random", doors.press))).key == "full"


async def test_a_level_nobody_knows_is_refused(doors):
    room = await doors.lobby(ANA)
    assert (await refused(doors.rooms.add_robot(room.id, ANA.id, "divine", doors.press))).key == "unknown"


@pytest.mark.parametrize("guest", [BEN.id, CY.id])
async def test_only_the_host_starts_cancels_adds_and_removes(doors, guest):
    room = await doors.lobby(ANA, BEN)
    for deed in (
        doors.rooms.start(room.id, guest, doors.press),
        doors.rooms.cancel(room.id, guest, doors.press),
        doors.rooms.add_robot(room.id, guest, "random", doors.press),
        doors.rooms.remove(room.id, guest, str(ANA.id), doors.press),
    ):
        refusal = await refused(deed)
        assert (refusal.key, refusal.facts) == ("host_only", {"name": "Ana"})
    assert (await doors.rooms.room(room.id)).record.change == room.record.change


async def test_after_two_hours_without_the_host_anybody_seated_may(doors):
    room = await doors.lobby(ANA, BEN)
    doors.clock.time += 7199
    await refused(doors.rooms.start(room.id, BEN.id, doors.press))
    doors.clock.time += 1
    await refused(doors.rooms.start(room.id, CY.id, doors.press))
    assert (await doors.rooms.start(room.id, BEN.id, doors.press)).phase == "playing"


async def test_a_deed_of_the_host_starts_the_two_hours_anew(doors):
    room = await doors.lobby(ANA, BEN)
    doors.clock.time += 7200
    await doors.rooms.add_robot(room.id, ANA.id, "random", doors.press)
    assert (await refused(doors.rooms.start(room.id, BEN.id, doors.press))).key == "host_only"


async def test_whom_the_host_removes_may_not_come_back(doors):
    room = await doors.lobby(ANA, BEN, CY)
    room = await doors.rooms.remove(room.id, ANA.id, str(BEN.id), doors.press)
    assert room.seats == (ANA, CY)
    assert (await refused(doors.rooms.join(room.id, BEN, doors.press))).key == "kicked"
    await doors.services.lobbies.invite(room.id, ANA, [BEN], doors.press)
    assert (await doors.rooms.join(room.id, BEN, doors.press)).seats == (ANA, CY, BEN)


@pytest.mark.parametrize("who", [str(ANA.id), str(CY.id), "Vera", ""])
async def test_nobody_removes_who_is_not_there_or_themselves(doors, who):
    room = await doors.lobby(ANA, BEN)
    assert (await refused(doors.rooms.remove(room.id, ANA.id, who, doors.press))).key == "not_there"


async def test_a_seat_is_kept_for_whom_the_host_invites(doors):
    room = await doors.rooms.open("stones", ANA, HERE, doors.press, LobbyPreset((BEN,)))
    assert (room.record.guests, room.seats) == ((BEN,), (ANA,))
    await doors.rooms.join(room.id, CY, doors.press)
    assert (await refused(doors.rooms.join(room.id, DEE, doors.press))).key == "full"
    room = await doors.rooms.join(room.id, BEN, doors.press)
    assert (room.record.guests, room.seats) == ((), (ANA, CY, BEN))


async def test_the_invited_person_may_decline(doors):
    room = await doors.rooms.open("stones", ANA, HERE, doors.press, LobbyPreset((BEN,)))
    room = await doors.rooms.leave(room.id, BEN.id, doors.press)
    assert (room.record.guests, room.seats, room.phase) == ((), (ANA,), "lobby")
    room = await doors.rooms.join(room.id, BEN, doors.press)
    assert room.seats == (ANA, BEN)


async def test_the_host_may_take_an_invitation_back(doors):
    room = await doors.rooms.open("stones", ANA, HERE, doors.press, LobbyPreset((BEN,)))
    room = await doors.rooms.remove(room.id, ANA.id, str(BEN.id), doors.press)
    assert room.record.guests == ()
    assert (await refused(doors.rooms.join(room.id, BEN, doors.press))).key == "kicked"


async def test_nobody_invites_themselves(doors):
    assert (await refused(doors.rooms.open("stones", ANA, HERE, doors.press, LobbyPreset((ANA,))))).key == "self"


async def test_too_few_people_cannot_start(doors):
    room = await doors.lobby(ANA)
    refusal = await refused(doors.rooms.start(room.id, ANA.id, doors.press))
    assert (refusal.key, refusal.facts) == ("too_few", {"n": 2, "game": doors.rooms.games["stones"].title})


async def test_seats_are_given_by_a_lot_that_the_seed_proves(doors):
    seen = set()
    for _ in range(12):
        room = await doors.table(ANA, BEN, CY)
        lot = [0, 1, 2]
        Random(f"{room.table.seed}/seats").shuffle(lot)
        assert room.seats == tuple((ANA, BEN, CY)[place] for place in lot)
        record = await doors.store.load(room.id)
        assert [chair.joined for chair in record.chairs] == lot
        seen.add(room.seats)
        await doors.rooms.end(room.id, ANA, True, doors.press)
    assert len(seen) > 1


async def test_a_start_deals_and_asks_the_first_seat(doors):
    room = await doors.table(ANA, BEN)
    assert (room.phase, room.to_act, [one.stamp for one in room.chairs]) == ("playing", (0,), [1, 0])
    assert [entry.text[:4] for entry in room.table.log] == ["roll"]


async def test_the_second_start_is_refused_and_the_same_press_is_not(doors):
    room = await doors.lobby(ANA, BEN)
    first = await doors.rooms.start(room.id, ANA.id, 77)
    assert await doors.rooms.start(room.id, ANA.id, 77) == first
    refusal = await refused(doors.rooms.start(room.id, ANA.id, doors.press))
    link = "https://discord.com/channels/7/70"
    assert (refusal.key, refusal.facts) == ("gone", {"tag": "#1", "phase": "playing", "link": link})


@pytest.mark.parametrize("phase", ["playing", "cancelled", "expired"])
async def test_a_lobby_that_is_no_more_refuses_everything(doors, phase):
    room = await doors.lobby(ANA, BEN)
    if phase == "playing":
        await doors.rooms.start(room.id, ANA.id, doors.press)
    elif phase == "cancelled":
        await doors.rooms.cancel(room.id, ANA.id, doors.press)
    else:
        doors.clock.time += 2
        await doors.rooms.expire(1)
    for deed in (
        doors.rooms.join(room.id, CY, doors.press),
        doors.rooms.leave(room.id, BEN.id, doors.press),
        doors.rooms.add_robot(room.id, ANA.id, "random", doors.press),
        doors.rooms.remove(room.id, ANA.id, str(BEN.id), doors.press),
        doors.rooms.start(room.id, ANA.id, doors.press),
        doors.rooms.cancel(room.id, ANA.id, doors.press),
    ):
        assert (await refused(deed)).facts["phase"] == phase


async def test_a_cancelled_lobby_names_who_did_it(doors):
    room = await doors.lobby(ANA, BEN)
    room = await doors.rooms.cancel(room.id, ANA.id, doors.press)
    assert (room.phase, room.record.ended_by) == ("cancelled", "Ana")


async def test_only_old_lobbies_expire(doors):
    old = await doors.lobby(ANA)
    playing = await doors.table(BEN, CY)
    doors.clock.time += 86400
    young = await doors.lobby(DEE)
    doors.clock.time += 1
    assert [(room.id, room.phase) for room in await doors.rooms.expire(86400)] == [(old.id, "expired")]
    assert [(await doors.rooms.room(room.id)).phase for room in (young, playing)] == ["lobby", "playing"]
    assert await doors.rooms.expire(86400) == []


async def test_a_person_sits_at_no_more_than_twenty_tables(doors):
    for channel in range(19):
        await doors.lobby(ANA, place=Location(7, channel))
    other = await doors.lobby(BEN, place=Location(7, 99))
    await doors.rooms.join(other.id, ANA, doors.press)
    refusal = await refused(doors.rooms.open("stones", ANA, HERE, doors.press))
    assert (refusal.key, refusal.facts) == ("too_many_person", {"n": 20})
    third = await doors.lobby(CY)
    assert (await refused(doors.rooms.join(third.id, ANA, doors.press))).key == "too_many_person"
    assert (await refused(doors.rooms.join(other.id, ANA, doors.press))).key == "already_in"


async def test_a_channel_holds_no_more_than_five_open_tables(doors):
    rooms = [await doors.lobby(ANA) for _ in range(5)]
    refusal = await refused(doors.rooms.open("stones", BEN, HERE, doors.press))
    assert (refusal.key, refusal.facts) == ("too_many_channel", {"n": 5})
    await doors.rooms.cancel(rooms[0].id, ANA.id, doors.press)
    assert (await doors.rooms.open("stones", BEN, HERE, doors.press)).phase == "lobby"


async def test_nobody_finds_a_room_that_never_was(doors):
    refusal = await refused(doors.rooms.join(123, ANA, doors.press))
    assert (refusal.key, refusal.facts) == ("gone", {"tag": "#123", "phase": ""})


async def test_an_answer_becomes_the_next_default_and_an_old_one_is_left_out(doors):
    room = await doors.lobby(ANA)
    await doors.services.lobbies.answer(room.id, ANA, ("pile", "40"), doors.press)
    options, terms = await doors.services.lobbies.habit(ANA.id, "stones")
    assert (options, terms) == ({"pile": "40"}, {})
    wishes = LobbyPreset(options={**options, "gone": "1"})
    assert (await doors.rooms.open("stones", ANA, HERE, doors.press, wishes)).record.options == {"pile": "40"}
    wishes = LobbyPreset(options={"pile": "77"})
    assert (await doors.rooms.open("stones", ANA, HERE, doors.press, wishes)).record.options == {"pile": "9"}


async def test_the_same_press_answers_once(doors):
    room = await doors.lobby(ANA, BEN)
    first = await doors.services.lobbies.answer(room.id, ANA, ("pile", "40"), 77)
    assert await doors.services.lobbies.answer(room.id, ANA, ("pile", "9"), 77) == first


async def test_a_remark_names_what_the_host_changed_while_others_sat_there(doors):
    room = await doors.lobby(ANA)
    room = await doors.services.lobbies.answer(room.id, ANA, ("pile", "40"), doors.press)
    assert room.record.note is None
    await doors.rooms.join(room.id, BEN, doors.press)
    room = await doors.services.lobbies.answer(room.id, ANA, ("pile", "40"), doors.press)
    assert room.record.note is None
    room = await doors.services.lobbies.answer(room.id, ANA, ("pile", "9"), doors.press)
    assert room.record.note == Note("changed", "Ana", ("pile",))
    room = await doors.services.lobbies.answer(room.id, ANA, ("match", "seats"), doors.press)
    assert room.record.note == Note("changed", "Ana", ("pile", "match"))
    room = await doors.rooms.leave(room.id, ANA.id, doors.press)
    assert room.record.note == Note("host_left", "Ana", ("Ben",))


@pytest.mark.parametrize("answer", [("pile", "1"), ("wall", "gray"), ("match", ""), ("where", "thread"), ("", "")])
async def test_what_is_not_asked_here_is_refused(doors, answer):
    room = await doors.lobby(ANA)
    assert (await refused(doors.services.lobbies.answer(room.id, ANA, answer, doors.press))).key == "unknown"


async def test_only_who_hosts_may_answer(doors):
    room = await doors.lobby(ANA, BEN)
    for deed in (
        doors.services.lobbies.answer(room.id, BEN, ("pile", "40"), doors.press),
        doors.services.lobbies.by_default(room.id, BEN, doors.press),
    ):
        assert (await refused(deed)).key == "host_only"
    same, may = await doors.services.lobbies.hosted_by(room.id, BEN.id)
    assert (same.id, same.record.change, may) == (room.id, room.record.change, False)
    doors.clock.time += 7200
    assert (await doors.services.lobbies.hosted_by(room.id, BEN.id))[1]
    assert not (await doors.services.lobbies.hosted_by(room.id, CY.id))[1]


async def test_who_is_gone_does_not_play_and_a_host_who_is_gone_hosts_no_more(doors):
    room = await doors.lobby(ANA, BEN, CY)
    doors.clock.time += 7200
    room = await doors.rooms.start(room.id, BEN.id, doors.press, [ANA.id, DEE.id])
    assert (set(room.seats), room.record.host) == ({BEN, CY}, BEN)
    two = await doors.lobby(ANA, BEN)
    assert (await refused(doors.rooms.start(two.id, ANA.id, doors.press, [BEN.id]))).key == "too_few"
    assert (await doors.rooms.room(two.id)).seats == (ANA, BEN)
