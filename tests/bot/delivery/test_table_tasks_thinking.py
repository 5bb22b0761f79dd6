"""While a master thinks the channel shows what people did, every press is answered, and nothing is lost."""

from __future__ import annotations

from contextlib import aclosing

import pytest

from bot.services.robot_pool import RobotPool
from tests.bot.support import searches
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import first_answers, says, tessera, turn_of
from tests.bot.support.thinker import Thinker


@pytest.fixture
def thinker():
    """Whoever answers for robots that search."""
    return Thinker()


@pytest.fixture
async def running_bot(local, tmp_path, thinker):
    """Tessera, whose masters think until they are told to move."""
    async with tessera(local, tmp_path / "tessera.sqlite3", choose=thinker) as one:
        yield one


async def against_a_master(running, person):
    """A table of this person and a master."""
    lobby = await person.command("play", channel=running.local.channel("games"), game="azul")
    question = await person.press(lobby.message, label="Add robot")
    await person.press(question.message, label="Master")
    await person.press(lobby.message, label=next(label for label in lobby.buttons if label.startswith("Start")))


async def moved(running, person, thinker):
    """The person has moved, and the master thinks; the message in which the person was asked."""
    await against_a_master(running, person)
    room = await running.rooms.room(1)
    if room.to_act != (room.seat_of(person.id),):
        await thinker.thinks()
        thinker.answer()
    message = await turn_of(person)
    menu = await first_answers(person, await person.press(message, label="Play"))
    assert "Played:" in (await person.press(menu.message, label="Play it")).text
    await thinker.thinks()
    return message


async def test_the_move_of_a_person_is_shown_while_the_master_thinks(running_bot, ana, thinker):
    asked = await moved(running_bot, ana, thinker)
    shown = await ana.until(says("is thinking.", "**Ana** took"))
    assert shown["id"] == asked["id"]  # nobody is called for it
    assert "your turn" not in text(shown)
    await running_bot.shown()
    thinker.go()
    told = await turn_of(ana)
    assert told["id"] != asked["id"]
    assert "**Ana** took" in text(told)  # once more, as the message that showed it is gone
    assert "Robot **Vera** took" in text(told)
    await running_bot.shown()
    assert [one for one in ana.sees(running_bot.local.channel("games")) if "is thinking" in text(one)] == []


async def test_presses_are_answered_while_the_master_thinks(running_bot, ana, ben, thinker):
    await moved(running_bot, ana, thinker)
    shown = await ana.until(says("is thinking."))
    assert not (await ana.press(shown, label="Rules")).failed
    assert not (await ben.press(shown, label="Board")).failed
    lobby = await ben.command("play", channel=running_bot.local.channel("games"), game="azul")
    assert "Start" in lobby.buttons
    assert len(thinker.asked) == 1


async def test_who_resigns_while_the_master_thinks_is_shown_the_end_at_once(running_bot, ana, thinker):
    await moved(running_bot, ana, thinker)
    await running_bot.services.table_actions.resign(1, ana.id, 77)
    await ana.until(says("final"))
    await running_bot.shown()
    assert (thinker.asked, thinker.forgotten) == ([], 1)


async def test_after_a_restart_the_master_thinks_again(running_bot, ana, thinker):
    await moved(running_bot, ana, thinker)
    before = await ana.until(says("is thinking."))
    await running_bot.restart()
    await thinker.thinks()
    assert before["id"] in [one["id"] for one in ana.sees(running_bot.local.channel("games"))]
    thinker.go()
    await turn_of(ana)
    await running_bot.shown()
    assert thinker.forgotten == 1


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("search", [searches.always_dies, searches.never_moves])
async def test_a_master_whose_search_fails_plays_as_an_amateur_and_the_table_says_so(
    local, tmp_path, ana, caplog, search
):
    async with (
        aclosing(RobotPool(1, search)) as pool,
        tessera(local, tmp_path / "tessera.sqlite3", choose=pool.choose) as running,
    ):
        await against_a_master(running, ana)
        if (room := await running.rooms.room(1)).to_act == (room.seat_of(ana.id),):
            menu = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
            assert "Played:" in (await ana.press(menu.message, label="Play it")).text
        shown = await ana.until(says("Robot **Vera** took", "(played as an amateur after getting stuck in thought)."))
        assert f"{ana.mention}, your turn" in text(shown)
        await running.shown()
    assert {one.room for one in caplog.records if one.levelname == "ERROR"} == {1}


async def fails(turn):
    """A mind with a fault."""
    if turn.is_search:
        raise ValueError(turn.level)
    return turn.view.moves[0]


async def test_a_fault_of_a_master_is_logged_and_hides_no_move(local, tmp_path, ana, caplog):
    async with tessera(local, tmp_path / "tessera.sqlite3", choose=fails) as running:
        await against_a_master(running, ana)
        if (await running.rooms.room(1)).to_act == ((await running.rooms.room(1)).seat_of(ana.id),):
            menu = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
            assert "Played:" in (await ana.press(menu.message, label="Play it")).text
        await ana.until(says("is thinking."))
        await running.shown()
    assert [one.room for one in caplog.records if one.getMessage() == "failed"] == [1]
