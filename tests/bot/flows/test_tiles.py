"""Tiles on buttons, in lists and in told moves, as people read them; words alone where those belong."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from bot.app.emojis import draw_emojis
from bot.playground.protocol import TEXT_DISPLAY_TYPE, all_components
from bot.text.words import Emojis
from engine import GAMES
from tests.bot.support.local_discord import selects, text
from tests.bot.support.tessera import first_answer, first_answers, says, turn_of

EMOJI = re.compile(r"<:\w{2,32}:\d+>")


@cache
def wanted():
    """The emojis of all games."""
    return [one for game in GAMES for one in draw_emojis(game)]


@pytest.fixture
def tiled_bot(local, running_bot):
    """Tessera once the application has its emojis."""
    made = {one.key: local.server.simulation._world.create_application_emoji(one.name) for one in wanted()}
    running_bot.client.show_emojis(Emojis({key: f"<:{one.name}:{one.id}>" for key, one in made.items()}))
    return running_bot


def controls(message):
    """Every button and option that answers a question, as Discord has them; not those of other kinds of moves."""
    every = list(all_components(message["components"]))
    ids = [(one, str(one.get("custom_id", ""))) for one in every]
    pressed = [one for one, sent in ids if sent.startswith(("m:", "tick:")) and ":~" not in sent]
    return [one for one in pressed if "options" not in one] + [
        option for one in pressed for option in one.get("options", ())
    ]


def without_texts(message):
    """The message as JSON but for what its texts say: nothing there may hold an emoji's markup."""
    kept = [
        {**one, "content": ""} if one["type"] == TEXT_DISPLAY_TYPE else one
        for one in all_components(message["components"])
    ]
    return json.dumps([{key: value for key, value in one.items() if key != "components"} for one in kept])


async def play_menu(bot, person, game):
    """The first question of the person's move at a table with a robot."""
    await bot.table(person, robots=1, game=game)
    return await person.press(await turn_of(person), label="Play")


@pytest.mark.parametrize("game", list(GAMES))
async def test_every_answer_carries_a_tile_of_the_game(tiled_bot, ana, game):
    menu = await play_menu(tiled_bot, ana, game)
    names = {str(one.id): one.name for one in await tiled_bot.client.fetch_application_emojis()}
    while "Play it" not in menu.buttons:
        shown = controls(menu.message)
        assert shown
        tiles = [names[one["emoji"]["id"]] for one in shown if "emoji" in one]
        assert all(name.startswith(game) for name in tiles)
        assert len(tiles) == len(shown)
        assert not EMOJI.search(without_texts(menu.message))
        before = menu.message
        menu = await first_answer(ana, menu)
        assert menu.message["id"] == before["id"]
    assert len(EMOJI.findall(text(menu.message))) >= 1
    assert not EMOJI.search(without_texts(menu.message))


async def test_moves_that_typed_words_fit_carry_tiles_and_are_matched_suggested_and_told_as_they_should(
    tiled_bot, ana, games
):
    labels = selects((await play_menu(tiled_bot, ana, "azul")).message)
    for typed in ("line 2", "display 1"):
        several = await ana.command("move", channel=games, move=typed)
        assert "Which of these?" in several.text
        (options,) = [one["options"] for one in several.selects.values()]
        assert len(options) > 1
        assert all(one["emoji"]["name"].split("_")[1] in one["label"] for one in options)  # a blue one at "2 blue"
        assert not EMOJI.search(without_texts(several.message))
        chosen = await ana.choose(several.message, values=[options[0]["value"]])
        assert "Play it" in chosen.buttons
    # what is typed is matched and suggested in words alone
    rows = await ana.complete("move", channel=games, focused="move")
    assert rows.choices
    assert "<:" not in json.dumps(rows.choices)
    label = next(iter(labels.values()))["options"][0]["label"]
    count, color = re.match(r"Display 1: (\d) (\w+)", label).groups()
    typed = await ana.command("move", channel=games, move=f"{color} display 1 line 5")
    fitting = await ana.command("move", channel=games, move=f"{color} display 1")
    (several,) = fitting.selects.values()
    assert all(color in option["label"] for option in several["options"])
    assert "<:" not in json.dumps(several)
    assert re.search(rf"{count} <:azul_{color}_\w+:\d+> {color} from display 1 to line 5", typed.text.lower())
    # a told move shows the tile in the channel, and the alt text says words
    menu = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    played = await ana.press(menu.message, label="Play it")
    assert re.search(r"Played: \d <:azul_\w+:\d+> \w+ from display 1 to line \d", played.text)
    await tiled_bot.shown()
    told = await ana.until(lambda m: re.search(r"took \d <:azul_\w+:\d+> \w+ from display 1", text(m)))
    assert not EMOJI.search(without_texts(told))
    (picture,) = [one for one in all_components(told["components"]) if "items" in one]
    assert re.search(r"took \d \w+ from", picture["items"][0]["description"])


async def wants_no_pictures(person):
    """The person has chosen in /me to see none."""
    me = await person.press((await person.command("me", channel=person.dm)).message, label="Look")
    select = next(one for one in me.selects.values() if any(o["value"] == "none" for o in one["options"]))
    await person.choose(me.message, custom_id=select["custom_id"], values=["none"])


async def test_without_pictures_a_person_reads_words_alone(tiled_bot, ana, games):
    await wants_no_pictures(ana)
    menu = await play_menu(tiled_bot, ana, "azul")
    several = await ana.command("move", channel=games, move="line 2")
    (options,) = [one["options"] for one in several.selects.values()]
    assert "<:" not in json.dumps(several.message)
    assert len(options) > 1
    assert all("emoji" not in one for one in options)
    while "Play it" not in menu.buttons:
        assert all("emoji" not in one for one in controls(menu.message))
        assert "<:" not in text(menu.message)
        menu = await first_answer(ana, menu)
    assert "<:" not in text(menu.message)
    played = await ana.press(menu.message, label="Play it")
    assert "Played: " in played.text
    assert "<:" not in played.text
    table = await ana.until(says("your turn"))
    assert "<:azul" in text(table) or "took" not in text(table)  # everybody reads that message


async def test_a_table_in_direct_messages_shows_no_tiles_to_whoever_wants_no_pictures(tiled_bot, ana):
    await wants_no_pictures(ana)
    lobby = await ana.command("play", channel=ana.dm, game="azul")
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Amateur")
    await ana.press(lobby.message, label=next(label for label in lobby.buttons if label.startswith("Start")))
    menu = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    await ana.press(menu.message, label="Play it")
    await tiled_bot.shown()
    told = await ana.until(says("took", "your turn"))
    assert "<:" not in text(told)


async def test_why_not_shows_the_tiles_of_refused_answers(tiled_bot, ana):
    menu = await play_menu(tiled_bot, ana, "pavilion")
    menu = await first_answer(ana, menu)
    if "Why not…" in menu.buttons:
        refused = await ana.press(menu.message, label="Why not…")
        options = [option for one in refused.selects.values() for option in one["options"]]
        assert all("<:" not in option["label"] + option.get("description", "") for option in options)


async def test_in_hungarian_the_tile_stands_before_the_color_and_the_article_is_that_of_the_word(tiled_bot, ana):
    await tiled_bot.table(ana, robots=1)
    table = await turn_of(ana)
    ana.locale("hu")
    menu = await ana.press(table, label="Play")
    labels = [one["label"] for one in controls(menu.message)]
    assert labels[0].startswith("1. korong: ")
    assert all("emoji" in one for one in controls(menu.message))
    menu = await first_answer(ana, menu)
    assert re.search(r"\d <:azul_\w+:\d+> \w+ az 1\. korongról", menu.text)
    assert [one["label"].partition(", ")[0] for one in controls(menu.message)][-1].startswith("Padló: ")
