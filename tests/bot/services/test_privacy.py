"""What a person is given of what is kept about them, and whom a deletion tells nothing."""

from __future__ import annotations

import json

from bot.logic.lobby import LobbyPreset
from bot.model.people import Location
from tests.bot.support.rooms import ANA, BEN, CY


async def test_a_seat_that_a_robot_keeps_is_still_ones_own_in_the_file(backend):
    room = await backend.table(ANA, BEN, CY)
    room = await backend.move(room, "t1")
    seat = next(entry.seat for entry in room.table.log if entry.seat >= 0)
    mover = room.occupants[seat]
    await backend.services.table_actions.hand_to_robot(room.id, seat)
    (table,) = json.loads(await backend.services.privacy.export(mover))["tables"]
    assert (table["table"], table["seat"], table["left"]) == (room.tag, seat + 1, "gone")
    assert [move["move"] for move in table["moves"]] == ["t1"]


async def test_no_host_is_told_the_name_of_a_guest_who_is_being_deleted(backend):
    await backend.rooms.open("stones", BEN, Location(7, 72), backend.press, LobbyPreset((CY,)))
    told = []
    backend.rooms.on_notification = lambda: told.append(True)
    await backend.services.privacy.erase(CY.id)
    assert told == []
