"""Which rooms somebody may look at: those of this server, and their own wherever they are."""

from __future__ import annotations

import pytest

from bot.interactions.tables import Tables
from bot.model.people import Asker, Location
from bot.screens.tables import text_board
from bot.text.words import Words
from engine import GAMES
from tests.bot.support.rooms import ANA, BEN, CY, HERE, by_lot, refused

ELSEWHERE, DIRECT = Location(8, 80), Location(None, 91)


@pytest.fixture
def tables(doors):
    return Tables(doors.rooms, doors.services.preferences)


def asking(person, place):
    return Asker(person, Words(), Words(), 1, place.guild, place.channel, may_manage=False)


async def test_the_lobby_of_another_server_is_not_shown(doors, tables):
    lobby = await doors.lobby(ANA)
    for place in (ELSEWHERE, DIRECT):
        for look in (tables.visible, tables.board):
            assert (await refused(look(asking(CY, place), lobby.id))).key == "wrong_place"
        assert (await refused(tables.find(asking(CY, place), lobby.tag))).key == "wrong_place"
    assert (await tables.visible(asking(CY, HERE), lobby.id)).id == lobby.id


async def test_a_table_in_direct_messages_is_shown_to_nobody_else_there(doors, tables):
    lobby = await doors.lobby(ANA, place=DIRECT)
    for place in (Location(None, 92), DIRECT, HERE):
        assert (await refused(tables.visible(asking(BEN, place), lobby.id))).key == "wrong_place"
    assert (await tables.visible(asking(ANA, DIRECT), lobby.id)).id == lobby.id


async def test_ones_own_table_is_shown_on_every_server(doors, tables):
    room = await doors.table(ANA, BEN)
    for place in (HERE, ELSEWHERE, DIRECT):
        assert (await tables.visible(asking(ANA, place), room.id)).id == room.id


async def test_whoever_only_watches_sees_nobodys_hand(doors):
    doors.wire(lambda: "seed", GAMES, by_lot)
    room = await doors.table(ANA, BEN, game="match_five")
    tables = Tables(doors.rooms, doors.services.preferences)
    seen = await tables.board(asking(CY, HERE), room.id, as_text=True)
    assert seen == text_board(room, None, Words())
    for person in (ANA, BEN):
        mine = await tables.board(asking(person, HERE), room.id, as_text=True)
        assert mine == text_board(room, room.seat_of(person.id), Words()) != seen
