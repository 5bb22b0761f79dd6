"""A table that has long been over reads the same whether its log is folded or not, wherever it can be looked at."""

from __future__ import annotations

import json
from random import Random

from bot.screens.seat_names import short_names
from bot.text.words import Words
from render import film, frames
from tests.bot.support.local_discord import buttons, text


async def to_the_end(bot):
    """Table 1 is played to its end and shown."""
    lot = Random(5)  # which ends it soon
    return await bot.leap(1, lambda table, seat: lot.choice(table.view(seat).moves))


def seen(local, reply):
    """All that an answer shows: words, buttons, pictures and files, byte for byte."""
    papers = reply.message["attachments"]
    return (
        reply.private,
        reply.text,
        list(reply.buttons),
        [(paper["filename"], paper.get("description"), local.blob(paper)) for paper in papers],
    )


async def all_looks(local, bot, person, games):
    """Every answer about table 1 by what was asked."""
    found = {}
    for name in ("history", "replay", "export", "verify"):
        found[name] = await person.command(name, channel=games, table="1")
    final = await person.until(lambda message: "Rematch" in buttons(message))
    for label in ("Replay", "Final board", "More"):
        found[f"button {label}"] = await person.press(final, label=label)
    found["first step"] = await person.raw_press(games, final["id"], "replay:1:0")
    found["page 0"] = await person.raw_press(games, final["id"], "history:1:0")
    found["profile"] = await person.command("profile", channel=games)
    found["leaderboard"] = await person.command("leaderboard", channel=games, game="match_five")
    found["the newest"] = await person.command("history", channel=games)
    kept = await person.press((await person.command("privacy", channel=games)).message, label="Export my data")
    (paper,) = kept.message["attachments"]
    looks = {asked: seen(local, reply) for asked, reply in found.items()}
    suggested = await person.complete("replay", channel=games, focused="table")
    return looks, json.loads(local.blob(paper)), suggested.choices


async def test_whatever_people_look_at_and_the_film_and_a_rematch_are_the_same_after_folding(
    local, running_bot, ana, ben, games
):
    await running_bot.table(ana, ben, game="match_five", copies="2")  # the shortest such game
    before = await to_the_end(running_bot)
    answers = await all_looks(local, running_bot, ana, games)
    shown = [text(message) for message in ana.sees(games)]
    await running_bot.store.folded_logs.fold(1)
    await running_bot.restart()
    async with running_bot.changing() as database:
        assert database.execute("SELECT count(*) FROM log").fetchone() == (0,)
        assert database.execute("SELECT room, length FROM folded_logs JOIN rooms ON id = room").fetchone()[0] == 1
    room = await running_bot.rooms.room(1)
    assert (room.table, room.log, room.chairs) == (before.table, before.log, before.chairs)
    assert await all_looks(local, running_bot, ana, games) == answers
    assert len(answers[0]["export"][3]) == 1  # a file
    assert [text(message) for message in ana.sees(games)][: len(shown)] == shown
    final = await ana.until(lambda message: "Rematch" in buttons(message))
    reply = await ana.press(final, label="Film")
    await reply.until(lambda one: "watch it" in one.text)
    (posted,) = (message for message in ana.sees(games) if "· film" in text(message))
    assert local.blob(posted["attachments"][0]) == film(frames(before.table), short_names(before), Words())
    await ana.press(final, label="Rematch")
    lobby = await running_bot.rooms.room(2)
    assert (lobby.record.rematch_of, {one.id for one in (*lobby.people, *lobby.record.guests)}) == (1, {ana.id, ben.id})
    assert (await running_bot.rooms.room(1)).table.log == before.table.log
