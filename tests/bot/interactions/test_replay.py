"""The bag that anybody can check, and tables as text, through the real client."""

from __future__ import annotations

import re

from bot.logic.bag_proof import PUBLISHED_DIGITS
from engine import GAMES
from engine.draw_proof import seed_lock
from engine.transcript import read_transcript
from tests.bot.flows.test_choosing_at_once import gray_table
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import says


async def ended(person, message):
    """The table's host has ended it; its last message."""
    more = await person.press(message, label="More")
    sure = await person.choose(more.message, labels=["End this table"])
    await person.press(sure.message, label="End it")
    return await person.until(says("ended early"))


async def record(local, person, tag="1", channel="games"):
    """The file that /export answers with."""
    answer = await person.command("export", channel=local.channel(channel), table=tag)
    assert answer.private
    (paper,) = answer.message["attachments"]
    return paper["filename"], local.blob(paper).decode(), answer.text


async def test_the_lock_is_told_at_the_start_and_the_key_at_the_end(local, running_bot, ana, ben):
    await running_bot.leave_lines()
    lobby = await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    told = f"Bag lock: `{seed_lock('seed 1')[:PUBLISHED_DIGITS]}`"
    assert told in text(message)
    await ana.until(lambda m: m["id"] == lobby.message["id"] and told in text(m))
    assert told in (await ana.command("history", channel=local.channel("games"))).text
    early = await ben.command("verify", channel=local.channel("games"))
    assert early.private
    assert "its bag is locked" in early.text
    assert told in early.text
    assert "seed 1" not in early.text
    assert "Bag key: seed 1. Anyone can check the draws with `/verify`." in text(await ended(ana, message))
    late = await ben.command("verify", channel=local.channel("games"), table="1")
    assert "The key fits the lock shown at the start. Its only draw came out the same." in late.text.replace("\n", " ")
    assert "The seats are those of the lot." in late.text
    assert "`seed 1`" in late.text


async def test_another_key_and_another_draw_are_told(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await ended(ana, await ana.until(says("your turn")))
    async with running_bot.changing() as database:
        database.execute("UPDATE rooms SET seed = 'another' WHERE id = 1")
    answer = await ana.command("verify", channel=local.channel("games"), table="1")
    assert "does **not** fit the lock" in answer.text
    assert "Draw 1 differs. Tell whoever runs this bot: code 1-1." in answer.text


async def test_seats_that_the_lot_did_not_give_are_told(local, running_bot, ana):
    await running_bot.table(ana, robots=2)
    await ended(ana, await ana.until(says("your turn")))
    async with running_bot.changing() as database:
        database.execute("UPDATE seats SET lobby_place = (lobby_place + 1) % 3 WHERE room = 1")
    answer = await ana.command("verify", channel=local.channel("games"), table="1")
    assert "The seats are **not** those of the lot. Tell whoever runs this bot: code 1-s." in answer.text
    assert "draws came out the same." in answer.text.replace("Its only draw", "draws")


async def test_a_table_from_before_the_locks_and_one_of_other_rules_are_told(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await ended(ana, await ana.until(says("your turn")))
    async with running_bot.changing() as database:
        database.execute("DELETE FROM room_events")
        database.execute("INSERT INTO log (room, n, seat, move, at) SELECT 1, length, 0, '9B9', 0 FROM rooms")
        database.execute("UPDATE rooms SET length = length + 1")
    answer = await ana.command("verify", channel=local.channel("games"), table="1")
    assert "No lock was shown when this table started." in answer.text
    assert "The rules program was corrected since this game; its 1 draw cannot be dealt again." in answer.text


async def test_a_match_has_one_lock_and_keeps_its_key_to_the_end(local, running_bot, ana, ben):
    await running_bot.table(ana, ben, game="match_five")
    message = await ana.until(says("your turn"))
    assert "Bag lock" in text(message)
    async with running_bot.changing() as database:
        database.execute("UPDATE rooms SET match = 1, seed = 'root/1', phase = 'over' WHERE id = 1")
        database.execute(
            "INSERT INTO rooms (id, game, edition, options, phase, host, host_seen, guild, channel, opened, changed_at,"
            " seed, state, length, change, match, first_seat) SELECT 2, game, edition, options, 'playing', host,"
            " host_seen, guild, channel, opened, changed_at, 'root/2', state, 0, 1, 1, 1 FROM rooms WHERE id = 1"
        )
        columns = "seat, person, level, name, lobby_place, stamp, owes_move, mark, former_person"
        database.execute(f"INSERT INTO seats (room, {columns}) SELECT 2, {columns} FROM seats WHERE room = 1")
    running = await ana.command("verify", channel=local.channel("games"), table="1")
    assert "The match of Match Five #1 is not over" in running.text
    assert "root" not in running.text
    assert "root" not in (await record(local, ana))[1]
    async with running_bot.changing() as database:
        database.execute("UPDATE rooms SET phase = 'over' WHERE id = 2")
    over = await ana.command("verify", channel=local.channel("games"), table="1")
    assert "`root`" in over.text
    assert "\nseed root/1\n" in (await record(local, ana))[1]


async def test_a_game_without_draws_has_no_bag(local, running_bot, ana):
    await running_bot.table(ana, robots=1, game="pillars")
    message = await ana.until(says("your turn"))
    assert "Bag lock" not in text(message)
    answer = await ana.command("verify", channel=local.channel("games"))
    assert "Nothing is drawn by lot in Pillars, so Pillars #1 has no bag to check." in answer.text
    assert "Bag key" not in text(await ended(ana, message))


async def test_a_running_table_is_written_down_without_its_seed(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    name, written, said = await record(local, ben)
    assert name == "tessera-1.txt"
    assert said == f"Record of Azul #1: {len(written.splitlines())} lines."
    assert "seed" not in written
    assert set(re.findall(r"^name \d (.*)$", written, re.MULTILINE)) == {"Ana", "Ben"}
    assert read_transcript(written, GAMES).table.state == (await running_bot.rooms.room(1)).table.state
    await ended(ana, message)
    assert "\nseed seed 1\n" in (await record(local, ana))[1]


async def test_hidden_hands_are_not_written_down_before_the_end(local, running_bot, ana, ben):
    await running_bot.table(ana, ben, game="match_five")
    message = await ana.until(says("your turn"))
    refused = await ana.command("export", channel=local.channel("games"))
    assert refused.private
    assert not refused.message["attachments"]
    assert "Hands are hidden in this game, so Match Five #1 can be written down only when it is over." in refused.text
    await ended(ana, message)
    assert read_transcript((await record(local, ana))[1], GAMES).table.log


async def test_a_secret_choice_is_not_written_down_before_all_are_in(local, running_bot, ana, ben):
    room = await gray_table(local, running_bot, ana, ben)
    before = (await record(local, ana))[1]
    plan = str(room.table.view(0).moves[0])
    await running_bot.rooms.play(1, 0, None, plan, 99)
    assert len((await running_bot.rooms.room(1)).table.log) == len(room.table.log) + 1
    assert (await record(local, ana))[1] == (await record(local, ben))[1] == before


async def test_what_cannot_be_written_down_is_said(local, running_bot, ana, ben):
    for verb in ("export", "verify"):
        assert "No table is under way here" in (await ana.command(verb, channel=local.channel("games"))).text
        assert "no table" in (await ana.command(verb, channel=local.channel("games"), table="zzz")).text
        assert "no table" in (await ana.command(verb, channel=local.channel("games"), table="@everyone `")).text
    await ana.command("play", channel=local.channel("games"), game="azul")
    for verb in ("export", "verify"):
        assert "has not started yet" in (await ana.command(verb, channel=local.channel("games"), table="1")).text


async def test_of_several_tables_one_is_chosen(local, running_bot, ana, ben):
    await running_bot.table(ana, robots=1)
    await running_bot.table(ben, robots=1)
    for verb, said in (("verify", "its bag is locked"), ("export", "Record of Azul")):
        question = await local.person("Cy").command(verb, channel=local.channel("games"))
        chosen = await local.person("Cy").choose(question.message, values=["2"])
        assert said in chosen.text
        assert chosen.answers == 1


async def test_tables_that_are_over_are_offered_before_those_under_way(local, running_bot, ana):
    """After the end of #2 `/verify` offered #1 and #3, which it cannot verify yet."""
    games = local.channel("games")
    for _ in range(3):
        await running_bot.table(ana, robots=1)
    await ended(ana, await ana.until(says("#2", "your turn")))
    assert "Azul #2" in (await ana.command("verify", channel=games)).text
    question = await ana.command("history", channel=games)
    assert [row["value"] for row in next(iter(question.selects.values()))["options"]] == ["2", "3", "1"]
    for verb in ("verify", "history"):
        rows = (await ana.complete(verb, channel=games, focused="table", table="")).choices
        assert rows[0]["value"] == "#2"
    rows = (await ana.complete("review", channel=games, focused="table", table="")).choices
    assert [row["value"] for row in rows] == ["#2"]


async def test_tables_are_numbered_in_decimal_and_an_old_number_with_a_letter_is_understood(local, running_bot, ana):
    """The table after #9 was #a."""
    games = local.channel("games")
    async with running_bot.changing() as database:
        database.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('rooms', 9)")
    lobby = await ana.command("play", channel=games, game="pillars")
    assert "Pillars #10" in lobby.text
    assert any(one.custom_id.endswith(":a") for one in lobby.buttons.values())  # buttons as ever
    for typed in ("10", "#10", "a", "#A", "Pillars #10", "`#10`.", "#١٠"):
        assert "Pillars #10" in (await ana.command("board", channel=games, table=typed)).text, typed


async def test_names_cannot_forge_a_line(local, running_bot):
    evil = local.newcomer("x\n1 3B2 @everyone")
    await running_bot.table(evil, robots=1)
    await evil.until(says("your turn"))
    _, written, _ = await record(local, evil)
    assert "x1 3B2 @everyone" in read_transcript(written, GAMES).names
