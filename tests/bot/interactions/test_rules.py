"""Reading rules and help through the real client: pages, search, chapters, and the way back to the move."""

from __future__ import annotations

from bot.screens import rules as rules_screen
from bot.settings import load_settings
from bot.text.words import Words, rulebook
from tests.bot.support.local_discord import buttons
from tests.bot.support.tessera import turn_of
from tests.cases import each


async def test_rules_without_a_game_open_those_of_the_only_table_here(local, running_bot, ana):
    games = local.channel("games")
    question = await ana.command("rules", channel=games)
    assert question.private
    assert list(question.buttons) == ["Azul", "Azul: Summer Pavilion", "Match Five", "Pillars"]
    await running_bot.table(ana, robots=1, game="pillars")
    assert "Pillars, rules" in (await ana.command("rules", channel=games)).text
    offered = await ana.complete("rules", channel=games, focused="find", find="corner")
    assert offered.choices
    await ana.command("play", channel=games, game="azul")
    assert "Azul" in (await ana.command("rules", channel=games)).buttons


async def test_a_search_without_a_game_looks_into_the_rules_of_all(local, running_bot, ana):
    games = local.channel("games")
    listed = await ana.command("rules", channel=games, find="how do I win a tie")
    assert "in the rules of all games" in listed.text
    (select,) = listed.selects.values()
    assert [option["label"] for option in select["options"]][:4] == [
        "Azul · 7.3 Ties", "Pillars · 6.5 Ties", "Azul: Summer Pavilion · 8.4 Ties", "Match Five · 9.5 Ties",
    ]  # fmt: skip
    page = await ana.choose(listed.message, labels=["Match Five · 9.5 Ties"])
    assert "Match Five, rules" in page.text
    assert "**9.5 Ties**" in page.text
    again = await ana.command("rules", channel=games, find="how do I win a tie")
    one_game = await ana.press(again.message, label="Azul")
    assert "**7.3 Ties**" in one_game.text
    assert "The rules of no game" in (await ana.command("rules", channel=games, find="xyzzy")).text


async def test_what_the_rules_of_the_open_game_do_not_say_is_looked_for_in_all_others(local, running_bot, ana):
    games = local.channel("games")
    await running_bot.table(ana, robots=1, game="pillars")
    listed = await ana.command("rules", channel=games, find="bonus")
    assert "in the rules of all games" in listed.text
    assert "nothing about" in (await ana.command("rules", channel=games, game="pillars", find="bonus")).text
    assert "The rules of no game" in (await ana.command("rules", channel=games, find="xyzzy")).text


async def test_what_was_suggested_without_a_game_opens_its_paragraph(local, running_bot, ana):
    games = local.channel("games")
    first = (await ana.complete("rules", channel=games, focused="find", find="bonus")).choices[0]
    assert first["name"] == "Azul: Summer Pavilion · 5.10 Choosing bonus tiles"
    page = await ana.command("rules", channel=games, find=first["value"])
    assert "**5.10 Choosing bonus tiles**" in page.text


async def test_rules_without_a_game_open_those_of_the_table_in_this_thread(local, running_bot, ana):
    lobby = await ana.command("play", channel=local.channel("games"), game="match_five", thread=True)
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Amateur")
    await ana.press(lobby.message, custom_id="start:1")
    thread = int((await turn_of(ana))["channel_id"])
    assert "Match Five, rules" in (await ana.command("rules", channel=thread)).text


async def test_a_paragraph_is_found_by_its_title_while_typing(local, running_bot, ana):
    games = local.channel("games")
    offered = await ana.complete("rules", channel=games, focused="find", game="azul", find="full line")
    assert offered.choices[0] == {"name": "4.6 A full line is closed", "value": "4.6"}
    everything = await ana.complete("rules", channel=games, focused="find", game="azul", find="")
    assert len(everything.choices) == 25
    found = await ana.command("rules", channel=games, game="azul", find="4.6")
    assert "**4.6 A full line is closed**" in found.text
    assert found.private


async def test_a_search_lists_what_fits_and_says_when_nothing_does(local, running_bot, ana):
    games = local.channel("games")
    listed = await ana.command("rules", channel=games, game="azul", find="marker")
    chosen = next(iter(listed.selects.values()))["options"][1]
    page = await ana.choose(listed.message, values=[chosen["value"]])
    assert f"**{chosen['value']} " in page.text
    nothing = await ana.command("rules", channel=games, game="azul", find="`xyzzy` @everyone")
    assert "say nothing about `'xyzzy' @everyone`" in nothing.text
    assert not nothing.message["mentions"]
    assert not nothing.message["mention_everyone"]


async def test_the_form_finds_and_the_move_is_still_one_press_away(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    rules = await ana.press(menu.message, label="Rules")
    form = await ana.press(rules.message, label="Find…")
    assert form.modal["title"] == "Find in the rules of Azul"
    found = await ana.submit(form, text="4.5")
    assert "**4.5 One color in a line**" in found.text
    again = await ana.press(found.message, label="Back to my move")
    assert again.text == menu.text


async def test_help_has_four_topics_and_a_way_back(local, running_bot, ana):
    page = await ana.command("help", channel=local.channel("games"))
    first = page.text
    for label in ("Open a table", "How a move works", "Read without pictures", "Privacy"):
        topic = await ana.press(page.message, label=label)
        assert f"### {label}" in topic.text
        page = await ana.press(topic.message, label="Help")
        assert page.text == first
    assert "Help" not in buttons(page.message)


@each("game", ["azul", "pavilion", "pillars", "match_five"])
def test_no_page_has_more_than_1800_letters_and_every_paragraph_is_on_one(game):
    pages = rules_screen._pages(game, Words())
    assert [p.number for page in pages for p in page] == list(rulebook(game))
    assert all(sum(len(p.text) + len(p.title) for p in page) <= rules_screen.MAX_RULES_LETTERS for page in pages)


def test_next_and_previous_lead_through_all_pages():
    count, words = len(rules_screen._pages("azul", Words())), Words()
    for page in range(count):
        shown = rules_screen.rules("azul", words, page)
        assert f"page {page + 1} of {count}" in shown.parts[0].text
        ways = {one.label: one for part in shown.parts for one in getattr(part, "buttons", ())}
        assert (ways["Previous"].off, ways["Next"].off) == (page == 0, page == count - 1)
        assert ways["Next"].off or ways["Next"].id.split(":")[3] == str(page + 1)
        assert ways["Previous"].off or ways["Previous"].id.split(":")[3] == str(page - 1)


def test_a_number_or_a_whole_title_names_one_paragraph():
    for text in ("4.5", " 4.5 ", "4.5 one COLOR in a line"):
        assert [p.number for p in rules_screen.search("azul", Words(), text)] == ["4.5"]
    assert rules_screen.search("azul", Words(), "") == []
    for text in ("4", "4."):
        assert [p.number for p in rules_screen.search("azul", Words(), text)][:11] == [f"4.{n}" for n in range(1, 12)]


async def test_help_says_whom_to_tell_of_faults_where_the_operator_said_it(local, running_bot, ana):
    games = local.channel("games")
    assert "Fault?" not in (await ana.command("help", channel=games)).text
    running_bot.client.handlers.rules.support = load_settings({"TESSERA_SUPPORT": " mail@example.org "}).support
    first = await ana.command("help", channel=games)
    assert "Fault? mail@example.org" in first.text
    topic = await ana.press(first.message, label="How a move works")
    assert "Fault?" not in topic.text
    assert "Fault? mail@example.org" in (await ana.press(topic.message, label="Help")).text
