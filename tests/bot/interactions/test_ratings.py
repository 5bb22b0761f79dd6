"""Leaderboards and profiles through the real client, on results that stand in the file."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from bot.logic.ratings import EVERYWHERE, SETTLED_AFTER_GAMES, season_of
from bot.logic.results import MARK_LEFT, GameResult, SeatResult, ThinkingTime
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.playground.protocol import error_answer
from bot.text.words import Words
from tests.bot.interactions.test_replay import ended
from tests.bot.playground.test_faults import CALLBACK
from tests.bot.support.local_discord import PATIENCE, text
from tests.bot.support.tessera import says

SAY = Words()
TRICKS = (
    "@everyone **x** \u202eabc", "1. Zoe 99.9 ↑9", "<@1> `code`", "שלום עולם", "Gergő Ürögdi", "漢字かな한글",
    "-# gray", "Wilhelmina-Friederike von und zu Hohenstein", "[link](https://example.org)", "👩‍👩‍👧‍👦 family",
    "Z" + 30 * "\u0301", "\u3164\u2800",
)  # fmt: skip


@pytest.fixture
def guild(local):
    return local.guild


def game(room, guild, *people, at=None, key="azul", **facts):
    """A result in which these people came in this order, a minute of thinking each."""
    places = tuple(
        SeatResult(n, one, None, n + 1, 60 - n, "", ThinkingTime(600.0, 10, 90.0)) for n, one in enumerate(people)
    )
    return replace(GameResult(10_000 + room, key, 1, guild, at or time.time() - 86_400.0, places), **facts)


async def known(running, people):
    """These people (numbers and names) have been at tables."""
    for number, name in people.items():
        await running.store.preferences.set(Person(number, name), "nudge", "yes")


async def keep(running, *results):
    """The games were over in this order."""
    store = running.store

    async def work():
        for one in results:
            await store.ratings.add(one)

    await store.database.transaction(work)


async def crowd(running, guild, count=40, rounds=5):
    """So many people who have each played so many games, the smaller number always winning."""
    people = {1000 + n: (TRICKS[n] if n < len(TRICKS) else f"Person {n}") for n in range(count)}
    await known(running, people)
    numbers = list(people)
    pairs = [(numbers[n], numbers[(n + 1 + turn) % count]) for turn in range(rounds) for n in range(count)]
    await keep(running, *(game(n, guild, *sorted(pair)) for n, pair in enumerate(pairs)))
    return people


def rows(reply):
    return [line for line in reply.text.splitlines() if " game" in line]


async def test_a_leaderboard_without_games_says_so_and_offers_every_game(running_bot, ana, games):
    board = await ana.command("leaderboard", channel=games)
    assert board.private
    assert "Nobody has finished a rated game here yet." in board.text
    assert "20.0" not in board.text  # what a robot is, is said in words alone, and in the help
    everywhere = await ana.press(board.message, label="Everywhere")
    assert "Nobody has finished a rated game yet." in everywhere.text
    assert board.answers == everywhere.answers == 1


async def test_forty_people_are_shown_fifteen_a_page_with_ones_own_row_always(running_bot, ana, games, guild):
    people = await crowd(running_bot, guild)
    await known(running_bot, {ana.id: "Ana"})
    await keep(running_bot, *(game(900 + n, guild, 1039, ana.id) for n in range(5)))
    board = await ana.command("leaderboard", channel=games, game="azul", scope="server", time="all")
    assert "page 1 of 3" in board.text
    assert len(rows(board)) == 16
    assert rows(board)[0].startswith("1\\. ")
    own = rows(board)[-1]
    assert own.startswith("**▸** ")
    assert "**Ana**" in own
    assert "5 games, 0 wins" in own
    assert board.message["components"][0]["components"][1]["items"][0]["description"].startswith("Leaderboard of Azul")
    page = await ana.press(board.message, label="Next")
    page = await ana.press(page.message, label="Next")
    assert page.answers == 1
    assert rows(page)[0].startswith("31\\. ")
    assert sum("**▸**" in row for row in rows(page)) == 1
    assert (await ana.press(page.message, label="Previous")).text.count("\\. ") >= 15
    assert len(people) == 40


async def test_names_of_every_kind_ping_nobody_and_stay_within_their_row(local, running_bot, ana, games, guild):
    await crowd(running_bot, guild, count=len(TRICKS), rounds=6)
    board = await ana.command("leaderboard", channel=games, game="azul")
    shown = await ana.press(board.message, label="Show here")
    assert not shown.private
    for reply in (board, shown):
        told = rows(reply)
        assert len(told) == len(TRICKS)
        assert [row.split("\\.")[0].lstrip("*▸ ") for row in told] == [str(n + 1) for n in range(len(TRICKS))]
        assert "\u202e" not in reply.text
        assert "@everyone" not in reply.text
        assert "](https" not in reply.text
        assert "**x**" not in reply.text
        assert 4 * "\u0301" not in reply.text
        assert "**?**" in told[-1]
        assert "\u2068שלום עולם\u2069" in reply.text
        assert reply.message["mentions"] == []
        assert not reply.message["mention_everyone"]
    assert len([line for line in shown.text.splitlines() if line.startswith("1\\.")]) == 1


async def test_a_public_leaderboard_opens_ones_own_for_whoever_presses(running_bot, ana, ben, games, guild):
    await crowd(running_bot, guild, count=4)
    board = await ana.command("leaderboard", channel=games, game="azul")
    shown = await ana.press(board.message, label="Show here")
    assert "▸" not in shown.text
    private = await ben.press(shown.message, label="Leaderboard")
    assert private.private
    assert private.answers == 1
    assert "this server" in shown.text
    assert "this server" in private.text


async def test_a_page_that_was_shown_to_the_channel_is_not_shown_again(running_bot, ana, ben, games, guild):
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    await keep(running_bot, game(1, guild, ana.id, ben.id))
    for command in ("leaderboard", "profile"):
        page = await ana.command(command, channel=games)
        assert not (await ana.press(page.message, label="Show here")).private
        await running_bot.restart()
        again = await ana.press(page.message, label="Show here")
        assert again.private
        assert SAY("refusal.already_shown") in again.text
        other = await ana.command(command, channel=games)
        assert not (await ana.press(other.message, label="Show here")).private


async def test_a_page_that_discord_refused_to_show_may_be_shown_again(local, running_bot, ana, ben, games, guild):
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    await keep(running_bot, game(1, guild, ana.id, ben.id))
    page = await ana.command("leaderboard", channel=games)
    local.faults.refuse("POST", CALLBACK, error_answer(404, 10062, "Unknown interaction"))
    local.server.simulation.seconds = 0.5  # until what is not answered has failed
    assert (await ana.press(page.message, label="Show here")).failed
    local.server.simulation.seconds = PATIENCE
    assert not (await ana.press(page.message, label="Show here")).private


async def test_a_season_begins_anew_and_earlier_ones_stay(running_bot, ana, games, guild):
    now = time.time()
    await known(running_bot, {1: "Old", 2: "New"})
    await keep(running_bot, game(1, guild, 1, 2, at=now - 100 * 86_400), game(2, guild, 2, 1, at=now))
    season = season_of(now)
    board = await ana.command("leaderboard", channel=games, game="azul", time="season")
    assert [row.split("**")[1] for row in rows(board)] == ["New", "Old"]
    assert all("1 game," in row for row in rows(board))
    menu = next(one for custom_id, one in board.selects.items() if custom_id.endswith(":t"))
    assert [one["value"] for one in menu["options"]][:2] == ["0", str(season)]
    earlier = menu["options"][-1]["value"]
    past = await ana.choose(board.message, custom_id=menu["custom_id"], values=[earlier])
    assert [row.split("**")[1] for row in rows(past)] == ["Old", "New"]
    menu = next(custom_id for custom_id in past.selects if custom_id.endswith(":t"))
    every = await ana.choose(past.message, custom_id=menu, values=["0"])
    assert all("2 games," in row for row in rows(every))


async def test_who_is_provisional_stands_below_without_a_place(running_bot, ana, games, guild):
    await crowd(running_bot, guild, count=4)
    await known(running_bot, {1: "Fresh", 2: "Other"})
    await keep(running_bot, game(800, guild, 1, 2))
    board = await ana.command("leaderboard", channel=games, game="azul")
    last = rows(board)[-2:]
    assert last[0].startswith("-# **Fresh** ")
    assert "(not settled yet)" in last[0]
    assert "\\." not in last[0]


async def test_places_move_when_somebody_passes_another_within_a_week(running_bot, ana, games, guild):
    await known(running_bot, {1: "Rise", 2: "Fall"})
    long_ago = time.time() - 20 * 86_400
    await keep(running_bot, *(game(n, guild, 2, 1, at=long_ago) for n in range(5)))
    await keep(running_bot, *(game(10 + n, guild, 1, 2, at=time.time()) for n in range(8)))
    board = await ana.command("leaderboard", channel=games, game="azul")
    assert "↑1" in rows(board)[0]
    assert "**Rise**" in rows(board)[0]
    assert "↓1" in rows(board)[1]
    assert "places since Monday" in board.text
    assert "8 wins in a row" in rows(board)[0]


async def test_who_wishes_is_on_no_leaderboard_of_everybody_but_sees_the_own_row(running_bot, ana, ben, games, guild):
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    await keep(running_bot, *(game(n, guild, ana.id, ben.id) for n in range(5)))
    page = await ana.command("me", channel=games)
    page = await ana.press(page.message, label="Privacy")
    custom_id = next(one for one in page.selects if one.endswith(":listed"))
    saved = await ana.choose(page.message, custom_id=custom_id, values=["no"])
    assert "Saved." in saved.text
    theirs = await ben.command("leaderboard", channel=games, game="azul", scope="global")
    assert "Ana" not in theirs.text
    assert rows(theirs)[0].startswith("**▸** 1\\. **Ben**")
    mine = await ana.command("leaderboard", channel=games, game="azul", scope="global")
    assert "only you see this row" in rows(mine)[-1]
    here = await ben.command("leaderboard", channel=games, game="azul", scope="server")
    assert "**Ana**" in here.text


async def test_a_profile_tells_ratings_results_and_what_lies_between_two_people(running_bot, ana, ben, games, guild):
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    results = [game(n, guild, ana.id, ben.id) for n in range(5)] + [game(5, guild, ben.id, ana.id)]
    away = game(6, guild, ana.id, ben.id, key="pillars")
    left = replace(away.places[1], mark=MARK_LEFT)
    await keep(running_bot, *results, replace(away, places=(away.places[0], left)))
    shown = await ben.command("profile", channel=games, person=ana)
    assert shown.private
    assert "6 games, 5 wins" in shown.text
    assert "(place 1 here)" not in shown.text.splitlines()[1]
    page = await ben.choose(shown.message, custom_id=f"prof:{ana.id}:pillars:g", values=["azul"])
    assert "**Azul**" in page.text
    assert "(place 1 here)" in page.text
    assert "best 60" in page.text
    assert "60 seconds a move on average" in page.text
    assert "Against you: 5 to 1." in page.text
    assert "Latest games" in page.text
    assert page.message["components"][0]["components"][1]["items"][0]["description"].startswith("Ana")
    public = await ben.press(page.message, label="Show here")
    assert not public.private
    assert "Against you" not in public.text
    mine = await ben.command("profile", channel=games)
    assert "left the table, so last" in mine.text
    assert "Play a game" not in mine.buttons


async def test_points_below_nothing_keep_their_sign_except_where_the_fewest_win(running_bot, ana, ben, games, guild):
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    for n, (key, said) in enumerate((("match_five", "-6"), ("pillars", "6")), 1):
        one = game(n, guild, ana.id, ben.id, key=key)
        await keep(running_bot, replace(one, places=tuple(replace(place, points=-6) for place in one.places)))
        board = await ana.command("leaderboard", channel=games, game=key)
        assert f"best {said}" in board.text
        picture = board.message["components"][0]["components"][1]["items"][0]["description"]
        assert f"best {said}" in picture
        assert f"rank 1 of 2, {said} points" in (await ana.command("profile", channel=games)).text


async def test_a_hidden_profile_is_shown_to_nobody_else(running_bot, ana, ben, games, guild):
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    await keep(running_bot, game(1, guild, ana.id, ben.id))
    await running_bot.store.preferences.set(Person(ana.id, "Ana"), "profile", "hidden")
    refused = await ben.user_command("Profile", channel=games, target=ana)
    assert SAY("refusal.private_profile", name="Ana") in refused.text
    forged = await ben.raw_press(games, refused.message["id"], f"profshow:{ana.id}:azul")
    assert forged.private
    assert SAY("refusal.private_profile", name="Ana") in forged.text
    assert "1 game, 1 win" in (await ana.command("profile", channel=games)).text


async def test_who_is_listed_nowhere_has_a_profile_on_servers_alone(running_bot, ana, ben, games, guild):
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    await keep(running_bot, game(1, guild, ana.id, ben.id))
    await running_bot.store.preferences.set(Person(ana.id, "Ana"), "listed", "no")
    rankings = running_bot.services.leaderboards
    with pytest.raises(Refusal, match="private_profile"):
        await rankings.profile(Person(ana.id, "Ana"), "azul", EVERYWHERE, ben.id)
    assert (await rankings.profile(Person(ana.id, "Ana"), "azul", EVERYWHERE, ana.id)).ranks
    here = await rankings.profile(Person(ana.id, "Ana"), "azul", guild, ben.id)
    assert (set(here.ranks), here.standing_overall) == ({"azul"}, None)


async def test_a_profile_without_games_and_a_game_asked_for_from_it(running_bot, ana, ben, games):
    empty = await ana.command("profile", channel=games, person=ben)
    assert "has finished no rated game here yet" in empty.text
    question = await ana.press(empty.message, label="Play a game")
    await ana.press(question.message, label="Azul")
    assert await ben.until(says(ben.mention, "invites you to a game of Azul"))


async def test_altered_buttons_are_refused(running_bot, ana, games):
    board = await ana.command("leaderboard", channel=games)
    for custom_id in (
        "top", "top:azul", "top:chess:s:0:0", "top:azul:x:0:0", "top:azul:s:-5:0", "top:azul:s:0:zz",
        "top:azul:s:99999:0", "prof:abc:azul", "prof:99999999999999999999:azul", "prof:7:azul", "prof", "with:7",
        "with:x", "topshow:azul:s",
    ):  # fmt: skip
        forged = await ana.raw_press(games, board.message["id"], custom_id)
        assert (forged.answers, forged.failed, forged.private) == (1, False, True), custom_id


async def begun_before(running_bot, local, ana, ben, count):
    """So many rated games of Azul between these two are over, won in turn."""
    await known(running_bot, {ana.id: "Ana", ben.id: "Ben"})
    orders = ((ana.id, ben.id), (ben.id, ana.id))
    await keep(running_bot, *(game(n, local.guild, *orders[n % 2], at=1e9 + n) for n in range(count)))


async def test_the_end_of_a_game_tells_what_it_did_to_ratings_also_after_a_restart(local, running_bot, ana, ben):
    await begun_before(running_bot, local, ana, ben, SETTLED_AFTER_GAMES)
    await running_bot.table(ana, ben)
    await ben.until(lambda m: "your turn" in text(m))
    more = await ben.command("resign", channel=local.channel("games"))
    await ben.press(more.message, label="Resign")
    told = await ana.until(says("Rating:"))
    now = re.search(r"\*\*Ana\*\* (\d+\.\d) \(\+\d+\.\d\)", text(told))
    assert now
    assert "**Ben** " in text(told).partition("Rating:")[2]
    await running_bot.restart()
    board = await ana.command("leaderboard", channel=local.channel("games"), game="azul")
    assert f"**Ana** {now[1]}" in board.text


async def test_others_see_no_change_of_a_rating_that_is_not_settled(local, running_bot, ana, ben, games):
    await begun_before(running_bot, local, ana, ben, 1)
    await running_bot.table(ana, ben)
    await ben.until(lambda m: "your turn" in text(m))
    more = await ben.command("resign", channel=games)
    await ben.press(more.message, label="Resign")
    over = await ana.until(says("final"))
    await running_bot.shown()
    assert "Rating:" not in text(ana.simulation.message(games, int(over["id"])))
    mine = await ana.command("profile", channel=games)
    assert "+" in mine.text.partition("**Latest games**")[2]
    seen = (await ben.command("profile", channel=games, person=ana)).text.partition("**Latest games**")[2]
    assert seen.count("not settled yet · rank") == 2
    assert "+" not in seen


async def test_a_game_against_robots_tells_that_it_is_casual(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await ana.until(lambda m: "your turn" in text(m))
    question = await ana.command("resign", channel=local.channel("games"))
    await ana.press(question.message, label="Resign")
    assert "Casual game, no ratings." in text(await ana.until(says("final")))


async def test_a_leaderboard_says_while_ratings_are_reckoned_anew(running_bot, ana, games, guild):
    await crowd(running_bot, guild, count=4)
    assert SAY("leaderboard.reckoning") not in (await ana.command("leaderboard", channel=games, game="azul")).text
    async with running_bot.changing() as database:
        database.execute("UPDATE rating_rules SET version = 0")
    assert SAY("leaderboard.reckoning") in (await ana.command("leaderboard", channel=games, game="azul")).text


async def test_games_that_were_over_before_there_were_ratings_count_at_the_next_start(local, running_bot, ana, ben):
    await begun_before(running_bot, local, ana, ben, 1)
    await running_bot.table(ana, ben)
    await ben.until(lambda m: "your turn" in text(m))
    question = await ben.command("resign", channel=local.channel("games"))
    await ben.press(question.message, label="Resign")
    await ana.until(says("final"))
    async with running_bot.changing() as database:
        for table in ("results", "ratings", "rating_changes", "rating_rules"):
            database.execute(f"DELETE FROM {table}")
    await running_bot.restart()
    board = await ana.command("leaderboard", channel=local.channel("games"), game="azul")
    assert "**Ana** 27.6" in board.text


async def test_one_press_in_a_profile_plays_again_with_the_same_people_and_options(local, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    await ended(ana, await ana.until(says("your turn")))
    cy = local.person("Cy")
    assert "Same people again" not in (await cy.command("profile", channel=games, person=ben)).buttons
    assert "Same people again" not in (await ana.command("profile", channel=ana.dm)).buttons
    mine = await ben.command("profile", channel=games)
    assert "Same people again" in mine.buttons
    theirs = await ana.command("profile", channel=games, person=ben)
    await ana.press(theirs.message, label="Same people again")
    lobby = await ben.until(says("**Ana** wants a rematch."))
    assert "**Ben** (invited)" in text(lobby)
