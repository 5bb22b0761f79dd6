"""How many presses lead from nothing to the first move, and that one of them leads to a table against a robot."""

from __future__ import annotations

from tests.bot.support.lobby import lobby_of
from tests.bot.support.tessera import first_answer, turn_of

MOST = 7  # presses to the first move of two people, the command included


class Counted:
    """Counts what the people of a test press."""

    def __init__(self):
        self.presses = 0

    async def __call__(self, pressing):
        self.presses += 1
        return await pressing


async def first_move(count, people, table):
    """Whoever is to move opens the menu, gives the first answers and plays."""
    mover = next(one for one in people if one.mention in str(table))
    menu = await count(mover.press(table, label="Play"))
    while "Play it" not in menu.buttons:
        menu = await count(first_answer(mover, menu))
    return await count(mover.press(menu.message, label="Play it"))


async def test_the_first_move_of_two_people_takes_at_most_seven_presses(local, running_bot, ana, ben, games):
    count = Counted()
    lobby = await count(lobby_of(ana, games))
    await count(ben.press(lobby.message, label="Join"))
    await count(ana.press(lobby.message, label="Start with 2"))
    table = await ana.until(lambda m: "your turn" in str(m) and "Play" in str(m))
    played = await first_move(count, (ana, ben), table)
    assert "Played:" in played.text
    assert count.presses <= MOST


async def test_the_first_move_against_a_robot_takes_five(local, running_bot, ana, games):
    count = Counted()
    await count(lobby_of(ana, games, robot="greedy"))
    played = await first_move(count, (ana,), await turn_of(ana))
    assert "Played:" in played.text
    assert count.presses == 5


async def test_one_press_leads_to_a_table_that_waits_for_the_first_move(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games, robot="beginner")
    await turn_of(ana)
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    assert [getattr(one, "level", "person") for one in sorted(room.occupants, key=str)] == ["person", "beginner"]
    await ana.again(lobby)
    await local.quiet()
    assert len(await running_bot.rooms.list_in_channel(games)) == 1


async def test_a_robot_that_is_not_there_is_refused_and_a_guest_is_waited_for(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games, robot="greedy", **{"with": ben})
    assert "3. **Ben** (invited)" in lobby.text
    assert "Start with 2" in lobby.buttons
    direct = await lobby_of(ana, ana.dm, robot="beginner")
    await ana.until(lambda m: int(m["channel_id"]) == ana.dm and "your turn" in str(m))
    assert direct.answers == 1
