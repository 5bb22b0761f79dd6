"""The real client plays on a PostgreSQL server."""

from __future__ import annotations

from tests.bot.interactions.test_privacy import typed
from tests.bot.support.local_discord import text
from tests.bot.support.postgres import empty
from tests.bot.support.tessera import tessera, turn_of, whole_turn


async def test_a_table_is_played_and_shown_and_a_restart_loses_nothing(local, postgres, ana, ben, games):
    async with tessera(local, await empty(postgres)) as bot:
        await bot.table(ana, ben)
        message = await turn_of(ben)
        await whole_turn(ben, await ben.press(message, label="Play"))
        await bot.shown()
        await whole_turn(ana, await ana.press(await turn_of(ana), label="Play"))
        await bot.restart()  # what the last move made is still to be shown, while this comes:
        assert len((await bot.rooms.room(1)).table.log) > 2
        await typed(ana, "delete")
        await ben.until(lambda message: "N. N." in text(message) and "your turn" in text(message))
