"""Who reads which language: names of commands, answers, what is sent unasked, what everybody reads at a table."""

from __future__ import annotations

import re

import pytest
from discord import app_commands

from bot.interactions.typed_moves import suggestions
from bot.model.preferences import preferences_from
from bot.playground.limits import command_faults
from bot.screens.speech import Speech
from bot.text.words import DEFAULT_LANGUAGE, Words, language_of, languages, with_article
from engine import GAMES, Table
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import says, whole_turn

OTHERS = [language for language in languages() if language != DEFAULT_LANGUAGE]
NAME = re.compile(r"[^\W_A-Z][\w-]{0,31}")  # Discord's rule: 1 to 32, lower case, no spaces


@pytest.fixture
def ana(local):
    one = local.person("Ana")
    one.locale("hu")
    return one


@pytest.fixture
def ben(local):
    return local.person("Ben")


@pytest.mark.parametrize(
    ("choice", "locale", "server", "language"),
    [
        ("auto", "hu", None, "hu"), ("auto", "en-GB", "hu", "en"), ("hu", "en-US", None, "hu"),
        ("en", "hu", "hu", "en"), ("auto", "fr", "hu", "hu"), ("auto", "fr", None, "en"), ("auto", "", None, "en"),
        ("../hu", "xx", "../en", "en"),
    ],
)  # fmt: skip
def test_the_choice_counts_before_discord_and_discord_before_the_server(choice, locale, server, language):
    assert language_of(choice, locale, server) == language


@pytest.mark.parametrize(
    "told",
    [
        "a kék", "az 1. sor", "a 2. sor", "az 5. sor", "a 10. sor", "az 50", "a 100", "az 1000", "a #3f", "az #1",
        "az #5a", "az #m", "a #k7", "az **Ábel**", "a **Ben**", "az F", "az M13", "a C3", "az 5L", "a 4T", "az óra",
        "a „b” oszlop", "az Ürge", "a ★",
    ],
)  # fmt: skip
def test_the_article_of_hungarian_follows_what_is_read_aloud(told):
    assert with_article(told.partition(" ")[2]) == told


def test_a_gap_takes_its_article():
    words = Words("hu")
    assert words("life.resigned", tag="#5") == "Feladtad a játékot az #5 asztalnál."
    assert words("button.take_seat", n=1) == "Átveszem az 1. helyet"
    assert words("button.take_seat", n=2) == "Átveszem a 2. helyet"


# commands


@pytest.fixture
async def registered(local, running_bot):
    """Every command as it is registered with Discord at the first start."""
    local.server.simulation._world.commands.clear()
    await running_bot.client.tree.sync_if_changed()
    *_, sent = local.requests("PUT", "/applications/*/commands")
    return sent.call.body


def named(payload, path=""):
    """The command and its options, each with what it is called."""
    yield path + payload["name"], payload
    for option in payload.get("options") or []:
        yield from named(option, f"{path}{payload['name']} ")


async def test_every_command_and_option_has_a_name_of_its_own_and_a_description_in_every_language(registered):
    assert len(registered) > 14
    assert command_faults(registered) == []
    for language in OTHERS:
        for several in (registered, *(payload.get("options") or [] for payload in registered)):
            names = [one["name_localizations"][language] for one in several]
            assert len(set(names)) == len(names)
    for place, one in (found for payload in registered for found in named(payload)):
        for language in OTHERS:
            assert language in one["name_localizations"], place
            if "description" in one:
                assert 1 <= len(one["description_localizations"][language]) <= 100, place
                assert NAME.fullmatch(one["name_localizations"][language]), place


async def test_the_words_name_the_commands_as_they_are_in_english_and_they_are_registered_once(registered, running_bot):
    words, known = Words(), set()
    for command in running_bot.client.tree.get_commands(type=None):
        if isinstance(command, app_commands.ContextMenu):
            known.add(command._locale_name.extras["key"].split(".")[1])
            continue
        known.add(command.name)
        assert words(f"command.{command.name}.name") == command.name
        for option in command.parameters:
            assert words(f"command.{command.name}.option.{option.display_name}") == option.display_name
    assert {key.split(".")[1] for key in words.keys() if key.startswith("command.")} == known  # noqa: SIM118
    play = next(one for one in registered if one["name"] == "play")
    assert play["name_localizations"] == {"hu": "játék"}
    assert not await running_bot.client.tree.sync_if_changed()


# answers


async def test_the_language_of_ones_discord_is_answered_in_it_and_the_choice_in_me_counts_more(local, running_bot, ana):
    games = local.channel("games")
    assert "Csempés játékok" in (await ana.command("help", channel=games)).text
    me = await ana.command("me", channel=games)
    look = await ana.press(me.message, label="Kinézet")
    assert "### Kinézet" in look.text
    pick = next(one for one in look.selects if one.endswith(":language"))
    english = await ana.choose(look.message, custom_id=pick, labels=["English"])
    assert "How things look · Saved." in english.text
    assert "Tile games" in (await ana.command("help", channel=games)).text
    await running_bot.restart()
    assert "Tile games" in (await ana.command("help", channel=games)).text
    back = await ana.choose(english.message, custom_id=pick, labels=["the language of my Discord"])
    assert "### Kinézet" in back.text


async def test_a_refusal_and_suggestions_speak_the_language_too(local, running_bot, ana, ben):
    games = local.channel("games")
    assert "Itt nem folyik játék." in (await ana.command("move", channel=games, move="1B1")).text
    await running_bot.table(ben, ana)
    await ana.until(says(f"{ana.mention}, your turn"))
    for typed in ("kék", "blue"):
        rows = (await ana.complete("move", channel=games, focused="move", move=typed)).choices
        assert rows
        assert all("kék" in one["name"] for one in rows)
    me = await ana.press((await ana.command("me", channel=games)).message, label="Kinézet")
    pick = next(one for one in me.selects if one.endswith(":language"))
    await ana.choose(me.message, custom_id=pick, labels=["English"])
    rows = (await ana.complete("move", channel=games, focused="move", move="blue")).choices
    assert all("blue" in one["name"] for one in rows)


async def test_what_everybody_reads_does_not_turn_with_who_presses(local, running_bot, ana, ben):
    lobby = await ana.command("play", channel=local.channel("games"), game="azul")
    assert "Join" in lobby.buttons
    joined = await ben.press(lobby.message, label="Join")
    await ana.press(lobby.message, label="Kezelés" if "Kezelés" in lobby.buttons else "Manage")
    await ana.raw_press(local.channel("games"), lobby.message["id"], "leave:1")
    assert "Join" in buttons(await ben.until(says("**Ben**", "host")))
    assert joined.answers == 1


async def test_a_table_in_a_direct_message_speaks_the_language_of_its_person(local, running_bot, ana):
    lobby = await ana.command("play", channel=ana.dm, game="azul")
    assert "Robot hozzáadása" in lobby.buttons
    robot = await ana.press(lobby.message, label="Robot hozzáadása")
    await ana.press(robot.message, label="Amatőr")
    await ana.press(lobby.message, label="Indítás 2 fővel")
    table = await ana.until(says("te jössz"))
    menu = await ana.press(table, label="Lépek")
    assert "Melyik csempéket?" in menu.text
    assert "Te jössz" in menu.text


async def test_a_call_sent_unasked_speaks_the_language_that_the_persons_discord_spoke(local, running_bot, ana, ben):
    me = await ana.press((await ana.command("me", channel=ana.dm)).message, label="Értesítések")
    pick = next(one for one in me.selects if one.endswith(":pings"))
    await ana.choose(me.message, custom_id=pick, labels=["szólj közvetlen üzenetben"])
    await running_bot.table(ben, ana)
    first = await ben.until(says("your turn"))
    if ana.mention not in text(first):
        await whole_turn(ben, await ben.press(first, label="Play"))
    assert "Irány az asztal" in text(await ana.until(says("te jössz")))


async def test_only_a_language_that_makes_a_difference_is_kept(local, running_bot, ana, ben):
    games, store = local.channel("games"), running_bot.store
    for person in (ana, ben):
        await person.command("help", channel=games)
    assert await store.preferences.load(ana.id) == {("locale", "hu")}
    assert await store.preferences.load(ben.id) == frozenset()
    ana.locale("en-US")
    await ana.command("help", channel=games)
    assert preferences_from(await store.preferences.load(ana.id)).locale == "en-US"


async def test_missing_rights_are_called_as_discord_calls_them(local, running_bot, ana):
    games = local.channel("games")
    local.forbid(games, "attach_files")
    refused = await ana.command("play", channel=games, game="azul")
    assert "Itt ez hiányzik a jogosultságaimból: Fájlok csatolása." in refused.text


# typed moves


@pytest.mark.parametrize("typed", ["kék 2. sor", "kek 2 sor", "blue line 2"])
def test_a_move_is_typed_in_the_readers_language_or_in_english(typed):
    table = Table.new(GAMES["azul"], 2, {}, "typed")
    view = table.view(table.state.to_act()[0])
    rows = suggestions(view, Speech(Words("hu"), "azul"), typed)
    assert rows[0].value != typed
    assert all("kék" in row.name for row in rows)
