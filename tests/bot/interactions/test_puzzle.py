"""The puzzles of a day, through the real client: asked, answered once, judged, told why, tried on, shared."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.model.people import Person as Account
from bot.model.puzzle import (
    ALL_SERVERS,
    ANSWER_GRACE,
    FIRST_TRY_ID,
    PUZZLE_DAYS,
    DailyPuzzle,
    end_of_day,
    puzzle_transcript,
    shift_day,
    utc_day,
)
from bot.model.room_number import code
from bot.services.fault_isolation import FAILED_TABLE_PAUSE
from bot.services.puzzles import MAX_PUZZLES_PER_HOUR
from bot.services.reviews import NodeLimits
from bot.text.dates import date_timestamp
from engine import GAMES
from engine.robots.ai import choose
from engine.robots.puzzle import Puzzle, find_known_answer
from engine.robots.review import JudgedDecision, JudgedLine, judge_decision
from tests.bot.support.local_discord import Reply
from tests.bot.support.rooms import Clock
from tests.bot.support.tessera import Running
from tests.engine.robots.puzzles import puzzle

FEW, DAY, PRESSES = NodeLimits(5, 10), 86_400.0, iter(range(1, 1_000_000))
BLUE = 1  # Discord's number of the style of a button that stands out
NOON = 1_795_435_200.0  # 2026-11-23, 12:00 UTC


def some(game: str) -> Puzzle:
    """A puzzle of that game, made of few positions."""
    return puzzle(game, "2026-11-23", 10)


async def keep(bot: Running, game="azul", days=0, guild=ALL_SERVERS, made=some) -> Puzzle:
    """The puzzle is the one of today, or so many days later, and another one of the day after is made already."""
    one = made(game)
    for n in (days, days + 1):
        day = shift_day(utc_day(bot.now()), n)
        await bot.store.puzzles.save(DailyPuzzle(0, day, game, guild, puzzle_transcript(one), one.judged))
    return one


@pytest.fixture
def clock():
    return Clock(NOON)


@pytest.fixture
async def quick_bot(timed_bot):
    """Tessera at noon, whose coaches look at few positions."""
    timed_bot.services.puzzles.nodes = FEW
    return timed_bot


@pytest.fixture
def games(local):
    return local.channel("games")


async def answer(person, reply: Reply, *moves: str) -> Reply:
    """The answer is typed move by move, each looked at and played."""
    for move in moves:
        reply = await person.submit(await person.press(reply.message, label="Type it"), text=move)
        if "Play it" in reply.buttons:
            reply = await person.press(reply.message, label="Play it")
    return reply


def another(one: Puzzle) -> str:
    """A move that leads where none of the known lines does."""
    return next(
        str(move) for move in one.table.view(one.judged.seat).moves if find_known_answer(one, (str(move),)) is None
    )


async def test_the_best_answer_is_right_and_the_screen_tells_why(quick_bot, games, ana):
    one = await keep(quick_bot)
    reply = await ana.press((await ana.command("puzzle", channel=games)).message, custom_id="puzzle:azul")
    assert reply.private
    assert "You have **one try**" in reply.text
    assert "Your move, Ana · Azul puzzle" in reply.text
    end = await answer(ana, reply, *one.judged.lines[0].moves)
    assert "**Solved!**" in end.text
    assert "Played, and nothing better was found:" in end.text
    assert "Also looked at: " in end.text
    assert "**1 day in a row**" in end.text
    assert f"<t:{int(end_of_day(utc_day(NOON)))}:R>" in end.text
    assert list(end.buttons) == ["Share the result", "Try other moves", "Puzzles of the day"]
    assert "Played: " in end.message["attachments"][0]["description"]


async def test_a_wrong_answer_sees_the_better_one_and_what_it_cost(quick_bot, games, ana):
    one = await keep(quick_bot)
    end = await answer(ana, await ana.command("puzzle", channel=games, game="azul"), one.judged.lines[1].moves[0])
    assert "**Not solved.**" in end.text
    assert "① **Better:**" in end.text
    assert "② **Played:**" in end.text
    assert "percentage point" in end.text
    assert "You have no streak yet" in end.text


async def test_there_is_one_try_and_a_second_one_shows_the_result(quick_bot, games, ana, ben):
    one = await keep(quick_bot)
    menu = await ana.command("puzzle", channel=games, game="azul")
    end = await answer(ana, await ana.command("puzzle", channel=games, game="azul"), one.judged.lines[1].moves[0])
    old = await ana.press(menu.message, label="Type it")  # of a menu that was open before
    assert "You have answered this puzzle" in old.text
    late = await ana.press(menu.message, label="My own view")
    assert late.text == end.text
    again = await ana.command("puzzle", channel=games, game="azul")
    assert again.text == end.text
    board = await ana.command("puzzle", channel=games)
    assert "**Azul**\nNot solved" in board.text
    assert "See why" in board.buttons
    assert "**Azul**\nNot tried yet" in (await ben.command("puzzle", channel=games)).text


async def test_an_answer_nobody_thought_of_is_saved_first_and_judged_meanwhile(quick_bot, games, ana):
    one, told = await keep(quick_bot), asyncio.Event()

    async def judge(asked):
        await told.wait()
        return judge_decision(asked.decision, nodes=10)

    quick_bot.services.puzzles.judge = judge
    reply = await answer(ana, await ana.command("puzzle", channel=games, game="azul"), another(one))
    assert "Your answer is saved." in reply.text
    (kept,) = await quick_bot.store.puzzles.attempts(ana.id, utc_day(NOON))
    assert kept.moves == (another(one),)
    assert "Answered, being looked at" in (await ana.command("puzzle", channel=games)).text
    told.set()
    await reply.until(lambda now: "olved" in now.text and "Share the result" in now.buttons)


async def test_an_answer_is_judged_in_the_next_run_if_this_one_ends_before(quick_bot, games, ana):
    one = await keep(quick_bot)
    waits = asyncio.Event()

    async def judge(_):
        await waits.wait()

    quick_bot.services.puzzles.judge = judge
    await answer(ana, await ana.command("puzzle", channel=games, game="azul"), another(one))
    await quick_bot.restart()
    quick_bot.services.puzzles.nodes = FEW
    again = await ana.command("puzzle", channel=games, game="azul")
    await again.until(lambda now: "Share the result" in now.buttons)


async def fails(_):
    """A coach who is broken."""
    raise ValueError("a fault of ours")


async def test_a_judge_who_fails_says_so(quick_bot, games, ana):
    one = await keep(quick_bot)
    quick_bot.services.puzzles.judge = fails
    reply = await answer(ana, await ana.command("puzzle", channel=games, game="azul"), another(one))
    await reply.until(lambda now: "failed a moment ago" in now.text)


async def test_a_puzzle_whose_maker_fails_says_so(quick_bot, games, ana):
    quick_bot.services.puzzles.judge = fails
    reply = await ana.command("puzzle", channel=games, game="azul")
    await reply.until(lambda now: "failed a moment ago" in now.text)


async def test_the_first_who_asks_has_it_made_and_sees_how_far_it_is(quick_bot, games, ana, ben):
    first, told = [1, 2, 3], asyncio.Event()

    async def judge(asked):
        await (asyncio.sleep(0) if first and first.pop() else told.wait())
        return judge_decision(asked.decision, closely=asked.closely, nodes=5)

    quick_bot.services.puzzles.judge = judge
    quick_bot.client.review_updates.edit_interval = 0.0
    reply = await ana.command("puzzle", channel=games, game="azul")
    assert "is being made: " in reply.text
    await reply.until(lambda now: "is being made: 3 positions looked at" in now.text)
    other = await ben.command("puzzle", channel=games, game="azul")
    assert "is being made: 3" in other.text
    quick_bot.client.review_updates.edit_interval = 4.0
    told.set()
    for one in (reply, other):
        await one.until(lambda now: "You have **one try**" in now.text)
    today = await quick_bot.store.puzzles.load_daily(utc_day(NOON), "azul", ALL_SERVERS)
    assert today.judged.place == len(today.read(GAMES).table.log)
    await quick_bot.services.puzzles.wait_for_work((shift_day(utc_day(NOON), 1), "azul", ALL_SERVERS))
    assert await quick_bot.store.puzzles.load_daily(shift_day(utc_day(NOON), 1), "azul", ALL_SERVERS) is not None


async def test_a_turn_of_several_moves_can_be_gone_back_on_until_it_ends(quick_bot, games, ana):
    one = await keep(quick_bot, "match_five")
    moves = next(line.moves for line in one.judged.lines if len(line.moves) > 1)
    menu = await ana.command("puzzle", channel=games, game="match_five")
    begun = await answer(ana, menu, moves[0])
    assert "You have **one try**" in begun.text
    assert "Begun, not answered yet" in (await ana.command("puzzle", channel=games)).text
    back = await ana.press(begun.message, label="Back")
    assert back.text == menu.text
    end = await answer(ana, back, *moves)
    assert "Share the result" in end.buttons


async def test_every_answer_can_be_tried_in_a_sandbox_afterwards(quick_bot, games, ana):
    one = await keep(quick_bot)
    menu = await ana.command("puzzle", channel=games, game="azul")
    early = await ana.raw_press(int(menu.message["channel_id"]), menu.message["id"], f"trypuzzle:{_code(1)}")
    assert "Answer the puzzle first" in early.text
    end = await answer(ana, menu, *one.judged.lines[0].moves)
    tried = await ana.press(end.message, label="Try other moves")
    assert "**Sandbox**" in tried.text
    assert "Your move, Ana" in tried.text


def _code(number: int) -> str:
    return code(FIRST_TRY_ID + number)


def _blue(reply):
    """The label of the button that stands out."""
    (found,) = (label for label, button in reply.buttons.items() if button.style == BLUE)
    return found


async def test_the_shared_line_tells_the_result_and_not_the_move(quick_bot, games, ana, ben):
    one = await keep(quick_bot)
    end = await answer(ana, await ana.command("puzzle", channel=games, game="azul"), *one.judged.lines[0].moves)
    assert _blue(end) == "Share the result"
    shared = await ana.press(end.message, label="Share the result")
    assert not shared.private
    assert (
        shared.text == f"**Ana** · Tessera puzzle, Azul, <t:{date_timestamp(utc_day(NOON))}:D>: solved, 1 day in a row"
    )
    again = await ana.press(end.message, label="Share the result")
    assert "shown" in again.text
    missed = await answer(ben, await ben.command("puzzle", channel=games, game="azul"), one.judged.lines[1].moves[0])
    assert _blue(missed) == "Try other moves"  # nobody is urged to share a failure
    shared = await ben.press(missed.message, label="Share the result")
    assert shared.text == f"**Ben** · Tessera puzzle, Azul, <t:{date_timestamp(utc_day(NOON))}:D>: not solved"


async def test_days_in_a_row_count_once_each_and_begin_anew_after_a_gap(quick_bot, clock, games, ana):
    puzzles, person = quick_bot.services.puzzles, Account(ana.id, "Ana")
    for n in (0, 1, 3):
        clock.time = NOON + n * DAY
        for game in ("azul", "match_five") if n == 0 else ("azul",):
            one = await keep(quick_bot, game)
            moves = one.judged.lines[0].moves
            if n == 1:
                end = await answer(ana, await ana.command("puzzle", channel=games, game=game), *moves)
                assert "**2 days in a row**" in end.text
            else:
                await puzzles.save_moves(await puzzles.open(person, game), moves, is_whole=True)
            assert await puzzles.streak(ana.id, utc_day(clock())) == (1, 2, 0, 1)[n]
    clock.time += DAY
    assert "**1 day in a row**" in (await ana.command("puzzle", channel=games)).text
    clock.time += DAY
    assert "You have no streak yet" in (await ana.command("puzzle", channel=games)).text


async def test_a_puzzle_begun_before_midnight_may_be_answered_for_an_hour_more(quick_bot, clock, games, ana, ben):
    one = await keep(quick_bot)
    mine, late = [await who.command("puzzle", channel=games, game="azul") for who in (ana, ben)]
    clock.time = end_of_day(utc_day(NOON)) + ANSWER_GRACE - 1
    assert "**Solved!**" in (await answer(ana, mine, *one.judged.lines[0].moves)).text
    clock.time += 2
    assert "The day of this puzzle is over." in (await answer(ben, late, *one.judged.lines[0].moves)).text


async def test_after_two_weeks_a_puzzle_is_forgotten_but_not_the_days(quick_bot, clock, games, ana):
    one = await keep(quick_bot)
    end = await answer(ana, await ana.command("puzzle", channel=games, game="azul"), *one.judged.lines[0].moves)
    clock.time += (PUZZLE_DAYS + 1) * DAY
    await quick_bot.services.puzzles.forget_old()
    gone = await ana.press(end.message, label="Try other moves")
    assert "I do not keep this puzzle any more." in gone.text
    assert await quick_bot.store.puzzles.load_daily(utc_day(NOON), "azul", ALL_SERVERS) is None
    assert await quick_bot.services.puzzles.streak(ana.id, utc_day(NOON)) == 1


async def test_the_lists_of_tables_lead_there(quick_bot, games, ana):
    for name in ("games", "turns"):
        board = await ana.press((await ana.command(name, channel=games)).message, label="Puzzles of the day")
        assert "### Puzzles of" in board.text


async def allow(bot: Running, *people, answer="yes") -> None:
    """These people's games may become puzzles."""
    for person in people:
        await bot.services.preferences.choose(Account(person.id, "Somebody"), "puzzles", answer)


async def played(bot: Running, *people) -> None:
    """A game of these people on the server, played to its end."""
    await bot.table(*people)
    room, rng = max(await bot.rooms.list_for_person(people[0].id), key=lambda one: one.id), Random(1)
    while room.phase == "playing":
        seat = room.to_act[0]
        move = str(choose("greedy", room.table.view(seat), rng))
        room = await bot.rooms.play(room.id, seat, room.chairs[seat].stamp, move, next(PRESSES))


async def test_games_of_a_server_become_puzzles_only_if_everybody_said_yes_and_name_nobody(
    quick_bot, local, clock, games, ana, ben
):
    await allow(quick_bot, ana)
    await allow(quick_bot, ben, answer="no")
    await played(quick_bot, ana, ben)
    assert "from this server" not in (await ana.command("puzzle", channel=games)).text
    clock.time += DAY
    await keep(quick_bot)
    await allow(quick_bot, ben)
    assert "from this server" not in (await ana.command("puzzle", channel=ana.dm)).text
    cy = local.person("Cy")

    async def clearly(asked):
        """A coach for whom anything else would have been much better."""
        place, view, made = asked.decision
        best = next(str(move) for move in view.moves if (move,) != made)
        lines = JudgedLine((best,), 5.0, 0.6), JudgedLine((str(made[0]),), 1.0, 0.4)
        return JudgedDecision(place, view.seat, lines, 1, asked.closely)

    quick_bot.services.puzzles.judge = clearly
    board = await cy.command("puzzle", channel=games)
    assert "**Azul** · from this server, counts for no streak" in board.text
    reply = await cy.raw_press(int(board.message["channel_id"]), board.message["id"], "puzzle:azul:here")
    await reply.until(lambda now: "from this server" in now.text and "**one try**" in now.text)
    kept = await quick_bot.store.puzzles.load_daily(utc_day(clock()), "azul", local.guild)
    assert "Ana" not in kept.transcript
    assert "Ben" not in kept.transcript
    assert "Ana" not in reply.text
    end = await answer(cy, reply, *kept.judged.lines[0].moves)
    assert "**Solved!**" in end.text
    assert "· from this server\n" in end.text
    assert "Puzzles from this server count for no streak." in end.text
    assert "no streak yet" not in end.text
    shared = await cy.press(end.message, label="Share the result")
    day = date_timestamp(utc_day(clock()))
    assert shared.text == f"**Cy** · Tessera puzzle from this server, Azul, <t:{day}:D>: solved"

    async def nothing(asked):
        place, view, made = asked.decision
        return JudgedDecision(place, view.seat, (JudgedLine((str(made[0]),), 1.0, 0.4),), 0, asked.closely)

    clock.time += DAY
    quick_bot.services.puzzles.judge = nothing
    board = await ana.command("puzzle", channel=games)
    reply = await ana.raw_press(int(board.message["channel_id"]), board.message["id"], "puzzle:azul:here")
    await reply.until(lambda now: "None of the games on this server" in now.text)
    assert "from this server" not in (await ana.command("puzzle", channel=games)).text


async def test_the_switch_is_on_the_page_about_privacy_and_off_at_first(quick_bot, games, ana):
    page = await ana.press((await ana.command("me", channel=games)).message, label="Privacy")
    assert (await quick_bot.services.preferences.load(ana.id)).puzzles == "no"
    await ana.choose(page.message, custom_id="wish:privacy:puzzles", labels=["puzzles from my games, nameless"])
    assert (await quick_bot.services.preferences.load(ana.id)).puzzles == "yes"


async def test_what_one_person_may_have_made_within_an_hour_is_limited(quick_bot, clock, games, ana, ben):
    puzzles = quick_bot.services.puzzles
    puzzles.judge = fails
    for _ in range(MAX_PUZZLES_PER_HOUR - 1):
        assert puzzles._limit.take(ana.id)
    assert "is being made" in (await ana.command("puzzle", channel=games, game="azul")).text
    await puzzles.wait_for_work((utc_day(clock()), "azul", ALL_SERVERS))
    clock.time += FAILED_TABLE_PAUSE
    assert "the limit" in (await ana.command("puzzle", channel=games, game="azul")).text
    assert "is being made" in (await ben.command("puzzle", channel=games, game="azul")).text
