"""What was saved is shown at once, or after the answer that is itself the message."""

import asyncio

from bot.delivery.table_tasks import SavedRooms
from tests.bot.support.rooms import ANA, BEN


async def test_what_a_task_saves_while_it_is_held_is_shown_once_at_the_end(backend):
    shown = []
    saved, room = SavedRooms(backend.rooms, lambda room_id, _: shown.append(room_id)), await backend.lobby(ANA)
    assert shown == [room.id]
    with saved.hold_back():
        await backend.rooms.join(room.id, BEN, backend.press)
        await backend.rooms.start(room.id, ANA.id, backend.press)
        other = await asyncio.create_task(backend.lobby(ANA))
        assert shown == [room.id, other.id]
    assert shown == [room.id, other.id, room.id]


async def test_what_is_held_can_be_shown_in_another_way(backend):
    shown, later = [], []
    saved, room = SavedRooms(backend.rooms, lambda room_id, _: shown.append(room_id)), await backend.lobby(ANA)
    with saved.hold_back(later.append):
        await backend.rooms.join(room.id, BEN, backend.press)
    assert (shown, later) == ([room.id], [room.id])


async def test_an_answer_in_the_channel_comes_before_what_the_channel_shows(local, running_bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    lobby = await ana.command("play", channel=local.channel("games"), game="azul")
    for person, label in ((ben, "Join"), (ana, "Start with 2")):
        local.server.rest.log.clear()
        await person.press(lobby.message, label=label)
        await running_bot.shown()
        asked = [one.call.path for one in local.server.rest.log if one.call.method != "GET"]
        assert asked[0].startswith("/interactions/")
        assert any(path.startswith("/channels/") for path in asked[1:])
