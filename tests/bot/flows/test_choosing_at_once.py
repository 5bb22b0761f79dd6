"""Seats that choose at the same time: all are called once, the message says who is ready, nobody reads a choice."""

from __future__ import annotations

import json
import random

from tests.bot.interactions.test_more import plays
from tests.bot.interactions.test_preferences import wish
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import first_answers, says


async def gray_table(local, running_bot, *people):
    """A table on Azul's gray wall with these people, played to the moment when several choose their columns."""
    host, *others = people
    lobby = await host.command("play", channel=local.channel("games"), game="azul")
    for person in others:
        await person.press(lobby.message, label="Join")
    async with running_bot.changing() as database:
        (options,) = database.execute("SELECT options FROM rooms").fetchone()
        gray = {**json.loads(options), "wall": "gray"}
        database.execute("UPDATE rooms SET options = ?", (json.dumps(gray),))
    await host.press(lobby.message, label=next(label for label in lobby.buttons if label.startswith("Start")))
    rng = random.Random(2)

    def move(table, seat):
        if len(table.state.to_act()) == len(people):
            return None
        return max(table.view(seat).moves, key=lambda move: (str(move)[-1] == "1", rng.random()))

    return await running_bot.leap(1, move)


def nonces(local, person):
    """Of the direct messages that ask this person to choose columns, as everybody else at the same moment."""
    bodies = [one.call.body for one in local.requests("POST", f"/channels/{person.dm}/messages")]
    return [body["nonce"] for body in bodies if "choose your columns" in json.dumps(body)]


async def test_calls_by_direct_message_have_a_nonce_for_each_person(local, running_bot):
    """Discord says only that the nonces of one author are compared: nobody's call may be taken for another's."""
    ana, ben = local.person("Ana"), local.person("Ben")
    for person in (ana, ben):
        await wish(person, "Pings", "pings", "call me by direct message")
    await gray_table(local, running_bot, ana, ben)
    await local.until(lambda: all(nonces(local, person) for person in (ana, ben)))
    sent = [nonce for person in (ana, ben) for nonce in nonces(local, person)]
    assert len(set(sent)) == len(sent) == 2
    assert all(len(nonce) <= 25 for nonce in sent)


async def test_all_are_called_once_and_the_message_says_who_is_ready(local, running_bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    await gray_table(local, running_bot, ana, ben)
    message = await ana.until(says("Everybody at the same time"))
    assert {one["id"] for one in message["mentions"]} == {str(ana.id), str(ben.id)}
    assert message["components"][0]["accent_color"] == 0x80848E
    preview = await first_answers(ben, await ben.press(message, label="Play"))
    before = len(ana.sees(local.channel("games")))
    await ben.press(preview.message, label="Play it")
    changed = await ana.until(lambda m: m["id"] == message["id"] and "Ready: **Ben**." in text(m))
    assert f"{ana.mention}, choose your columns" in text(changed)
    await local.quiet()
    assert len(ana.sees(local.channel("games"))) == before
    await plays(ben, changed)
    await running_bot.shown()
    # That a choice was thought over is nobody else's business.
    assert "has chosen columns" not in text(ana.last(local.channel("games")))
    history = await ana.command("history", channel=local.channel("games"))
    planned = [line for line in history.text.splitlines() if "has chosen columns" in line]
    assert planned
    assert not any("`" in line for line in planned)
    await plays(ana, changed)
    later = await ana.until(says("round 2", "your turn"))
    assert "Ready" not in text(later)
    history = await ben.command("history", channel=local.channel("games"))
    assert all("`" in line for line in history.text.splitlines() if "has chosen columns" in line)


async def chooses(person, message, last=False):
    """The person has chosen columns anew, by the first answers or the `last` one."""
    menu = await person.press(message, label="Play")
    if last and menu.selects:
        select = next(iter(menu.selects.values()))
        menu = await person.choose(menu.message, values=[select["options"][-1]["value"]])
    await person.press((await first_answers(person, menu)).message, label="Play it")


async def test_a_choice_changes_only_who_is_ready_and_is_told_once_when_all_have_chosen(local, running_bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    await gray_table(local, running_bot, ana, ben)
    message = await ana.until(says("Everybody at the same time"))
    draft = next(line for line in reversed(text(message).splitlines()) if " took " in line)
    for last in (False, True):
        await chooses(ben, message, last)
        await running_bot.shown()
        changed = await ana.until(lambda m: m["id"] == message["id"] and "Ready: **Ben**." in text(m))
        assert "has chosen" not in text(changed)
        assert draft[draft.index("**") :] in text(changed).splitlines()
    async with running_bot.changing() as database:  # the message as it was before, so that all is still to be told
        database.execute("UPDATE rooms SET shown_length = shown_length - 2")
    await chooses(ana, message)
    later = await ana.until(says("round 2", "your turn"))
    assert text(later).count("has chosen columns") == 2


async def test_an_old_message_stays_until_all_have_chosen(local, running_bot):
    ana, ben, cy = (local.person(name) for name in ("Ana", "Ben", "Cy"))
    await gray_table(local, running_bot, ana, ben, cy)
    message = await ana.until(says("Everybody at the same time"))
    preview = await first_answers(ben, await ben.press(message, label="Play"))
    async with running_bot.changing() as database:
        database.execute("UPDATE rooms SET posted = posted - 51 * 60")
    count = len(ana.sees(local.channel("games")))
    await ben.press(preview.message, label="Play it")
    await local.quiet(0.3)
    shown = next(m for m in ana.sees(local.channel("games")) if m["id"] == message["id"])
    assert "Ready: **Ben**" not in text(shown)
    assert await running_bot.rooms.list_due_rooms() == []
    assert len(ana.sees(local.channel("games"))) == count


async def test_a_choice_after_the_last_one_is_out_of_date(local, running_bot):
    ana, ben = local.person("Ana"), local.person("Ben")
    await gray_table(local, running_bot, ana, ben)
    message = await ana.until(says("Everybody at the same time"))
    await chooses(ben, message)
    late = await first_answers(ben, await ben.press(message, label="Play"))
    await chooses(ana, message)
    tiled = (await running_bot.rooms.room(1)).table
    answer = await ben.press(late.message, label="Play it")
    assert answer.answers == 1
    assert "Chosen" not in answer.text
    assert (await running_bot.rooms.room(1)).table == tiled
