"""Preparing a move through the real client: by More, /turns and one's board; what is told when it fires or lapses."""

from __future__ import annotations

import re

from bot.playground.protocol import BUTTON, TEXT_DISPLAY_TYPE, all_components
from tests.bot.interactions.test_more import begun, chosen
from tests.bot.interactions.test_preferences import wish
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import first_answer, says, turn_of

ENTRY = "Prepare my next move"


async def prepared(person, menu, nth=0):
    """The first answers of the menu to prepare, of the first question the one at that place, up to what is prepared."""
    if nth and menu.selects:
        select = next(iter(menu.selects.values()))
        values = [select["options"][nth]["value"]]
        menu = await person.choose(menu.message, custom_id=select["custom_id"], values=values)
    elif nth:
        answers = [one for one in menu.buttons.values() if one.custom_id.startswith("m:")]
        menu = await person.press(menu.message, custom_id=answers[nth].custom_id)
    while "Prepare it" not in menu.buttons:
        menu = await first_answer(person, menu)
        assert menu.answers == 1
    return await person.press(menu.message, label="Prepare it")


async def played_elsewhere(person, message):
    """A move of the person that takes the last source that is offered, into the last line."""
    menu = await person.press(message, label="Play")
    while "Play it" not in menu.buttons:
        select = next(iter(menu.selects.values()), None)
        if select is None:
            last = [one for one in menu.buttons.values() if one.custom_id.startswith("m:")][-1]
            menu = await person.press(menu.message, custom_id=last.custom_id)
        else:
            values = [select["options"][-1]["value"]]
            menu = await person.choose(menu.message, custom_id=select["custom_id"], values=values)
    return await person.press(menu.message, label="Play it")


async def test_a_move_is_prepared_in_more_and_follows_at_once(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    menu = await chosen(other, message, ENTRY)
    assert menu.private
    assert "Prepare," in menu.text
    assert "Type it" not in menu.buttons
    page = await prepared(other, menu)
    assert page.private
    assert "Prepared: " in page.text
    assert "If I can: " in page.text
    assert "Else: ask me." in page.text
    before = [one["id"] for one in acting.sees(local.channel("games"))]
    await local.quiet()
    assert [one["id"] for one in acting.sees(local.channel("games"))] == before
    done = await played_elsewhere(acting, message)
    assert "What others had prepared followed:" in done.text
    assert "It is your turn again." in done.text
    assert "Take back" not in done.buttons
    told = await acting.until(lambda m: "(prepared)" in text(m) and f"{acting.mention}, your turn" in text(m))
    assert [one["id"] for one in told["mentions"]] == [str(acting.id)]
    assert (await running_bot.rooms.room(1)).log[-1].trigger == "prepared"


async def test_who_plays_out_of_turn_is_offered_to_prepare(local, running_bot, ana, ben, games):
    _, (other,), message = await begun(running_bot, ana, ben)
    for told in (
        await other.press(message, label="Play"),
        await other.command("move", channel=games, move="display 1"),
    ):
        assert told.private
        assert "'s turn. You are asked as soon as it is yours." in told.text
        assert list(told.buttons) == ["Prepare a move", "Board", "My tables"]
    menu = await other.press(told.message, label="Prepare a move")
    assert menu.private
    assert "Prepare," in menu.text
    assert "If I can: " in (await prepared(other, menu)).text


async def test_the_preview_says_in_general_words_that_a_prepared_move_may_follow(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    general = "If somebody has prepared a move, it follows at once."
    menu = await acting.press(message, label="Play")
    while "Play it" not in menu.buttons:
        menu = await first_answer(acting, menu)
    assert general in menu.text
    await prepared(other, await chosen(other, message, ENTRY))
    menu = await acting.press(message, label="Play")
    while "Play it" not in menu.buttons:
        menu = await first_answer(acting, menu)
    assert general in menu.text


async def test_what_lapsed_is_told_in_the_menu_and_gone_after_the_move(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    page = await prepared(other, await chosen(other, message, ENTRY))
    what = re.search(r"If I can: (.+)\.", page.text)[1]
    menu = await acting.press(message, label="Play")
    while "Play it" not in menu.buttons:  # the same tiles
        menu = await first_answer(acting, menu)
    await acting.press(menu.message, label="Play it")
    asked = await turn_of(other)
    assert "(prepared)" not in text(asked)
    assert "prepared" not in text(asked)
    menu = await other.press(asked, label="Play")
    assert f"What you had prepared was not possible any more: {what} (no " in menu.text  # as many tiles as then
    board = await other.press(asked, label="Board")
    assert "What you had prepared was not possible any more" in board.text
    stale = await other.raw_press(int(page.message["channel_id"]), page.message["id"], "prepare:1")
    assert "not possible any more" in stale.text
    await played_elsewhere(other, asked)
    board = await other.press(await turn_of(acting), label="Board")
    assert "not possible" not in board.text


async def test_who_is_called_directly_is_told_there_what_lapsed(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    await wish(other, "Pings", "pings", "call me by direct message")
    await prepared(other, await chosen(other, message, ENTRY))
    menu = await acting.press(message, label="Play")
    while "Play it" not in menu.buttons:  # the same tiles
        menu = await first_answer(acting, menu)
    await acting.press(menu.message, label="Play it")
    direct = await other.until(lambda m: "it is your turn." in text(m))
    assert int(direct["channel_id"]) == other.dm
    assert "What you had prepared was not possible any more" in text(direct)
    kinds = [
        part["type"] for part in all_components(direct["components"]) if part["type"] in {TEXT_DISPLAY_TYPE, BUTTON}
    ]
    assert kinds == sorted(kinds, key=lambda kind: kind == BUTTON)  # all is read before anything is pressed


async def test_who_wants_no_pictures_prepares_in_words(local, running_bot, ana, ben):
    _, (other,), message = await begun(running_bot, ana, ben)
    await wish(other, "Look", "pictures", "no pictures, all in words")
    page = await prepared(other, await chosen(other, message, ENTRY))
    assert "Displays:" in page.text


async def test_turns_and_the_board_show_what_is_prepared_to_its_person_alone(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    games = local.channel("games")
    turns = await other.command("turns", channel=games)
    assert "Prepare a move, or take one out" in str(turns.message["components"])
    select = next(one for name, one in turns.selects.items() if name.startswith("prepare:"))
    assert [one["label"] for one in select["options"]] == ["Azul #1"]
    menu = await other.choose(turns.message, custom_id=select["custom_id"], values=["1"])
    page = await prepared(other, menu)
    what = re.search(r"If I can: (.+)\.", page.text)[1]
    turns = await other.command("turns", channel=games)
    assert f"Prepared: {what}." in turns.text
    board = await other.press(message, label="Board")
    assert f"If I can: {what}." in board.text
    assert "Prepared: 1" in board.buttons
    watched = await acting.press(message, label="Board")
    assert what not in watched.text
    assert "repare" not in watched.text
    spelled = await other.press(board.message, label="As text")
    assert f"If I can: {what}." in spelled.text


async def test_up_to_three_are_prepared_in_order_and_taken_out(local, running_bot, ana, ben):
    _, (other,), message = await begun(running_bot, ana, ben)
    page = await prepared(other, await chosen(other, message, ENTRY))
    for nth in (1, 2):
        menu = await other.press(page.message, label="Prepare another")
        page = await prepared(other, menu, nth)
    assert page.text.count("Else: ") == 3
    assert "Prepare another" not in page.buttons
    page = await other.press(page.message, label="Take out 2")
    assert page.text.count("Else: ") == 2
    page = await other.press(page.message, label="Take out all")
    assert "Nothing is prepared." in page.text
    assert "Prepare a move" in page.buttons


async def test_nobody_prepares_in_their_own_turn_or_without_a_seat(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    channel, number = int(message["channel_id"]), message["id"]
    more = await acting.press(message, label="More")
    assert ENTRY not in str(more.message["components"])
    assert "It is your turn at Azul #1" in (await acting.raw_press(channel, number, "prepare:1")).text
    assert "You do not sit" in (await local.person("Cy").raw_press(channel, number, "prepare:1")).text
    page = await prepared(other, await chosen(other, message, ENTRY))
    forged = await other.raw_press(channel, page.message["id"], "do:1:p1:1B1")
    assert "moved on" in forged.text
    assert "You do not sit" in (await local.person("Cy").raw_press(channel, number, "unprepare:1")).text


async def test_tiles_of_a_turn_are_prepared_one_after_the_other(local, running_bot, ana, ben):
    await running_bot.table(ana, ben, game="match_five")
    message = await ana.until(says("your turn"))
    other = ben if ana.mention in text(message) else ana
    menu = await chosen(other, message, ENTRY)
    menu = await first_answer(other, menu)
    while "Prepared so far:" not in menu.text:
        menu = await first_answer(other, menu)
    finish = next(label for label in menu.buttons if label.startswith("Finish"))
    page = await other.press(menu.message, label=finish)
    assert "If I can: " in page.text
    assert ", then " not in page.text  # the end of the turn names all its tiles


async def test_a_turn_that_is_begun_goes_back_tile_by_tile_or_whole(local, running_bot, ana, ben):
    await running_bot.table(ana, ben, game="match_five")
    message = await ana.until(says("your turn"))
    other = ben if ana.mention in text(message) else ana
    first = await chosen(other, message, ENTRY)
    assert "Back" not in first.buttons

    async def laid(menu):
        menu = await first_answer(other, menu)
        while "Prepared so far:" not in menu.text:
            menu = await first_answer(other, menu)
        return menu

    one = await laid(first)
    assert {"Back", "Start over"} <= {*one.buttons}
    earlier = one.buttons["Back"].custom_id
    again = await other.press(one.message, label="Back")
    assert "Prepared so far:" not in again.text
    assert "Which tile" in again.text
    stale = await other.raw_press(int(one.message["channel_id"]), one.message["id"], earlier)
    assert "moved on" in stale.text
    one = await laid(again)
    gone = await other.press(one.message, label="Start over")
    assert "Prepared so far:" not in gone.text
    page = await other.command("turns", channel=local.channel("games"))
    assert "Prepared: " not in page.text
