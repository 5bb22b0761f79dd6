"""Tables of another process: what somebody plays here is shown there."""

from __future__ import annotations

import pytest

from bot.delivery import table_messages
from bot.store.shard_range import ShardRange
from tests.bot.delivery.test_table_messages import all_shown, asking, posted
from tests.bot.support.postgres import beside, empty
from tests.bot.support.tessera import says, tessera


@pytest.fixture
async def shared(postgres):
    """The address of a database, and another process that uses it."""
    address = await empty(postgres)
    other = await beside(address)
    yield address, other
    await other.close()


async def test_what_is_played_at_a_table_of_another_process_is_shown_by_that_process(local, tmp_path):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    shard, told = (local.guild >> 22) % 2, []

    async def note(room_id, guild):
        told.append((room_id, guild))

    async with tessera(local, tmp_path / "tessera.db"):
        pass  # the commands are registered, whichever of the two has direct messages
    async with tessera(local, tmp_path / "tessera.db", home=ShardRange(1 - shard, 1 - shard, 2)) as here:
        here.client.messages.sharing.notify_other_process = note
        await here.table(ana, ben)
        await posted()
        assert set(told) == {(1, local.guild)}
        await here.client.messages.sweep()
        await posted()
        assert asking(local, games) == []
    async with tessera(local, tmp_path / "tessera.db", home=ShardRange(shard, shard, 2)) as there:
        await all_shown(there)
        await ana.until(says("your turn"))
        assert len(asking(local, games)) == 1


async def test_a_table_that_another_process_is_showing_is_left_to_it_and_shown_when_it_is_free(
    local, shared, monkeypatch
):
    monkeypatch.setattr(table_messages, "SHARED_TABLE_RETRY", 0.01)
    (address, other), ana, ben = shared, local.person("Ana"), local.person("Ben")
    async with tessera(local, address) as here:
        lobby = await ana.command("play", channel=local.channel("games"), game="azul")
        await ben.press(lobby.message, label="Join")
        await here.shown()
        await other.outbox.mark_due(1)
        assert await other.outbox.take(1, here.now())
        await ana.press(lobby.message, label="Start with 2")
        looks = here.rooms.list_due_rooms
        for _ in range(6):
            assert [room_id for room_id, _ in await looks()] == [1]
            await local.quiet()
        assert asking(local, local.channel("games")) == []
        await other.outbox.release(1)
        await all_shown(here)
        assert len(asking(local, local.channel("games"))) == 1


async def test_a_table_shown_here_by_a_press_is_posted_anew_once_where_processes_share_a_database(local, postgres):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    async with tessera(local, await empty(postgres)) as here:
        await here.table(ana, ben)
        message = await ana.until(says("your turn"))
        await here.shown()
        board = await ana.press(message, label="Board")
        await ana.press(board.message, label="Show here")
        await local.until(lambda: asking(local, games)[-1]["id"] != message["id"])
        await posted()
        before = asking(local, games)
        await here.client.messages.sweep()
        await posted()
        assert asking(local, games) == before
