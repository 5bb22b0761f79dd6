"""The way back through the questions of a menu: each is as it was, and nothing counts."""

from __future__ import annotations

from tests.bot.support.tessera import first_answer, turn_of, whole_turn


async def test_back_leads_through_every_question_and_nothing_counts(local, running_bot, ana):
    await running_bot.table(ana, robots=1, game="pillars")
    await whole_turn(ana, await ana.press(await turn_of(ana), label="Play"))  # the first menu of all says more
    await running_bot.shown()
    menu, asked = await ana.press(await turn_of(ana), label="Play"), []
    before = (await running_bot.rooms.room(1)).table
    while "Play it" not in menu.buttons:
        asked.append((menu.text, list(menu.selects.values()), list(menu.buttons)))
        menu = await first_answer(ana, menu)
    assert len(asked) >= 2
    for question in reversed(asked):
        menu = await ana.press(menu.message, label="Back")
        assert (menu.text, list(menu.selects.values()), list(menu.buttons)) == question
    assert "Back" not in menu.buttons
    assert (await running_bot.rooms.room(1)).table == before
