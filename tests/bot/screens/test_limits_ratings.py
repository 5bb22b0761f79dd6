"""The screens of leaderboards, profiles and ended games, within every limit."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from bot.logic.ratings import EVERYWHERE, RatingChange, Tally
from bot.logic.results import GameResult, SeatResult, ThinkingTime
from bot.logic.standings import (
    GameOutcome,
    LeaderboardPage,
    LeaderboardQuery,
    PlayedGame,
    Profile,
    RatingsViewer,
    Standing,
)
from bot.model.people import Person
from bot.screens import leaderboard as leaderboard_screen
from bot.screens import profile as profile_screen
from bot.screens import rating_changes as rating_changes_screen
from bot.screens import rules as rules_screen
from bot.services.leaderboards import MAX_PROFILE_GAMES, ROWS_PER_PAGE
from bot.text.words import Words, languages
from engine import GAMES
from tests.bot.screens.test_limits import LONG, NAMES, check, room_of
from tests.cases import each

BIG = 2**62
TALLY = Tally(mu=1234.56, sigma=1.0, games=12_345, wins=9_999, streak=123, best=-9_999, think=9e9, turns=3, week=7)


def ranks(count, start=1):
    """So many people with the longest of everything."""
    tally = [TALLY, replace(TALLY, games=3)]
    return tuple(
        Standing(BIG + n, NAMES[n % len(NAMES)], tally[n % 5 == 4], None if n % 5 == 4 else start + n, 9_999)
        for n in range(count)
    )


@each(("count", "language"), [(0, "hu"), (1, "en"), *product([ROWS_PER_PAGE], languages())])
def test_a_leaderboard_stays_within_every_limit(count, language):
    words = Words(language)
    own = Standing(5, LONG, TALLY, 123_456, 9)
    for which in (LeaderboardQuery("azul", BIG, 8_107, 66), LeaderboardQuery("azul", 0)):
        board = LeaderboardPage(
            which, 99, ranks(count), own if count else None, which.guild == 0, tuple(range(8_107, 8_087, -1))
        )
        for reader in (RatingsViewer(5, BIG), RatingsViewer(BIG, None)):
            check(leaderboard_screen.leaderboard(board, words, reader))
        check(leaderboard_screen.public_leaderboard(board, words))


@each("language", languages())
def test_a_profile_stays_within_every_limit(language):
    words = Words(language)
    games = tuple(
        PlayedGame(46_655 - n, "match_five", 6, 6, -9_999, n == 2, -12.34, 1.8e9, BIG, BIG, BIG)
        for n in range(MAX_PROFILE_GAMES)
    )
    every = dict(zip(GAMES, ranks(len(GAMES)), strict=True))
    course = tuple((1.7e9 + 9_000.0 * n, 25.0 + n % 9) for n in range(500))
    one = Profile(Person(BIG, LONG), BIG, every, "azul", ranks(1)[0], course, games, (12_345, 54_321))
    for person in (BIG, 5):
        check(profile_screen.profile_screen(one, words, RatingsViewer(person, BIG)))
        check(profile_screen.profile_screen(replace(one, guild=0), words, RatingsViewer(person, None)))
        check(profile_screen.profile_screen(Profile(Person(BIG, LONG), BIG, {}), words, RatingsViewer(person, BIG)))
    check(profile_screen.public_profile(one, words))


@each("language", languages())
def test_what_a_game_did_is_told_in_a_few_lines(language):
    words, room = Words(language), room_of(4)
    places = tuple(
        SeatResult(n, who.id if n < 3 else None, None if n < 3 else "greedy", n + 1, 60, "", ThinkingTime(9e6, 9, 9e6))
        for n, who in enumerate(room.occupants)
    )
    gains = {who.id: RatingChange(1, who.id, 25.0, 22.4, 25.0, 22.4, settled=True) for who in room.people}
    ending = GameOutcome(GameResult(1, "azul", 1, 7, 9.0, places), gains, {who.id: who.name for who in room.people})
    told = rating_changes_screen.rating_summary(room, ending, words)
    assert told.count("−2,6" if language == "hu" else "−2.6") == 3
    assert len(told) < 600
    check(rules_screen.help_page(words, "ratings"))


def test_a_long_time_is_told_in_one_unit():
    words = Words()
    assert rating_changes_screen.thinking_time(61.0, words) == "61 seconds"
    assert rating_changes_screen.thinking_time(2 * 3600.0, words) == "2 hours"


def test_a_profile_of_a_server_also_tells_the_place_that_counts_everywhere():
    everywhere = Standing(5, "Ana", TALLY, 17, 99)
    here = Profile(Person(5, "Ana"), 7, {"azul": Standing(5, "Ana", TALLY, 1, 3)}, "azul", everywhere)
    assert "Place 17 everywhere." in told(here)
    assert "everywhere." not in told(replace(here, standing_overall=None))
    assert "everywhere." not in told(replace(here, standing_overall=replace(everywhere, place=None)))
    assert "everywhere." not in told(replace(here, guild=EVERYWHERE))


def told(one):
    return "\n".join(profile_screen._lines(one, Words()))
