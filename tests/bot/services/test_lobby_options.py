"""Options of lobbies, and what is offered to a host who has played before."""

from __future__ import annotations

import pytest

from bot.logic.lobby import LobbyPreset
from tests.bot.support.rooms import ANA, BEN, CY, HERE, refused


async def other_answer(doors, room):
    """A question of the game and an answer that is not the default."""
    (question, *_), game = room.record.options, doors.rooms.games["stones"]
    return question, next(one for one in game.options[question] if one != room.record.options[question])


async def test_what_a_host_has_chosen_is_offered_in_the_next_lobby_and_taken_with_one_press(doors):
    lobbies = doors.services.lobbies
    room = await doors.lobby(ANA)
    question, value = await other_answer(doors, room)
    room = await lobbies.answer(room.id, ANA, (question, value), doors.press)
    assert room.record.options[question] == value
    assert (await lobbies.habit(ANA.id, "stones"))[0] == room.record.options
    assert await lobbies.habit(BEN.id, "stones") == ({}, {})
    preset = LobbyPreset(habit=await lobbies.habit(ANA.id, "stones"))
    again = await doors.rooms.open("stones", ANA, HERE, doors.press, preset)
    assert again.record.options != room.record.options
    assert (await lobbies.as_last_time(again.id, ANA, doors.press)).record.options == room.record.options


async def test_only_the_host_chooses(doors):
    lobbies, room = doors.services.lobbies, await doors.lobby(ANA, BEN)
    question, value = await other_answer(doors, room)
    assert (await refused(lobbies.answer(room.id, BEN, (question, value), doors.press))).key == "host_only"
    assert (await refused(lobbies.by_default(room.id, BEN, doors.press))).key == "host_only"
    assert (await refused(lobbies.invite(room.id, BEN, [CY], doors.press))).key == "host_only"
    assert [(await lobbies.hosted_by(room.id, one.id))[1] for one in (ANA, BEN)] == [True, False]
    await doors.rooms.start(room.id, ANA.id, doors.press)
    assert (await refused(lobbies.hosted_by(room.id, ANA.id))).key in ("gone", "started")


async def test_the_defaults_come_back_with_one_press(doors):
    lobbies, room = doors.services.lobbies, await doors.lobby(ANA)
    changed = await lobbies.answer(room.id, ANA, await other_answer(doors, room), doors.press)
    assert changed.record.options != room.record.options
    assert (await lobbies.by_default(room.id, ANA, doors.press)).record.options == room.record.options


@pytest.mark.both
async def test_who_has_never_played_a_game_begins_casually_and_is_helped_until_their_first_move(doors):
    lobbies, lobby = doors.services.lobbies, await doors.lobby(ANA)
    assert await lobbies.is_first(BEN.id, "stones")
    await lobbies.join(lobby.id, BEN, doors.press)
    room = await doors.rooms.start(lobby.id, ANA.id, doors.press)
    assert not await lobbies.is_first(BEN.id, "stones")
    mover = room.seats[room.to_act[0]]
    assert await lobbies.is_first_move(room, mover.id)
    assert not await lobbies.is_first_move(room, CY.id)
    room = await doors.move(room, str(room.table.view(room.to_act[0]).moves[0]))
    assert not await lobbies.is_first_move(room, mover.id)
