"""A person's first table of a game: casual by itself, a goal in one sentence, the rules in a minute, a first menu."""

from __future__ import annotations

from bot.model.lobby_options import PLAYABLE_GAMES
from bot.screens import rules as rules_screen
from bot.text.words import Words
from render import tour_paragraphs
from tests.bot.screens.test_limits import check
from tests.bot.support.lobby import BLUE, asked, choose, lobby_of, options_of, refused
from tests.bot.support.tessera import first_answers, says, turn_of
from tests.cases import each


@each("language", ["en", "hu"])
@each("game", PLAYABLE_GAMES)
def test_every_game_has_five_pictures_and_a_goal_in_one_sentence(game, language):
    words = Words(language)
    assert len(tour_paragraphs(game)) == 5
    assert words(f"{game}.aim").count(". ") == 0
    for step in range(5):
        check(rules_screen.tour(game, words, step))


async def test_the_lobby_says_the_goal_and_shows_the_rules_in_five_pictures(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    assert "when somebody completes a row, the most points win" in lobby.text
    page = await ben.press(lobby.message, label="Rules in 60 seconds")
    assert page.private
    for step in range(1, 6):
        assert f"Azul in 60 seconds · {step} of 5" in page.text
        assert page.message["components"]
        assert page.buttons["Back"].disabled == (step == 1)
        page = await ben.press(page.message, label="Next" if step < 5 else "Rules")
        assert page.answers == 1
    assert "Azul, rules" in page.text


async def test_the_first_table_of_a_game_is_casual_by_itself_and_says_why(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    assert "casual" in lobby.text
    assert "**Ana** plays Azul for the first time, so this table is casual: it changes no ratings." in lobby.text
    page = await choose(ana, await options_of(ana, lobby), "counts", "rated")
    await ana.press(page.message, label="Done")
    await local.until(lambda: "for the first time" not in lobby.text)
    await ben.press(lobby.message, label="Join")
    assert "**Ben** plays Azul for the first time, so this table is casual" in lobby.text
    await ana.press(lobby.message, label="Start with 2")
    await ana.until(says("your turn"))
    second = await lobby_of(ana, games)
    await ben.press(second.message, label="Join")
    assert asked(await options_of(ana, second))["counts"] == "rated"
    assert "for the first time" not in second.text
    assert "for the first time" in (await lobby_of(ana, games, game="pillars")).text


async def test_the_first_play_menu_explains_itself_until_the_first_move(local, running_bot, ana, games):
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    assert "Only you see this menu." in menu.text
    assert "the most points win" in menu.text
    page = await ana.press(menu.message, label="Rules in 60 seconds")
    assert page.buttons["Next"].style == BLUE
    back = await ana.press(page.message, label="Back to my move")
    preview = await first_answers(ana, back)
    await ana.press(preview.message, label="Play it")
    again = await ana.press(await turn_of(ana), label="Play")
    assert "Only you see this menu." not in again.text


async def test_no_tour_of_what_is_not_there(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    for custom_id in ("tour::chess:0", "tour::azul:x", "tour:zzzzz:azul:0"):
        reply = await ana.raw_press(games, lobby.message["id"], custom_id)
        assert refused(reply, "unknown") or refused(reply, "gone", tag="#zzzzz", phase=""), custom_id
