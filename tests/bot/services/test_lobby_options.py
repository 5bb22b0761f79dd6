"""Options of lobbies, and what is offered to a host who has played before."""

from __future__ import annotations

import pytest

from bot.logic.lobby import LobbyPreset
from tests.bot.support.rooms import ANA, BEN, CY, HERE, refusal_of


async def other_answer(backend, room):
    """A question of the game and an answer that is not the default."""
    (question, *_), game = room.record.options, backend.rooms.games["stones"]
    return question, next(one for one in game.options[question] if one != room.record.options[question])


async def test_what_a_host_has_chosen_is_offered_in_the_next_lobby_and_taken_with_one_press(backend):
    lobbies = backend.services.lobbies
    room = await backend.lobby(ANA)
    question, value = await other_answer(backend, room)
    room = await lobbies.answer(room.id, ANA, (question, value), backend.press)
    assert room.record.options[question] == value
    assert (await lobbies.load_habit(ANA.id, "stones"))[0] == room.record.options
    assert await lobbies.load_habit(BEN.id, "stones") == ({}, {})
    preset = LobbyPreset(last_answers=await lobbies.load_habit(ANA.id, "stones"))
    again = await backend.rooms.open("stones", ANA, HERE, backend.press, preset)
    assert again.record.options != room.record.options
    assert (await lobbies.repeat_last_answers(again.id, ANA, backend.press)).record.options == room.record.options


async def test_only_the_host_chooses(backend):
    lobbies, room = backend.services.lobbies, await backend.lobby(ANA, BEN)
    question, value = await other_answer(backend, room)
    assert (await refusal_of(lobbies.answer(room.id, BEN, (question, value), backend.press))).key == "host_only"
    assert (await refusal_of(lobbies.reset_to_defaults(room.id, BEN, backend.press))).key == "host_only"
    assert (await refusal_of(lobbies.invite(room.id, BEN, [CY], backend.press))).key == "host_only"
    assert [(await lobbies.load_lobby(room.id, one.id))[1] for one in (ANA, BEN)] == [True, False]
    await backend.rooms.start(room.id, ANA.id, backend.press)
    assert (await refusal_of(lobbies.load_lobby(room.id, ANA.id))).key in ("gone", "started")


async def test_the_defaults_come_back_with_one_press(backend):
    lobbies, room = backend.services.lobbies, await backend.lobby(ANA)
    changed = await lobbies.answer(room.id, ANA, await other_answer(backend, room), backend.press)
    assert changed.record.options != room.record.options
    assert (await lobbies.reset_to_defaults(room.id, ANA, backend.press)).record.options == room.record.options


@pytest.mark.both
async def test_who_has_never_played_a_game_begins_casually_and_is_helped_until_their_first_move(backend):
    lobbies, lobby = backend.services.lobbies, await backend.lobby(ANA)
    assert await lobbies.is_first(BEN.id, "stones")
    await lobbies.join(lobby.id, BEN, backend.press)
    room = await backend.rooms.start(lobby.id, ANA.id, backend.press)
    assert not await lobbies.is_first(BEN.id, "stones")
    mover = room.occupants[room.to_act[0]]
    assert await lobbies.is_first_move(room, mover.id)
    assert not await lobbies.is_first_move(room, CY.id)
    room = await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))
    assert not await lobbies.is_first_move(room, mover.id)
