"""The real client plays on a PostgreSQL server."""

from __future__ import annotations

import asyncio

import asyncpg

from tests.bot.interactions.test_privacy import typed
from tests.bot.store.test_postgres_adapter import waits
from tests.bot.support.lobby import SAY
from tests.bot.support.local_discord import text
from tests.bot.support.postgres import empty, server
from tests.bot.support.tessera import first_answers, tessera, turn_of, whole_turn


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


async def test_a_server_that_is_killed_during_a_press_loses_nothing_and_the_bot_goes_on(
    local, postgres_programs, ana, ben
):
    with server(postgres_programs) as own:
        address = await empty(own)
        async with tessera(local, address) as bot:
            await bot.table(ana, ben)
            menu = await first_answers(ben, await ben.press(await turn_of(ben), label="Play"))
            await bot.shown()
            boss = await asyncpg.connect(address)
            await boss.execute("BEGIN; UPDATE rooms SET change = change")
            press = asyncio.create_task(ben.press(menu.message, label="Play it"))
            await waits(boss)
            own.kill()
            assert (await press).text == SAY("refusal.no_database")
            again = await ben.press(menu.message, label="Play it")
            assert (again.text, again.private) == (SAY("refusal.no_database"), True)
            own.start()
            assert len((await bot.rooms.room(1)).table.log) == 1
            assert "Played" in (await ben.press(menu.message, label="Play it")).text
            await turn_of(ana)
            await bot.shown()
            own.kill()
            await ana.press(await turn_of(ana), label="Play")
