"""Tables of another process: what somebody plays here is shown there."""

from __future__ import annotations

from bot.model.home import Home
from tests.bot.delivery.test_table_messages import all_shown, asking, posted
from tests.bot.support.tessera import says, tessera


async def test_what_is_played_at_a_table_of_another_process_is_shown_by_that_process(local, tmp_path):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    shard, told = (local.guild >> 22) % 2, []

    async def note(room_id, guild):
        told.append((room_id, guild))

    async with tessera(local, tmp_path / "tessera.db", home=Home(1 - shard, 1 - shard, 2)) as here:
        here.client.messages.sharing.on_elsewhere = note
        await here.table(ana, ben)
        await posted()
        assert set(told) == {(1, local.guild)}
        await here.client.messages.sweep()
        await posted()
        assert asking(local, games) == []
    async with tessera(local, tmp_path / "tessera.db", home=Home(shard, shard, 2)) as there:
        await all_shown(there)
        await ana.until(says("your turn"))
        assert len(asking(local, games)) == 1
