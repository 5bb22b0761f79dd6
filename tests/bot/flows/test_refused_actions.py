"""What people must not do, garbage, and accidents: one clear private answer each, and nothing changed."""

from __future__ import annotations

import asyncio
import random
import re
from itertools import cycle

import pytest

from bot.playground.protocol import COMMAND, SUBMIT, controls_by_id
from bot.screens import verbs
from bot.screens.verbs import FORM_VERBS
from bot.text.words import Words
from tests.bot.interactions.test_more import plays
from tests.bot.support.lobby import left, refused
from tests.bot.support.local_discord import PATIENCE, Reply, buttons, text
from tests.bot.support.tessera import first_answers, says, turn_of
from tests.sources import ROOT

SAY = Words()


async def lobby_of(person, local):
    return await person.command("play", channel=local.channel("games"), game="azul")


@pytest.mark.parametrize("label", ["Join", "No, thanks"])
async def test_a_press_in_a_lobby_that_comes_again_after_the_start_is_no_fault(
    local, running_bot, ana, ben, caplog, label
):
    cy = local.person("Cy")
    lobby = await ana.command("play", channel=local.channel("games"), game="azul", **{"with": cy})
    await ben.press(lobby.message, label="Join")
    pressed = await cy.press(lobby.message, label=label)
    await ana.press(lobby.message, label=next(one for one in lobby.buttons if one.startswith("Start")))
    await running_bot.shown()
    seats = (await running_bot.rooms.room(1)).occupants
    await cy.again(pressed)
    await local.until(lambda: pressed.answers == 2)
    await local.quiet()
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []
    assert (await running_bot.rooms.room(1)).occupants == seats


async def test_two_people_press_join_at_the_same_moment_for_one_seat(local, running_bot, ana, ben):
    lobby = await lobby_of(ana, local)
    await local.person("Dee").press(lobby.message, label="Join")
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Beginner")
    both = await asyncio.gather(*(p.press(lobby.message, label="Join") for p in (ben, local.person("Cy"))))
    assert sorted(refused(one, "full", n=4) for one in both) == [False, True]
    assert len((await running_bot.rooms.room(1)).occupants) == 4
    await local.until(lambda: "Start" in lobby.buttons and lobby.buttons["Start"].style == 1)


async def test_the_next_person_hosts_when_the_host_leaves_and_the_last_one_cancels(local, running_bot, ana, ben):
    lobby = await lobby_of(ana, local)
    await ben.press(lobby.message, label="Join")
    await left(ana, lobby.message)
    await local.until(lambda: "**Ana** left; **Ben** now hosts." in lobby.text)
    assert "1. **Ben** (host)" in lobby.text
    gone = await left(ben, lobby.message)
    assert gone.text == "You have left Azul #1."
    await local.until(lambda: "cancelled" in lobby.text)
    assert not lobby.buttons
    late = await ana.raw_press(int(lobby.message["channel_id"]), lobby.message["id"], "join:1")
    assert refused(late, "gone", tag="#1", phase="cancelled")
    looked = await ana.raw_press(int(lobby.message["channel_id"]), lobby.message["id"], "board:1")
    assert "cancelled" in looked.text


async def test_the_wrong_person_is_told_whose_turn_it_is(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    acting, waiting = (ana, ben) if ana.mention in text(message) else (ben, ana)
    name = "Ana" if acting is ana else "Ben"
    assert refused(await waiting.press(message, label="Play"), "not_your_turn", name=name)
    assert refused(await local.person("Cy").press(message, label="Play"), "not_seated", tag="#1")
    preview = await first_answers(acting, await acting.press(message, label="Play"))
    theirs = preview.buttons["Play it"].custom_id
    stolen = await waiting.raw_press(int(message["channel_id"]), preview.message["id"], theirs)
    assert stolen.answers == 1
    assert (await running_bot.rooms.room(1)).table.turn(0) == 0


async def test_a_menu_that_is_behind_shows_the_move_as_it_stands_now(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    old = await ana.press(message, label="Play")
    await plays(ana, message)
    await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"]))
    select = next(iter(old.selects.values()))
    late = await ana.choose(old.message, custom_id=select["custom_id"], values=[select["options"][0]["value"]])
    assert SAY("refusal.stale") in late.text
    assert "Which" in late.text
    assert late.message["id"] == old.message["id"]


async def test_a_double_press_plays_one_move(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    acting = ana if ana.mention in text(message) else ben
    preview = await first_answers(acting, await acting.press(message, label="Play"))
    both = await asyncio.gather(*(acting.press(preview.message, label="Play it") for _ in range(3)))
    assert any("Played:" in one.text for one in both)
    assert all(one.answers == 1 for one in both)
    table = (await running_bot.rooms.room(1)).table
    assert table.turn(0) + table.turn(1) == 1
    assert any(SAY("refusal.done") in text(m) for m in acting.sees(int(message["channel_id"])))


async def test_the_same_press_delivered_twice_plays_one_move(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    played = await plays(ana, await turn_of(ana))
    await ana.again(played)
    await local.quiet()
    room = await running_bot.rooms.room(1)
    mine = room.seat_of(ana.id)
    assert room.table.turn(mine) == 1


async def test_a_deleted_table_message_is_posted_again(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    ana.delete(message)
    board = await ana.command("board", channel=local.channel("games"))
    await ana.press(board.message, label="Show here")
    again = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and m["id"] != message["id"])
    ana.delete(again)
    preview = await first_answers(ana, await ana.command("move", channel=local.channel("games"), move="1"))
    await ana.press(preview.message, label="Play it")
    await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(again["id"]))


async def test_a_missing_right_is_named_before_anything_is_opened(local, running_bot, ana):
    local.forbid(local.channel("games"), "attach_files")
    reply = await lobby_of(ana, local)
    assert refused(reply, "missing", rights="Attach Files")
    assert await running_bot.rooms.list_in_channel(local.channel("games")) == []


async def test_a_right_that_is_lost_during_a_game_loses_no_move(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    preview = await first_answers(ana, await ana.press(await turn_of(ana), label="Play"))
    await running_bot.forbid(local.channel("games"), "send_messages", "attach_files")
    played = await ana.press(preview.message, label="Play it")
    assert "Played:" in played.text
    assert SAY("refusal.missing_saved", rights="Send Messages, Attach Files") in played.text
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    assert await running_bot.store.unreachable.reason(1) == "no_access"
    assert (await running_bot.rooms.room(1)).table.turn((await running_bot.rooms.room(1)).seat_of(ana.id)) == 1


async def test_a_table_to_be_shown_where_nothing_may_be_sent_is_not_tried_with_every_sweep(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    await running_bot.shown()
    posts, path = running_bot.client.messages, f"/channels/{local.channel('games')}/messages"
    await running_bot.forbid(local.channel("games"), "send_messages")
    posts.repost(1)
    await posts.wait_until_idle(PATIENCE)
    assert await running_bot.store.unreachable.reason(1) == "no_access"
    tried = len(local.requests("POST", path))
    await posts.sweep()
    await posts.wait_until_idle(PATIENCE)
    assert len(local.requests("POST", path)) == tried


GARBAGE = [
    "", ":", "m", "m:", "m:1", "m:1:", "m:1:x:", "m:zz:1:", "m:1:1:9.Q", "m:1:1:~Pass", "do:1:1:", "do:1:1:3X2",
    "do:1:1:deal BB", "do:999:1:3B2", "play:", "play:!!", "play:999999999999", "b:1:1:1.2.3.4.5", "tick:1:1:",
    "why:1:1:9.Q.7", "rule:1:1:", "rule:1:1::0", "robot:1:queen", "rules:1:chess", "rules:1:azul:x",
    "rules::azul:99", "turns:x", "games:-5", "choose:1", "end:999", "m:1:99999999999999999999:", "x" * 100,
    "play:1:1:1:1", "do:1:-1:1B1", "sit:1", "here:999", "read:999", "cancel:1", "start:1", "leave:1", "\u202eplay:1",
    "set:1:wall", "options:1", "agreed:1", "defaults:1", "remove:1", "out:1:102", "out:1", "wait:1", "start:1:without",
    "invite:azul:x", "invite:azul:0", "invite:azul:99999999999999999999", "invite:chess:1", "invite",
    "more:999", "more:", "undo:1", "undo:1:x", "undo:1:-1", "undo:1:1:turn", "undo:1:9:x", "ask:zz",
    "ask:1", "agree:1:1", "no:", "resign:999", "resigned:x", "seat:1", "seat:1:-1", "seat:1:99", "again:1", "again:999",
    "history:1", "history:1:x:e", "history:1:-9:e", "history:1:99999:l", "replay:1:99999:n", "replay:1:-7:n",
    "replay:1::n", "movehere:1", "film:1", "film:999", "close:1", "close:x", "rules:1:azul:-5", "rules:zz:azul:1",
    "rules::chess:0", "book:azul", "hand:1", "hand:999", "find::azul", "find:x", "find::../x", "found::azul", "found::",
    "para::azul", "para:1:azul", "help:zz", "help", "which:history", "which:resign", "which:replay", "keep:zz",
    "ask:1:pause", "goon:1", "goon:", "goon:999", "replace:1", "replace:1:0", "replace:1:x", "replace:999", "offer:1",
    "offer:1:0", "offer:1:9", "offer:1:-1", "offer:zz:0", "take:1", "take:999", "take:", "nottake:1", "nottake:zz",
    "kick:1", "kick:1:0", "kick:1:x", "kick:999", "kicked:1", "kicked:1:0", "kicked:1:9", "kicked:zz:0", "return:1",
]  # fmt: skip


async def test_garbage_is_answered_once_privately_and_changes_nothing(local, running_bot, ana, ben, caplog):
    await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    await local.quiet()
    before = await running_bot.rooms.room(1)
    cy, channel = local.person("Cy"), int(message["channel_id"])
    public = [text(m) for m in local.person("Dee").sees(channel)]
    rng = random.Random(1)
    ours = [one for one in GARBAGE if re.search(r":1(:|$)", one)]  # only of the table itself it matters who asks
    for pressing, custom_id in (*((ben, one) for one in GARBAGE), *((cy, one) for one in ours)):
        values = rng.choice([None, None, None, ["1.B"], ["x"], [""], ["0:4.5"], ["99999999999"]])
        reply = await pressing.raw_press(channel, message["id"], custom_id or "?", values)
        assert reply.answers == 1, custom_id
        assert not reply.failed, custom_id
        assert "went wrong" not in reply.text, custom_id
    await local.quiet()
    assert await running_bot.rooms.room(1) == before
    assert [text(m) for m in local.person("Dee").sees(channel)] == public
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_typed_nonsense_and_forbidden_moves_say_what_to_do(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    games = local.channel("games")
    assert "Colors are B, Y, R, K and W." in (await ana.command("move", channel=games, move="3X2")).text
    assert "I do not know the word `xyzzy`" in (await ana.command("move", channel=games, move="xyzzy line 2")).text
    state = (await running_bot.rooms.room(1)).table.state
    missing = next(color for color in "BYRKW" if color not in state.displays[0])
    forbidden = await ana.command("move", channel=games, move=f"1{missing}2")
    assert "**4.2" in forbidden.text
    full = next(n for n, display in enumerate(state.displays, 1) if display)
    unfinished = await ana.command("move", channel=games, move=str(full))
    assert "Which" in unfinished.text
    assert "There is no table \\#zz" in (await ana.command("move", channel=games, move="1B1", table="#zz")).text


async def test_a_table_that_has_not_started_is_not_said_to_be_gone(local, running_bot, ana, games):
    await ana.command("play", channel=games, game="azul")
    for verb, more in (("resign", {}), ("history", {}), ("move", {"move": "1B1"})):
        assert "Azul #1 has not started yet" in (await ana.command(verb, channel=games, table="#1", **more)).text


async def test_the_host_ends_a_table_and_others_cannot(local, running_bot, ana, ben):
    await running_bot.table(ben, local.person("Cy"))
    message = await ben.until(says("your turn"))
    cy = local.person("Cy")
    more = await cy.press(message, label="More")
    assert "End this table" not in [one["label"] for one in next(iter(more.selects.values()))["options"]]
    forged = await cy.raw_press(int(message["channel_id"]), more.message["id"], "end:1")
    assert refused(forged, "host_only", name="Ben")
    menu = await ana.press(message, label="More")
    sure = await ana.choose(menu.message, labels=["End this table"])
    ended = await ana.press(sure.message, label="End it")
    assert "ended" in ended.text
    final = await ben.until(says("ended early"))
    assert "**Ana** ended this table. The points are those of that moment; this game counts for no" in text(final)
    assert "Casual game" not in text(final)  # it was a rated one
    assert "Ended early: nobody moves." in final["attachments"][0]["description"]
    assert refused(await ben.raw_press(int(message["channel_id"]), message["id"], "play:1"), "over", tag="#1")


async def test_a_name_is_shown_as_plain_letters_and_pings_nobody(local, running_bot, ana):
    lobby = await lobby_of(local.newcomer("@everyone **x** \u202eabc <@1>"), local)
    assert "\u202e" not in lobby.text
    assert "\\*\\*x\\*\\*" in lobby.text
    assert "@everyone" not in lobby.text
    assert not lobby.message["mention_everyone"]
    assert not lobby.message["mentions"]


async def test_a_fault_of_ours_is_owned_up_to_with_a_code_and_logged_without_the_move(local, running_bot, ana, caplog):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    await running_bot.spoil(1)
    reply = await ana.press(message, label="Play")
    assert "Something went wrong and nothing was changed" in reply.text
    code = reply.text.rsplit("code ", 1)[1].rstrip(".")
    assert code in [getattr(record, "code", "") for record in caplog.records]


async def test_the_rules_of_a_game_that_is_none_are_refused(local, running_bot, ana, games):
    command, message = local.command("rules"), (await lobby_of(ana, local)).message
    for game in ("lobby", "../words/en", "pavilion/../azul", " "):
        option = {"name": "game", "type": 3, "value": game}
        body = {"id": command["id"], "name": "rules", "type": 1, "options": [option]}
        asked = Reply(local, ana, local.server.simulation.start_interaction(COMMAND, ana.id, games, body))
        assert (await asked.settle()).text.startswith("I do not know this button")
        pressed = await ana.raw_press(games, message["id"], f"rules::{game}:0")
        assert pressed.text.startswith("I do not know this button")


async def forged(local, person, custom_id, source=None):
    """A form with that custom_id, which nobody opened, on that message or on none."""
    field = {"type": 4, "custom_id": "x", "value": "1", "id": 2}
    body = {"custom_id": custom_id, "components": [{"type": 1, "id": 1, "components": [field]}]}
    begun = local.server.simulation.start_interaction(SUBMIT, person.id, local.channel("games"), body, source)
    return await Reply(local, person, begun).settle()


async def test_a_form_that_says_what_a_button_says_is_answered_in_private_and_does_nothing(
    local, running_bot, ana, ben, caplog
):
    shared = (await running_bot.table(ana, ben)).message
    await running_bot.shown()
    message = await turn_of(ana) if "Play" in buttons(shared) else shared
    menu = (await ana.command("turns", channel=local.channel("games"))).message
    every = {one for shown in (shared, message, menu) for one in controls_by_id(shown["components"])}
    before = await running_bot.rooms.room(1)
    forms = sorted(one for one in every if one.partition(":")[0] not in FORM_VERBS)
    for custom_id, source in zip(forms, cycle((None, shared, menu)), strict=False):
        reply = await forged(local, ana, custom_id, source)
        assert (reply.private, reply.answers) == (True, 1), custom_id
        assert reply.text.startswith("I do not know this button"), custom_id
    assert await running_bot.rooms.room(1) == before
    assert [one for one in caplog.records if one.levelname in ("ERROR", "CRITICAL")] == []


async def test_a_form_that_is_one_is_answered_without_the_button_that_opens_it(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    for custom_id in ("typed:1", "found::azul", "wrote:birthday", "erase", "drawn:1:0"):
        reply = await forged(local, ana, custom_id)
        assert (reply.private, reply.answers) == (True, 1), custom_id


def test_forms_are_those_verbs_that_screens_make_forms_of():
    made = re.findall(
        r"Form\(\s*verbs\.(\w+)|code = verbs\.(\w+)\(.*\)\n    return InputForm\(code",
        "".join(path.read_text("utf-8") for path in (ROOT / "bot" / "screens").glob("*.py")),
    )
    assert {getattr(verbs, one or other).name for one, other in made} == FORM_VERBS


async def test_a_table_that_does_not_exist_is_named_without_marks(local, running_bot, ana):
    said = await ana.command("board", channel=local.channel("games"), table="**b**<@1>@everyone[a](b)")
    assert said.answers == 1 and said.private
    said_word = await ana.command("board", channel=local.channel("games"), table="Azul")
    assert "There is no table Azul any more." in said_word.text  # not #513021, which the letters once stood for
    assert "There is no table \\*\\*b\\*\\*\\<\\@\u200b1\\>" in said.text
