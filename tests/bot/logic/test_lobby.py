"""The lobby through the door: who sits, who hosts, what is refused."""

from random import Random

import pytest

from bot.logic.lobby import LobbyPreset
from bot.model.people import Location, Person, Robot
from bot.model.record import LobbyNote
from tests.bot.support.rooms import ALONE, ANA, BEN, CY, DEE, HERE, refusal_of


async def test_who_opens_a_table_hosts_it_and_sits(backend):
    room = await backend.rooms.open("stones", ANA, HERE, backend.press)
    assert (room.phase, room.occupants, room.record.host, room.host_label) == ("lobby", (ANA,), ANA, "Ana")
    assert (room.tag, room.code, room.chairs[0].stamp, room.table, room.to_act) == ("#1", "1", 0, None, ())
    assert (room.place, room.record.opened, room.newest_message.id, room.newest_message.log_length) == (
        HERE,
        backend.clock.time,
        None,
        -1,
    )
    assert room.record.options == {"pile": "9"}


async def test_a_direct_message_seats_a_greedy_robot_at_once(backend):
    room = await backend.rooms.open("stones", ANA, ALONE, backend.press)
    assert room.occupants == (ANA, Robot("greedy", "Vera"))


async def test_the_same_press_opens_one_table(backend):
    first = await backend.rooms.open("stones", ANA, HERE, 77)
    assert await backend.rooms.open("stones", ANA, HERE, 77) == first
    assert len(await backend.rooms.list_in_channel(HERE.channel)) == 1


async def test_an_unknown_game_is_refused(backend):
    assert (await refusal_of(backend.rooms.open("chess", ANA, HERE, backend.press))).key == "unknown"


async def test_joining_twice_tells_the_seat(backend):
    room = await backend.lobby(ANA, BEN)
    refusal = await refusal_of(backend.rooms.join(room.id, BEN, backend.press))
    assert (refusal.key, refusal.facts) == ("already_in", {"n": 2})
    assert (await backend.rooms.room(room.id)).record.change == room.record.change


async def test_the_same_press_joins_once_and_answers_with_the_room(backend):
    room = await backend.lobby(ANA)
    first = await backend.rooms.join(room.id, BEN, 77)
    assert await backend.rooms.join(room.id, BEN, 77) == first


async def test_a_full_table_is_told(backend):
    room = await backend.lobby(ANA, BEN, CY)
    refusal = await refusal_of(backend.rooms.join(room.id, DEE, backend.press))
    assert (refusal.key, refusal.facts) == ("full", {"n": 3})


async def test_a_name_is_kept_as_last_seen(backend):
    room = await backend.lobby(ANA, BEN)
    await backend.rooms.save_name(Person(BEN.id, "Benedict"))
    await backend.rooms.save_name(Person(999, "Stranger"))
    assert (await backend.rooms.room(room.id)).occupants == (ANA, Person(BEN.id, "Benedict"))
    assert await backend.store.people.name(999) == ""
    other = await backend.lobby(CY)
    await backend.rooms.join(other.id, Person(BEN.id, "Benno"), backend.press)
    assert (await backend.rooms.room(room.id)).occupants == (ANA, Person(BEN.id, "Benno"))


async def test_when_the_host_leaves_the_next_person_hosts(backend):
    room = await backend.lobby(ANA)
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    await backend.rooms.join(room.id, BEN, backend.press)
    room = await backend.rooms.leave(room.id, ANA.id, backend.press)
    assert (room.record.host, room.occupants) == (BEN, (Robot("random", "Vera"), BEN))


async def test_who_hosts_newly_was_not_away_however_long_the_one_before_was(backend):
    room = await backend.lobby(ANA, BEN, CY)
    backend.clock.time += 3 * 3600
    await backend.rooms.leave(room.id, ANA.id, backend.press)
    assert (await backend.services.lobbies.load_lobby(room.id, BEN.id))[1]
    assert not (await backend.services.lobbies.load_lobby(room.id, CY.id))[1]


async def test_the_last_person_to_leave_cancels(backend):
    room = await backend.lobby(ANA)
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    room = await backend.rooms.leave(room.id, ANA.id, backend.press)
    assert (room.phase, room.record.ended_by, room.table) == ("cancelled", "Ana", None)


async def test_who_is_not_in_cannot_leave(backend):
    room = await backend.lobby(ANA)
    assert (await refusal_of(backend.rooms.leave(room.id, BEN.id, backend.press))).key == "not_in"


async def test_robots_have_names_of_their_own(backend):
    room = await backend.lobby(Person(ANA.id, "vera"))
    for level in ("random", "greedy"):
        room = await backend.rooms.add_robot(room.id, ANA.id, level, backend.press)
    assert [one.name for one in room.occupants] == ["vera", "Otto", "Ida"]
    assert (await refusal_of(backend.rooms.add_robot(room.id, ANA.id, "random", backend.press))).key == "full"


async def test_a_level_nobody_knows_is_refused(backend):
    room = await backend.lobby(ANA)
    assert (await refusal_of(backend.rooms.add_robot(room.id, ANA.id, "divine", backend.press))).key == "unknown"


@pytest.mark.parametrize("guest", [BEN.id, CY.id])
async def test_only_the_host_starts_cancels_adds_and_removes(backend, guest):
    room = await backend.lobby(ANA, BEN)
    for deed in (
        backend.rooms.start(room.id, guest, backend.press),
        backend.rooms.cancel(room.id, guest, backend.press),
        backend.rooms.add_robot(room.id, guest, "random", backend.press),
        backend.rooms.remove(room.id, guest, str(ANA.id), backend.press),
    ):
        refusal = await refusal_of(deed)
        assert (refusal.key, refusal.facts) == ("host_only", {"name": "Ana"})
    assert (await backend.rooms.room(room.id)).record.change == room.record.change


async def test_after_two_hours_without_the_host_anybody_seated_may(backend):
    room = await backend.lobby(ANA, BEN)
    backend.clock.time += 7199
    await refusal_of(backend.rooms.start(room.id, BEN.id, backend.press))
    backend.clock.time += 1
    await refusal_of(backend.rooms.start(room.id, CY.id, backend.press))
    assert (await backend.rooms.start(room.id, BEN.id, backend.press)).phase == "playing"


async def test_a_deed_of_the_host_starts_the_two_hours_anew(backend):
    room = await backend.lobby(ANA, BEN)
    backend.clock.time += 7200
    await backend.rooms.add_robot(room.id, ANA.id, "random", backend.press)
    assert (await refusal_of(backend.rooms.start(room.id, BEN.id, backend.press))).key == "host_only"


async def test_whom_the_host_removes_may_not_come_back(backend):
    room = await backend.lobby(ANA, BEN, CY)
    room = await backend.rooms.remove(room.id, ANA.id, str(BEN.id), backend.press)
    assert room.occupants == (ANA, CY)
    assert (await refusal_of(backend.rooms.join(room.id, BEN, backend.press))).key == "kicked"
    await backend.services.lobbies.invite(room.id, ANA, [BEN], backend.press)
    assert (await backend.rooms.join(room.id, BEN, backend.press)).occupants == (ANA, CY, BEN)


@pytest.mark.parametrize("who", [str(ANA.id), str(CY.id), "Vera", ""])
async def test_nobody_removes_who_is_not_there_or_themselves(backend, who):
    room = await backend.lobby(ANA, BEN)
    assert (await refusal_of(backend.rooms.remove(room.id, ANA.id, who, backend.press))).key == "not_there"


async def test_a_seat_is_kept_for_whom_the_host_invites(backend):
    room = await backend.rooms.open("stones", ANA, HERE, backend.press, LobbyPreset((BEN,)))
    assert (room.record.guests, room.occupants) == ((BEN,), (ANA,))
    await backend.rooms.join(room.id, CY, backend.press)
    assert (await refusal_of(backend.rooms.join(room.id, DEE, backend.press))).key == "full"
    room = await backend.rooms.join(room.id, BEN, backend.press)
    assert (room.record.guests, room.occupants) == ((), (ANA, CY, BEN))


async def test_the_invited_person_may_decline(backend):
    room = await backend.rooms.open("stones", ANA, HERE, backend.press, LobbyPreset((BEN,)))
    room = await backend.rooms.leave(room.id, BEN.id, backend.press)
    assert (room.record.guests, room.occupants, room.phase) == ((), (ANA,), "lobby")
    room = await backend.rooms.join(room.id, BEN, backend.press)
    assert room.occupants == (ANA, BEN)


async def test_the_host_may_take_an_invitation_back(backend):
    room = await backend.rooms.open("stones", ANA, HERE, backend.press, LobbyPreset((BEN,)))
    room = await backend.rooms.remove(room.id, ANA.id, str(BEN.id), backend.press)
    assert room.record.guests == ()
    assert (await refusal_of(backend.rooms.join(room.id, BEN, backend.press))).key == "kicked"


async def test_nobody_invites_themselves(backend):
    assert (await refusal_of(backend.rooms.open("stones", ANA, HERE, backend.press, LobbyPreset((ANA,))))).key == "self"


async def test_too_few_people_cannot_start(backend):
    room = await backend.lobby(ANA)
    refusal = await refusal_of(backend.rooms.start(room.id, ANA.id, backend.press))
    assert (refusal.key, refusal.facts) == ("too_few", {"n": 2, "game": backend.rooms.games["stones"].title})


async def test_seats_are_given_by_a_lot_that_the_seed_proves(backend):
    seen = set()
    for _ in range(12):
        room = await backend.table(ANA, BEN, CY)
        lot = [0, 1, 2]
        Random(f"{room.table.seed}/seats").shuffle(lot)
        assert room.occupants == tuple((ANA, BEN, CY)[place] for place in lot)
        record = await backend.store.load(room.id)
        assert [chair.lobby_place for chair in record.chairs] == lot
        seen.add(room.occupants)
        await backend.rooms.end(room.id, ANA, True, backend.press)
    assert len(seen) > 1


async def test_a_start_deals_and_asks_the_first_seat(backend):
    room = await backend.table(ANA, BEN)
    assert (room.phase, room.to_act, [one.stamp for one in room.chairs]) == ("playing", (0,), [1, 0])
    assert [entry.text[:4] for entry in room.table.log] == ["roll"]


async def test_the_second_start_is_refused_and_the_same_press_is_not(backend):
    room = await backend.lobby(ANA, BEN)
    first = await backend.rooms.start(room.id, ANA.id, 77)
    assert await backend.rooms.start(room.id, ANA.id, 77) == first
    refusal = await refusal_of(backend.rooms.start(room.id, ANA.id, backend.press))
    link = "https://discord.com/channels/7/70"
    assert (refusal.key, refusal.facts) == ("gone", {"tag": "#1", "phase": "playing", "link": link})


@pytest.mark.parametrize("phase", ["playing", "cancelled", "expired"])
async def test_a_lobby_that_is_no_more_refuses_everything(backend, phase):
    room = await backend.lobby(ANA, BEN)
    if phase == "playing":
        await backend.rooms.start(room.id, ANA.id, backend.press)
    elif phase == "cancelled":
        await backend.rooms.cancel(room.id, ANA.id, backend.press)
    else:
        backend.clock.time += 2
        await backend.rooms.expire_lobbies(1)
    for deed in (
        backend.rooms.join(room.id, CY, backend.press),
        backend.rooms.leave(room.id, BEN.id, backend.press),
        backend.rooms.add_robot(room.id, ANA.id, "random", backend.press),
        backend.rooms.remove(room.id, ANA.id, str(BEN.id), backend.press),
        backend.rooms.start(room.id, ANA.id, backend.press),
        backend.rooms.cancel(room.id, ANA.id, backend.press),
    ):
        assert (await refusal_of(deed)).facts["phase"] == phase


async def test_a_cancelled_lobby_names_who_did_it(backend):
    room = await backend.lobby(ANA, BEN)
    room = await backend.rooms.cancel(room.id, ANA.id, backend.press)
    assert (room.phase, room.record.ended_by) == ("cancelled", "Ana")


async def test_only_old_lobbies_expire(backend):
    old = await backend.lobby(ANA)
    playing = await backend.table(BEN, CY)
    backend.clock.time += 86400
    young = await backend.lobby(DEE)
    backend.clock.time += 1
    assert [(room.id, room.phase) for room in await backend.rooms.expire_lobbies(86400)] == [(old.id, "expired")]
    assert [(await backend.rooms.room(room.id)).phase for room in (young, playing)] == ["lobby", "playing"]
    assert await backend.rooms.expire_lobbies(86400) == []


async def test_a_person_sits_at_no_more_than_twenty_tables(backend):
    for channel in range(19):
        await backend.lobby(ANA, place=Location(7, channel))
    other = await backend.lobby(BEN, place=Location(7, 99))
    await backend.rooms.join(other.id, ANA, backend.press)
    refusal = await refusal_of(backend.rooms.open("stones", ANA, HERE, backend.press))
    assert (refusal.key, refusal.facts) == ("too_many_person", {"n": 20})
    third = await backend.lobby(CY)
    assert (await refusal_of(backend.rooms.join(third.id, ANA, backend.press))).key == "too_many_person"
    assert (await refusal_of(backend.rooms.join(other.id, ANA, backend.press))).key == "already_in"


async def test_a_channel_holds_no_more_than_five_open_tables(backend):
    rooms = [await backend.lobby(ANA) for _ in range(5)]
    refusal = await refusal_of(backend.rooms.open("stones", BEN, HERE, backend.press))
    assert (refusal.key, refusal.facts) == ("too_many_channel", {"n": 5})
    await backend.rooms.cancel(rooms[0].id, ANA.id, backend.press)
    assert (await backend.rooms.open("stones", BEN, HERE, backend.press)).phase == "lobby"


async def test_nobody_finds_a_room_that_never_was(backend):
    refusal = await refusal_of(backend.rooms.join(123, ANA, backend.press))
    assert (refusal.key, refusal.facts) == ("gone", {"tag": "#123", "phase": ""})


async def test_an_answer_becomes_the_next_default_and_an_old_one_is_left_out(backend):
    room = await backend.lobby(ANA)
    await backend.services.lobbies.answer(room.id, ANA, ("pile", "40"), backend.press)
    options, terms = await backend.services.lobbies.load_habit(ANA.id, "stones")
    assert (options, terms) == ({"pile": "40"}, {})
    wishes = LobbyPreset(options={**options, "gone": "1"})
    assert (await backend.rooms.open("stones", ANA, HERE, backend.press, wishes)).record.options == {"pile": "40"}
    wishes = LobbyPreset(options={"pile": "77"})
    assert (await backend.rooms.open("stones", ANA, HERE, backend.press, wishes)).record.options == {"pile": "9"}


async def test_the_same_press_answers_once(backend):
    room = await backend.lobby(ANA, BEN)
    first = await backend.services.lobbies.answer(room.id, ANA, ("pile", "40"), 77)
    assert await backend.services.lobbies.answer(room.id, ANA, ("pile", "9"), 77) == first


async def test_a_remark_names_what_the_host_changed_while_others_sat_there(backend):
    room = await backend.lobby(ANA)
    room = await backend.services.lobbies.answer(room.id, ANA, ("pile", "40"), backend.press)
    assert room.record.note is None
    await backend.rooms.join(room.id, BEN, backend.press)
    room = await backend.services.lobbies.answer(room.id, ANA, ("pile", "40"), backend.press)
    assert room.record.note is None
    room = await backend.services.lobbies.answer(room.id, ANA, ("pile", "9"), backend.press)
    assert room.record.note == LobbyNote("changed", "Ana", ("pile",))
    room = await backend.services.lobbies.answer(room.id, ANA, ("match", "seats"), backend.press)
    assert room.record.note == LobbyNote("changed", "Ana", ("pile", "match"))
    room = await backend.rooms.leave(room.id, ANA.id, backend.press)
    assert room.record.note == LobbyNote("host_left", "Ana", ("Ben",))


@pytest.mark.parametrize("answer", [("pile", "1"), ("wall", "gray"), ("match", ""), ("where", "thread"), ("", "")])
async def test_what_is_not_asked_here_is_refused(backend, answer):
    room = await backend.lobby(ANA)
    assert (await refusal_of(backend.services.lobbies.answer(room.id, ANA, answer, backend.press))).key == "unknown"


async def test_only_who_hosts_may_answer(backend):
    room = await backend.lobby(ANA, BEN)
    for deed in (
        backend.services.lobbies.answer(room.id, BEN, ("pile", "40"), backend.press),
        backend.services.lobbies.reset_to_defaults(room.id, BEN, backend.press),
    ):
        assert (await refusal_of(deed)).key == "host_only"
    same, may = await backend.services.lobbies.load_lobby(room.id, BEN.id)
    assert (same.id, same.record.change, may) == (room.id, room.record.change, False)
    backend.clock.time += 7200
    assert (await backend.services.lobbies.load_lobby(room.id, BEN.id))[1]
    assert not (await backend.services.lobbies.load_lobby(room.id, CY.id))[1]


async def test_who_is_gone_does_not_play_and_a_host_who_is_gone_hosts_no_more(backend):
    room = await backend.lobby(ANA, BEN, CY)
    backend.clock.time += 7200
    room = await backend.rooms.start(room.id, BEN.id, backend.press, [ANA.id, DEE.id])
    assert (set(room.occupants), room.record.host) == ({BEN, CY}, BEN)
    two = await backend.lobby(ANA, BEN)
    assert (await refusal_of(backend.rooms.start(two.id, ANA.id, backend.press, [BEN.id]))).key == "too_few"
    assert (await backend.rooms.room(two.id)).occupants == (ANA, BEN)
