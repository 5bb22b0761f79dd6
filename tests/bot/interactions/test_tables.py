"""Which rooms somebody may look at: those of this server, and their own wherever they are."""

from __future__ import annotations

import random

import pytest

from bot.interactions.tables import Tables
from bot.model.people import Asker, Location
from bot.screens.screen import Text
from bot.screens.tables import text_board
from bot.text.words import Words
from engine import GAMES
from tests.bot.interactions.test_more import plays
from tests.bot.support.lobby import refused as denied
from tests.bot.support.local_discord import text
from tests.bot.support.rooms import ANA, BEN, CY, HERE, random_move, refusal_of
from tests.bot.support.tessera import turn_of

ELSEWHERE, DIRECT = Location(8, 80), Location(None, 91)


@pytest.fixture
def tables(backend):
    return Tables(backend.rooms, backend.services.preferences)


def asking(person, place):
    return Asker(person, Words(), Words(), 1, place.guild, place.channel, may_manage=False)


async def test_the_lobby_of_another_server_is_not_shown(backend, tables):
    lobby = await backend.lobby(ANA)
    for place in (ELSEWHERE, DIRECT):
        for look in (tables.visible_room, tables.board):
            assert (await refusal_of(look(asking(CY, place), lobby.id))).key == "wrong_place"
        assert (await refusal_of(tables.find(asking(CY, place), lobby.tag))).key == "wrong_place"
    assert (await tables.visible_room(asking(CY, HERE), lobby.id)).id == lobby.id


async def test_a_table_in_direct_messages_is_shown_to_nobody_else_there(backend, tables):
    lobby = await backend.lobby(ANA, place=DIRECT)
    for place in (Location(None, 92), DIRECT, HERE):
        assert (await refusal_of(tables.visible_room(asking(BEN, place), lobby.id))).key == "wrong_place"
    assert (await tables.visible_room(asking(ANA, DIRECT), lobby.id)).id == lobby.id


async def test_ones_own_table_is_shown_on_every_server(backend, tables):
    room = await backend.table(ANA, BEN)
    for place in (HERE, ELSEWHERE, DIRECT):
        assert (await tables.visible_room(asking(ANA, place), room.id)).id == room.id


async def test_whoever_only_watches_sees_nobodys_hand(backend):
    backend.wire(lambda: "seed", GAMES, random_move)
    room = await backend.table(ANA, BEN, game="match_five")
    tables = Tables(backend.rooms, backend.services.preferences)
    seen = await tables.board(asking(CY, HERE), room.id, as_text=True)
    assert seen == text_board(room, None, Words())
    for person in (ANA, BEN):
        mine = await tables.board(asking(person, HERE), room.id, as_text=True)
        assert mine == text_board(room, room.seat_of(person.id), Words()) != seen


async def over(backend, number):
    """A game of Ana and Ben played to its end, another one for each number."""
    lot, room = random.Random(number), await backend.table(ANA, BEN, game="azul")
    while room.phase == "playing":
        room = await backend.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
    assert room.phase == "over"
    return room


def has_won(room, person):
    scores = room.table.state.scores()
    return scores[room.seat_of(person.id)] == max(scores)


async def test_both_read_on_their_board_how_it_ended_and_how_they_stand_against_each_other(backend):
    backend.wire(lambda: "seed", GAMES, random_move)
    tables = Tables(backend.rooms, backend.services.preferences, leaderboards=backend.services.leaderboards)
    running, *games = await backend.table(ANA, BEN, game="azul"), *[await over(backend, number) for number in range(3)]

    async def told(person, room=games[-1], **how):
        board = await tables.board(asking(person, HERE), room.id, **how)
        return "\n".join(part.text for part in board.parts if isinstance(part, Text))

    for how in ({}, {"as_text": True}):
        for person, other in ((ANA, BEN), (BEN, ANA)):
            mine, theirs = (sum(has_won(game, one) for game in games) for one in (person, other))
            lead = f"You lead {mine}:{theirs} against **{other.name}**."
            said = await told(person, **how)
            assert (lead if mine > theirs else f"**{other.name}** leads {theirs}:{mine} against you.") in said
            assert ("You win with " in said) == has_won(games[-1], person)
        assert " against " not in await told(CY, **how)
        assert "You win" not in await told(CY, **how)
        assert " win" in await told(CY, **how)
    assert " win" not in await told(ANA, running)
    await backend.store.preferences.set(BEN, "profile", "hidden")
    for person in (ANA, BEN):
        assert " against " not in await told(person)


async def test_a_move_is_made_from_a_server_that_tessera_has_not_joined(local, running_bot, ana, games):
    lobby = await ana.command("play", channel=ana.dm, game="azul")
    await ana.press(lobby.message, label="Start with 2")
    message = await turn_of(ana)
    local.server.simulation.personal.add(local.guild)
    turns = await ana.command("turns", channel=games)
    assert turns.private
    played = await plays(ana, turns.message)
    assert "Played:" in played.text
    news = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"]))
    assert int(news["channel_id"]) == ana.dm


async def test_no_button_shows_a_table_of_direct_messages_to_somebody_in_their_own(running_bot, ana, ben):
    """Forged: a stranger never sees such a button."""
    started = await ana.command("play", channel=ana.dm, game="azul")
    await ana.press(started.message, label="Start with 2")
    await turn_of(ana)
    page = await ben.command("turns", channel=ben.dm)
    looks = "board read more history:1:0 replay:1:-1 film review decision:1:0 follow page end keep close trytable:1:1"
    for verb in ("choose:1", *(one if ":" in one else f"{one}:1" for one in looks.split())):
        pressed = await ben.raw_press(ben.dm, page.message["id"], verb, ["history"] if verb == "choose:1" else None)
        assert denied(pressed, "wrong_place"), (verb, pressed.text)
