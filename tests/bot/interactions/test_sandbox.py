"""Records that people bring, and the sandbox in them, through the real client."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bot.interactions import commands
from bot.model.move_menu import next_step
from bot.model.robots import SearchFailed
from bot.model.sandbox import ImportedGame, imported_room, sandbox_room
from bot.screens import move_menu as move_menu_screen
from bot.screens import records as records_screen
from bot.text.words import Words
from engine import GAMES, Table
from engine.robots.core import OFFERED_LEVELS
from engine.transcript import write_transcript
from tests.bot.interactions.test_replay import ended
from tests.bot.screens.test_limits import LONG, check
from tests.bot.support.tessera import first_answer, first_answers, says, tessera

LEVELS = [Words()(f"robot.level.{level}").capitalize() for level in OFFERED_LEVELS]


@cache
def played(game="azul", seats=2, most=10_000):
    """A game played at random, so many entries long or to its end."""
    table, rng = Table.new(GAMES[game], seats, {}, "import"), random.Random(3)
    while table.state.to_act() and len(table.log) < most:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(rng.choice(table.view(seat).moves)))
    return table


def text_of(table, *names):
    return write_transcript(table, names or [f"P{n}" for n in range(table.seats)], for_referee=True)


async def brought(local, person, text, channel="games"):
    content = text if isinstance(text, bytes) else text.encode()
    channel = person.dm if channel == "dm" else local.channel(channel)
    answer = await person.command("import", channel=channel, record=("game.txt", content))
    assert answer.answers == 1
    assert not answer.failed
    assert answer.private or channel == person.dm
    return answer


async def test_a_record_is_replayed_step_by_step(local, running_bot, ana):
    first = await brought(local, ana, text_of(played(), "Zoe", "Yan"))
    assert "Azul · a record" in first.text
    assert "**The beginning**" in first.text
    assert "Zoe" in first.text
    assert first.message["attachments"]
    second = await ana.press(first.message, label="Next")
    assert "**Move 1 of " in second.text
    last = await ana.press(second.message, label="Last")
    assert last.buttons["Next"].disabled
    assert len(ana.sees(local.channel("games"))) == 1


async def test_a_record_of_a_running_game_with_hidden_hands_is_read_as_whoever_brings_it_knows_it_all(
    local, running_bot, ana
):
    table = played("match_five", most=9)
    assert table.state.to_act()
    assert "Match Five · a record" in (await brought(local, ana, text_of(table))).text


async def test_a_record_outlives_a_restart_and_works_in_a_direct_message(local, running_bot, ana):
    first = await brought(local, ana, text_of(played(most=9)), channel="dm")
    await running_bot.restart()
    assert "**Move 1 of" in (await ana.press(first.message, label="Next")).text


async def test_what_export_writes_import_reads(local, running_bot, ana, ben):
    await running_bot.table(ana, robots=1)
    exported = await ben.command("export", channel=local.channel("games"))
    (paper,) = exported.message["attachments"]
    record = local.blob(paper)
    assert "### Azul · a record" in (await brought(local, ben, record)).text
    windows = "\ufeff" + record.decode().replace("\n", "\r\n")  # other ends of lines, and a byte order mark
    assert "### Azul · a record" in (await brought(local, ben, windows)).text


GOOD = text_of(played(most=6))


BAD = (
    (b"", "This is no record of a game"),
    (b"\x89PNG\r\n\x1a\n\x00\x00", "not plain text in UTF-8"),
    ("game azul\n".encode("utf-16"), "not plain text in UTF-8"),
    (b"game azul\nname 1 \xff\xfe\n", "not plain text in UTF-8"),
    (b"game azul\0\n", "not plain text in UTF-8"),
    (b"x" * (64 * 1024 + 1), "at most 64 KiB"),
    (b"hello world, this is my diary\n", "no line of it names the game"),
    (b"Dear diary\n", 'Line 1: "Dear diary" is no line of a record.'),
    (b"@everyone **x** `y`\n", 'Line 1: "\\@\u200beveryone \\*\\*x\\*\\* \\`y\\`" is no line of a record.'),
    (GOOD.replace("tessera 1", "tessera 2").encode(), 'Line 1: this record has format "2"; I read format 1.'),
    (GOOD.replace("game azul", "game chess").encode(), 'Line 2: "chess" is no game that I know.'),
    (GOOD.replace("wall colored", "wall pink").encode(), '"wall pink" cannot be.'),
    (GOOD.replace("seats 2", "seats 9").encode(), 'Line 4: "9" cannot be.'),
    ((GOOD + "1 3X2\n").encode(), f'Line {len(GOOD.splitlines()) + 1}: "3X2" is not a move of Azul.'),
    ((GOOD + "1 \U0001d7d9B\u00b2\n").encode(), "is not a move of Azul."),
    ((GOOD + "9 1B1\n").encode(), '"1B1" is not possible there.'),
    ((GOOD + "2 1B1\n").encode(), "**4.2 "),
    ((GOOD + "* deal BBBB/BBBB/BBBB/BBBB/BBBB\n").encode(), "is not possible there."),
)


async def kept(running_bot):
    """How many records the file has."""
    async with running_bot.changing() as database:
        return database.execute("SELECT count(*) FROM imports").fetchone()[0]


async def test_a_bad_record_is_answered_with_its_first_bad_line(local, running_bot, ana):
    for content, said in BAD:
        answer = await brought(local, ana, content)
        assert said in answer.text
        assert not answer.message["attachments"]
        assert not answer.message["mentions"]
    assert await kept(running_bot) == 0


async def test_a_file_that_discord_does_not_give_can_be_sent_again(local, running_bot, ana, monkeypatch):
    def hang():
        monkeypatch.setattr(commands, "DOWNLOAD_TIMEOUT", 0.0)
        local.faults.hang("GET", "/attachments/*")

    for fault in (*[lambda status=one: local.faults.fail("GET", "/attachments/*", status) for one in (403, 503)], hang):
        fault()
        answer = await brought(local, ana, GOOD)
        assert "I could not fetch that file from Discord. Try once more." in answer.text
        assert await kept(running_bot) == 0
    local.faults.release()
    monkeypatch.undo()
    assert (await brought(local, ana, GOOD)).message["attachments"]


async def test_hostile_names_are_shown_as_plain_letters(local, running_bot, ana):
    answer = await brought(local, ana, text_of(played(most=6), "@everyone **x** \u202eabc", "<@1> `y`"))
    assert not answer.message["mentions"]
    assert "\u202e" not in answer.text
    assert "\\*\\*x\\*\\*" in answer.text
    sandbox = await ana.press(answer.message, label="Try other moves")
    assert "\u202e" not in sandbox.text
    assert "@everyone" not in sandbox.text.replace("@\u200b", "")


async def test_seats_that_a_record_does_not_name_are_told_apart(local, running_bot, ana):
    lines = [line for line in GOOD.splitlines(keepends=True) if not line.startswith("name ")]
    answer = (await brought(local, ana, "".join(lines))).text
    assert r"**\#1** 0" in answer
    assert r"**\#2** 0" in answer


async def test_a_record_of_an_older_edition_is_shown_as_far_as_both_agree(local, running_bot, ana):
    old = GOOD.replace("edition 1", "edition 0") + "1 9B9\n"
    answer = await brought(local, ana, old)
    assert "I show it as far as both agree: 5 moves." in answer.text


async def test_only_the_newest_records_are_kept(local, running_bot, ana):
    first = await brought(local, ana, GOOD)
    async with running_bot.changing() as database:
        row = "person, text, whole, at"
        for _ in range(19):
            database.execute(f"INSERT INTO imports ({row}) SELECT {row} FROM imports WHERE id = 1")
    await brought(local, ana, GOOD)
    assert "I do not keep this record any more." in (await ana.press(first.message, label="Next")).text


async def test_nobody_else_sees_or_changes_a_record(local, running_bot, ana, ben):
    first = await brought(local, ana, GOOD)
    sandbox = await ana.press(first.message, label="Try other moves")
    ids = [one.custom_id for one in (*first.buttons.values(), *sandbox.buttons.values())]
    ids += ["roll:1000001:2", "draw:1000001:2", "retract:1000001:2", "play:1000001", "board:1000001"]
    ids += ["rec:1:0", "try:1:3", "do:1000001:2:1B1", "m:1000001:2:1", "typed:1000001", "tryon:1", "rules:1000001"]
    for custom_id in dict.fromkeys(ids):
        answer = await ben.raw_press(local.channel("games"), first.message["id"], custom_id)
        assert answer.answers == 1
        assert "I do not keep this record" in answer.text or "another server" in answer.text
    async with running_bot.changing() as database:
        assert database.execute("SELECT count(*), max(change) FROM imports").fetchone() == (1, 2)


@pytest.mark.parametrize("game", ["azul", "match_five"])
async def test_other_moves_are_tried_from_any_position(local, running_bot, ana, game):
    record = await brought(local, ana, text_of(played(game), "Zoe", "Yan"))
    step = await ana.press(record.message, label="Next")
    menu = await ana.press(step.message, label="Try other moves")
    assert "**Sandbox**: every seat is yours" in menu.text
    seats = set()
    for _ in range(2):
        seats |= {name for name in ("Zoe", "Yan") if f"Your move, {name}" in menu.text}
        menu = await one_move(running_bot, ana, menu)
        assert "**Sandbox**" in menu.text
    assert seats == ({"Yan"} if game == "match_five" else {"Zoe", "Yan"})  # a tile of a turn is a move there
    await running_bot.restart()
    again = await ana.press(menu.message, label="Take back")
    stood = again.text
    assert "**Sandbox**" in stood
    home = await ana.press(again.message, label="Back to the record")
    assert "a record" in home.text
    assert "**Move 1 of" in home.text
    assert (await ana.press(home.message, label="Go on trying")).text == stood
    assert (await running_bot.rooms.list_for_person(ana.id)) == []


async def one_move(running_bot, person, menu):
    """The screen of a sandbox after one move, the first answer each time."""
    before = await changes(running_bot)
    while await changes(running_bot) == before:
        if "Play it" in menu.buttons:
            menu = await person.press(menu.message, label="Play it")
        else:
            menu = await first_answer(person, menu)
    return await person.press(menu.message, label="Draw by lot") if "Draw by lot" in menu.buttons else menu


async def changes(running_bot):
    async with running_bot.changing() as database:
        return database.execute("SELECT change FROM imports").fetchone()[0]


def before_a_deal():
    """A record that ends one move before the second deal, and that move."""
    table = played()
    second = [n for n, entry in enumerate(table.log) if entry.seat < 0][1]
    return text_of(table.back_to(second - 1)), table.log[second - 1].text, table.log[second].text


async def to_the_deal(local, ana):
    text, move, deal = before_a_deal()
    record = await brought(local, ana, text)
    last = await ana.press(record.message, label="Last")
    menu = await ana.press(last.message, label="Try other moves")
    form = await ana.press(menu.message, label="Type it")
    undo = await ana.submit(form, text="undo")
    assert "`undo` is not a move. A move here looks like `" in undo.text
    assert "More" not in undo.buttons
    form = await ana.press(menu.message, label="Type it")
    preview = await ana.submit(form, text=move)
    return await ana.press(preview.message, label="Play it"), deal


async def test_a_robot_of_any_level_makes_the_next_move(local, running_bot, ana):
    record = await brought(local, ana, text_of(played(), "Zoe", "Yan"))
    menu = await ana.press(record.message, label="Try other moves")
    seats = []
    for level in ("Beginner", "Amateur"):
        seats.append(next(name for name in ("Zoe", "Yan") if f"Your move, {name}" in menu.text))
        question = await ana.press(menu.message, label="Let a robot move")
        assert "**Which robot** makes this move?" in question.text
        assert [one for one in question.buttons if one in LEVELS] == LEVELS
        old = question.buttons["Beginner"].custom_id
        menu = await ana.press(question.message, label=level)
    assert set(seats) == {"Zoe", "Yan"}
    again = await ana.raw_press(local.channel("games"), menu.message["id"], old)
    assert "The sandbox has moved on since." in again.text
    here = menu.buttons["Let a robot move"].custom_id
    forged = await ana.raw_press(local.channel("games"), menu.message["id"], f"{here}:oracle")
    assert forged.failed or "Your move" not in forged.text


async def gets_stuck(turn):
    """A mind that finds no move if it must search."""
    if turn.is_search:
        raise SearchFailed
    return turn.view.moves[0]


async def test_a_robot_that_gets_stuck_moves_nothing_and_quicker_ones_can_be_asked(local, tmp_path, ana):
    async with tessera(local, tmp_path / "tessera.sqlite3", choose=gets_stuck):
        record = await brought(local, ana, text_of(played(), "Zoe", "Yan"))
        menu = await ana.press(record.message, label="Try other moves")
        question = await ana.press(menu.message, label="Let a robot move")
        stuck = await ana.press(question.message, label="Master")
        assert "The robot got stuck in thought. Ask a quicker one" in stuck.text
        assert "Your move" in (await ana.press(question.message, label="Amateur")).text


async def test_a_draw_is_typed_and_a_wrong_one_explained(local, running_bot, ana):
    due, deal = await to_the_deal(local, ana)
    form = await ana.press(due.message, label="Type it")
    wrong = await ana.submit(form, text="deal @everyone `x`")
    assert "`deal @everyone 'x'` cannot be drawn now. A draw looks like `deal A/B/...`." in wrong.text
    form = await ana.press(wrong.message, label="Type it")
    typed = await ana.submit(form, text=deal)
    assert "round 2" in typed.text
    async with running_bot.changing() as database:
        assert deal in database.execute("SELECT tried_moves FROM imports").fetchone()[0]


async def test_a_press_of_an_older_screen_shows_the_sandbox_as_it_stands(local, running_bot, ana):
    due, deal = await to_the_deal(local, ana)
    assert "tiles are drawn now" in due.text
    channel, message = local.channel("games"), due.message["id"]
    roll = due.buttons["Draw by lot"].custom_id
    rolled = await ana.press(due.message, label="Draw by lot")
    assert "Your move" in rolled.text
    for old in (roll, roll.replace("roll", "retract"), roll.replace("roll", "drawn"), f"do:1000001:2:{deal}"):
        answer = await ana.raw_press(channel, message, old)
        assert answer.answers == 1
        assert "moved on since" in answer.text
        assert "round 2" in answer.text
    assert "round 1" in (await ana.press(answer.message, label="Take back")).text


async def test_a_game_is_tried_to_its_end(local, running_bot, ana):
    table = played()
    last = len(table.log) - 1
    record = await brought(local, ana, text_of(table.back_to(last)))
    menu = await ana.press((await ana.press(record.message, label="Last")).message, label="Try other moves")
    form = await ana.press(menu.message, label="Type it")
    preview = await ana.submit(form, text=table.log[last].text)
    over = await ana.press(preview.message, label="Play it")
    assert "sandbox · the game is over" in over.text
    assert "Your move" in (await ana.press(over.message, label="Take back")).text


async def test_rules_and_reasons_lead_back_to_the_sandbox(local, running_bot, ana):
    record = await brought(local, ana, GOOD)
    menu = await ana.press((await ana.press(record.message, label="Last")).message, label="Try other moves")
    rules = await ana.press(menu.message, label="Rules")
    back = await ana.press(rules.message, label="Back to my move")
    assert "**Sandbox**" in back.text
    preview = await first_answers(ana, back)
    assert "**Sandbox**" in preview.text
    assert "**Sandbox**" in (await ana.press(preview.message, label="Back")).text


@pytest.mark.parametrize("game", ["azul", "pavilion", "match_five", "pillars"])
def test_every_screen_of_a_record_stays_within_every_limit(game):
    words, table = Words(), played(game, GAMES[game].seats[-1])
    text = write_transcript(table, [LONG] * table.seats)
    kept = ImportedGame(3, 7, text, False, 1.0, 0, table.log[:1])
    room = imported_room(kept, GAMES)
    for at in (1, -1):
        check(records_screen.record_replay(kept, room, words, at))
    for place in range(1, len(table.log) + 1, len(table.log) // 2 + 1):
        box = sandbox_room(ImportedGame(3, 7, text, True, 1.0, place), GAMES)
        seat = box.seat_of(7)
        if box.to_act and (asks := next_step(box.table.view(seat).moves, ())).question:
            asked = move_menu_screen.question_screen(box, seat, words, asks, ())
            check(records_screen.with_sandbox_controls(asked, kept, box, words))
            check(records_screen.with_sandbox_controls(records_screen.ask_sandbox_robot(box, words), kept, box, words))
    over = sandbox_room(ImportedGame(3, 7, text, True, 1.0, len(table.log)), GAMES)
    check(records_screen.with_sandbox_controls(records_screen.finished_sandbox(over, words), kept, over, words))
    undealt = sandbox_room(ImportedGame(3, 7, text, True, 1.0, 0), GAMES)
    check(records_screen.with_sandbox_controls(records_screen.draw_screen(undealt, words), kept, undealt, words))


def test_only_the_one_person_sits_in_a_sandbox():
    box = sandbox_room(ImportedGame(3, 7, GOOD, True, 1.0, 1), GAMES)
    assert (box.code, box.tag) == ("1000003", "sandbox")
    assert box.seat_of(7) == box.table.state.to_act()[0]
    assert box.seat_of(8) is None


async def test_every_replay_of_a_table_that_is_over_lets_one_try_other_moves(local, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    playing = await ana.until(says("your turn"))
    running = await ana.command("replay", channel=games)
    assert "Try other moves" not in running.buttons
    forged = await ana.raw_press(games, running.message["id"], "trytable:1:1")
    assert "The game at Azul #1 is not over yet." in forged.text
    await ended(ana, playing)
    for person in (ana, ben, ana):
        replay = await person.command("replay", channel=games, table="1")
        sandbox = await person.press(replay.message, label="Try other moves")
        assert sandbox.private
        assert "**Sandbox**: every seat is yours" in sandbox.text
    back = await ana.press(sandbox.message, label="Back to the record")
    assert "a record" in back.text
    async with running_bot.changing() as database:
        owners = [row[0] for row in database.execute("SELECT person FROM imports ORDER BY id")]
    assert owners == [ana.id, ben.id]
