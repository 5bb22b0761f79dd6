"""The options page of a lobby, through the real client: who may answer, when the lobby shows it, what is remembered."""

from __future__ import annotations

from dataclasses import replace

from bot.discord_api import caller
from bot.model.lobby_options import TERMS
from bot.model.people import Person
from bot.screens import lobby as lobby_screen
from bot.screens import lobby_options as lobby_options_screen
from bot.screens.screen import Select
from bot.text.words import Words
from engine import GAMES
from tests.bot.screens.test_limits import check
from tests.bot.support.lobby import asked, choose, lobby_of, options_of, played_before, refused
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.room_values import room_value
from tests.bot.support.tessera import says


async def test_the_host_chooses_and_the_lobby_is_edited_once_when_the_page_is_closed(local, running_bot, ana, games):
    await played_before(running_bot, ana)
    running_bot.client.messages.lobby_delay = PATIENCE  # however slow, the page is closed before
    lobby = await lobby_of(ana, games)
    await local.quiet()
    page = await options_of(ana, lobby)
    assert page.private
    assert asked(page) == {
        "wall": "colored wall", "rules": "official rules", "tiebreak": "ties: more wall tiles",
        "clock": "24 hours a turn", "match": "one game", "counts": "rated",
        "who": "anybody here", "where": "in this channel", "keeper": "an amateur keeps seats of who is away",
    }  # fmt: skip
    edits = len(local.requests("PATCH", f"/channels/{games}/messages/*"))
    page = await choose(ana, page, "wall", "gray wall")
    page = await choose(ana, page, "rules", "Hungarian house rules")
    assert asked(page)["sum"] == "literal sum"
    assert "gray" not in lobby.text
    closed = await ana.press(page.message, label="Done")
    assert "gray wall, Hungarian house rules, literal sum" in closed.text
    assert not closed.buttons
    shown = "gray wall · Hungarian house rules · 24 hours a turn\n-# literal sum · ties: more wall tiles · rated"
    await local.until(lambda: shown in lobby.text)
    await local.quiet()
    assert len(local.requests("PATCH", f"/channels/{games}/messages/*")) == edits + 1
    assert "changed" not in lobby.text


async def test_a_page_left_open_reaches_the_lobby_too(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    await choose(ana, await options_of(ana, lobby), "wall", "gray wall")
    await local.until(lambda: "gray wall" in lobby.text)


async def test_what_was_chosen_is_played(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    page = await choose(ana, await options_of(ana, lobby), "wall", "gray wall")
    await choose(ana, page, "rules", "Hungarian house rules")
    await ana.press(lobby.message, custom_id="start:1")
    await ana.until(says("your turn"))
    state = (await running_bot.rooms.room(1)).table.state
    assert (state.wall, state.rules, state.sum) == ("gray", "hungarian", "literal")


async def test_others_read_the_options_and_cannot_press_them(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    page = await ben.press(lobby.message, label="Manage")
    assert page.private
    assert not page.selects
    assert not page.buttons
    assert "**Wall**: colored wall" in page.text
    assert "Only **Ana** can change these." in page.text
    mine = await options_of(ana, lobby)
    presses = ["set:1:wall", "defaults:1", "remove:1", "out:1:101", "robot:1:greedy", "start:1", "cancel:1"]
    for press in presses:
        forged = await ben.raw_press(games, mine.message["id"], press, ["gray"] if press == "set:1:wall" else None)
        assert refused(forged, "host_only", name="Ana"), press
    room = await running_bot.rooms.room(1)
    assert (room.phase, len(room.occupants), room.record.options["wall"]) == ("lobby", 2, "colored")


async def test_no_answer_that_was_not_offered(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    page = await options_of(ana, lobby)
    before = await running_bot.rooms.room(1)
    for custom_id, values in (
        ("set:1:wall", ["pink"]), ("set:1:chess", ["gray"]), ("set:1:sum", ["official"]), ("set:1", ["gray"]),
        ("set:1:wall", None), ("set:1:where", ["refused"]), ("out:1", None), ("invite:azul", None),
        ("invite:chess:1", None),
    ):  # fmt: skip
        reply = await ana.raw_press(games, page.message["id"], custom_id, values)
        assert refused(reply, "unknown") or refused(reply, "stranger", name="1"), custom_id
    after = await running_bot.rooms.room(1)
    assert (after.record.options, after.record.terms) == (before.record.options, before.record.terms)


async def test_who_joined_before_reads_what_changed_since(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    page = await choose(ana, await options_of(ana, lobby), "rules", "Hungarian house rules")
    page = await choose(ana, page, "who", "only invited people")
    page = await choose(ana, page, "match", "a match: as many games as seats")
    await ana.press(page.message, label="Done")
    changed = "**Ana** changed: Hungarian house rules, a match: as many games as seats."
    await local.until(lambda: changed in lobby.text)


async def test_a_lobby_is_the_standard_game_and_one_press_chooses_as_last_time(local, running_bot, ana, ben, games):
    await played_before(running_bot, ana, ben)
    first = await lobby_of(ana, games)
    page = await choose(ana, await options_of(ana, first), "wall", "gray wall")
    page = await choose(ana, page, "where", "in a thread")
    await choose(ana, page, "who", "only invited people")
    await running_bot.restart()
    second = await lobby_of(ana, games)
    assert "standard game · 24 hours a turn" in second.text
    assert "Last time **Ana** chose: gray wall, in a thread." in second.text
    assert refused(await ben.press(second.message, label="As last time"), "host_only", name="Ana")
    await ana.press(second.message, label="As last time")
    assert "gray wall · 24 hours a turn · in a thread" in second.text
    assert "**Ana** chose as last time: gray wall, in a thread." in second.text
    assert "As last time" not in second.buttons
    assert "only invited" not in second.text
    assert "As last time" not in (await lobby_of(ben, games)).buttons


async def test_what_was_played_last_is_offered_and_the_standard_game_offers_nothing(
    local, running_bot, ana, ben, games
):
    await played_before(running_bot, ana, ben)
    first = await lobby_of(ana, games)
    await choose(ana, await options_of(ana, first), "wall", "gray wall")
    second = await lobby_of(ana, games)
    assert "As last time" in second.buttons
    await ben.press(second.message, label="Join")
    await ana.press(second.message, label="Start with 2")
    await ana.until(says("your turn"))
    assert "As last time" not in (await lobby_of(ana, games)).buttons


async def test_the_defaults_are_one_press_away(local, running_bot, ana, games):
    await played_before(running_bot, ana)
    lobby = await lobby_of(ana, games)
    page = await choose(ana, await options_of(ana, lobby), "wall", "gray wall")
    page = await ana.press(page.message, label="Defaults")
    assert asked(page)["wall"] == "colored wall"
    assert "As last time" not in (await lobby_of(ana, games)).buttons


def test_more_than_nine_questions_are_on_two_pages():
    many = replace(GAMES["azul"], options={**GAMES["azul"].options, **{f"extra_{n}": ("a", "b") for n in range(4)}})
    room = lobby_room(many)
    words = Talkative()
    first, second = lobby_options_screen.options_page(room, words), lobby_options_screen.options_page(room, words, 1)
    asked = [[part.id.split(":")[2] for part in page.parts if isinstance(part, Select)] for page in (first, second)]
    assert (len(asked[0]), asked[0] + asked[1]) == (9, [one.key for one in lobby_screen.lobby_questions(room)])
    assert [button.id for button in first.parts[-1].buttons] == ["agreed:1", "defaults:1", "options:1:1"]
    assert [button.id for button in second.parts[-1].buttons] == ["agreed:1", "defaults:1", "options:1:0"]
    assert lobby_options_screen.page_with_option(room, asked[1][0]) == 1
    for page in (first, second):
        check(page)


def lobby_room(game):
    """A lobby of that game with one person."""
    return room_value(None, (Person(1, "Ana"),), game, terms={key: term.values[0] for key, term in TERMS.items()})


class Talkative(Words):
    """English, in which everything has a name."""

    def __call__(self, key, /, **facts):
        return super().__call__(key, **facts) if key in self else key[-20:]


async def test_an_invitation_while_discord_does_not_answer_can_be_tried_again(
    local, running_bot, ana, ben, games, monkeypatch
):
    lobby, members = await lobby_of(ana, games), "/guilds/*/members/*"

    def hang():
        monkeypatch.setattr(caller, "MEMBER_LOOKUP_TIMEOUT", 0.0)
        local.faults.hang("GET", members)

    for fault in (
        lambda: local.faults.cut("GET", members, times=9),
        lambda: local.faults.fail("GET", members, 503, times=9),  # the library tries others again for 25 seconds
        hang,
    ):
        fault()
        assert refused(await ana.raw_press(games, lobby.message["id"], "bring:1", [str(ben.id)]), "unreached")
        assert (await running_bot.rooms.room(1)).record.guests == ()
        local.faults.release()
        local.faults.rules.clear()
    monkeypatch.undo()
    await ana.raw_press(games, lobby.message["id"], "bring:1", [str(ben.id)])
    assert [one.id for one in (await running_bot.rooms.room(1)).record.guests] == [ben.id]
