"""The screens of leaderboards, profiles and ended games, within every limit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import show_help, show_leaderboard, show_profile, show_rated
from bot.rankings import LATEST, ROWS, Board, Profile, Reader, Which
from bot.ratings import EVERYWHERE, Gain, Tally
from bot.results import Place, Result, Thought
from bot.room import Person
from bot.store_rankings import Ending, Played, Rank
from bot.words import Words, languages
from engine import GAMES
from tests.bot.test_screens import LONG, NAMES, check, room_of

BIG = 2**62
TALLY = Tally(mu=1234.56, sigma=1.0, games=12_345, wins=9_999, streak=123, best=-9_999, think=9e9, turns=3, week=7)


def ranks(count, start=1):
    """So many people with the longest of everything."""
    tally = [TALLY, replace(TALLY, games=3)]
    return tuple(
        Rank(BIG + n, NAMES[n % len(NAMES)], tally[n % 5 == 4], None if n % 5 == 4 else start + n, 9_999)
        for n in range(count)
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("count", [0, 1, ROWS])
def test_a_leaderboard_stays_within_every_limit(count, language):
    words = Words(language)
    own = Rank(5, LONG, TALLY, 123_456, 9)
    for which in (Which("azul", BIG, 8_107, 66), Which("azul", 0)):
        board = Board(which, 99, ranks(count), own if count else None, which.guild == 0, tuple(range(8_107, 8_087, -1)))
        for reader in (Reader(5, BIG), Reader(BIG, None)):
            check(show_leaderboard.leaderboard(board, words, reader))
        check(show_leaderboard.public(board, words))


@pytest.mark.parametrize("language", languages())
def test_a_profile_stays_within_every_limit(language):
    words = Words(language)
    games = tuple(
        Played(46_655 - n, "match_five", 6, 6, -9_999, n == 2, -12.34, 1.8e9, BIG, BIG, BIG) for n in range(LATEST)
    )
    every = dict(zip(GAMES, ranks(len(GAMES)), strict=True))
    course = tuple((1.7e9 + 9_000.0 * n, 25.0 + n % 9) for n in range(500))
    one = Profile(Person(BIG, LONG), BIG, every, "azul", ranks(1)[0], course, games, (12_345, 54_321))
    for person in (BIG, 5):
        check(show_profile.profile(one, words, Reader(person, BIG)))
        check(show_profile.profile(replace(one, guild=0), words, Reader(person, None)))
        check(show_profile.profile(Profile(Person(BIG, LONG), BIG, {}), words, Reader(person, BIG)))
    check(show_profile.public(one, words))


@pytest.mark.parametrize("language", languages())
def test_what_a_game_did_is_told_in_a_few_lines(language):
    words, room = Words(language), room_of(4)
    places = tuple(
        Place(n, who.id if n < 3 else None, None if n < 3 else "greedy", n + 1, 60, "", Thought(9e6, 9, 9e6))
        for n, who in enumerate(room.seats)
    )
    gains = {who.id: Gain(1, who.id, 25.0, 22.4, 25.0, 22.4, settled=False) for who in room.people}
    ending = Ending(Result(1, "azul", 1, 7, 9.0, places), gains, {who.id: who.name for who in room.people})
    told = show_rated.told(room, ending, words)
    assert told.count("-2,6" if language == "hu" else "-2.6") == 3
    assert len(told) < 600
    check(show_help.help_page(words, "ratings"))


def test_a_long_time_is_told_in_one_unit():
    words = Words()
    assert show_rated.span(61.0, words) == "61 seconds"
    assert show_rated.span(2 * 3600.0, words) == "2 hours"


def test_a_profile_of_a_server_also_tells_the_place_that_counts_everywhere():
    everywhere = Rank(5, "Ana", TALLY, 17, 99)
    here = Profile(Person(5, "Ana"), 7, {"azul": Rank(5, "Ana", TALLY, 1, 3)}, "azul", everywhere)
    assert "Place 17 everywhere." in told(here)
    assert "everywhere." not in told(replace(here, elsewhere=None))
    assert "everywhere." not in told(replace(here, elsewhere=replace(everywhere, place=None)))
    assert "everywhere." not in told(replace(here, guild=EVERYWHERE))


def told(one):
    return "\n".join(show_profile._lines(one, Words()))
