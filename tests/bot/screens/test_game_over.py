"""How the end of a table tells who wins with equal points, and why, for every game and option."""

from __future__ import annotations

import pytest

from bot.model.people import Location, Person
from bot.model.room import PlayedRoom
from bot.screens import game_over as game_over_screen
from bot.text.words import Words
from engine import GAMES, Table
from tests.engine.games.azul import azul_tables
from tests.engine.games.match_five import match_five_tables
from tests.engine.games.pavilion import pavilion_tables
from tests.engine.games.pillars import pillars_tables

WALL = ("|BY...", "|.B...", "|..B..")  # three tiles and a fourth, no row
ROW = ("|BYRKW",)


def end(state, key, marks=(), **options):
    """What the table says below its picture, its position being this one."""
    game, seats = GAMES[key], len(state.scores())
    people = tuple(Person(n + 1, name) for n, name in enumerate(("Ana", "Ben", "Cy")[:seats]))
    table = Table(game, seats, game.chosen(options), "end", (), state)
    room = PlayedRoom(
        id=1, game=game, options=options, phase="over", host=1, seats=people, place=Location(3, 4), opened=1.0,
        table=table, stamps=(1,) * seats, message=None, posted=0.0, shown=0, ended_by="", marks=marks,
        former=(None,) * seats,
    )  # fmt: skip
    return game_over_screen.message(room, Words(), 0).parts[2].text


def azul(*boards, **options):
    return end(azul_tables.position(*boards, over=True, **options), "azul", **options)


def board(score, *rows, spilled=0):
    return azul_tables.board(*rows, score=score, spilled=spilled)


def test_azul_says_that_more_tiles_on_the_wall_win():
    said = azul(board(54, *WALL), board(54, "|BY..."), board(60 - 10))
    assert "**Ana** and **Ben** have 54 each; **Ana** has more tiles on the wall and wins." in said


def test_azul_says_that_fewer_tiles_on_the_floor_win():
    said = azul(board(54, *WALL, spilled=3), board(54, *WALL, spilled=1))
    assert "have 54 each; **Ben** has fewer tiles on the floor of the last round and wins." in said


def test_azul_says_that_two_of_three_share_by_the_tiles():
    said = azul(board(54, *WALL), board(54, *WALL), board(54))
    assert "**Ana**, **Ben** and **Cy** have 54 each; **Ana** and **Ben** have more tiles" in said
    assert "share the win." in said


def test_azul_says_that_nothing_is_left_to_decide():
    same = board(54, *WALL), board(54, *WALL)
    assert "equally many tiles on wall and floor each, so they share the win." in azul(*same)
    assert "equally many complete rows each, so they share the win." in azul(*same, tiebreak="rows")


def test_azul_says_that_more_rows_win_where_that_was_agreed_on():
    said = azul(board(54, *WALL), board(54, *ROW), tiebreak="rows")
    assert "**Ana** and **Ben** have 54 each; **Ben** has more complete rows and wins." in said


def test_summer_pavilion_says_that_nothing_breaks_a_tie():
    same = (pavilion_tables.board(score=80), pavilion_tables.board(score=80))
    said = end(pavilion_tables.position(*same, phase="over"), "pavilion")
    assert "**Ana** and **Ben** have 80 each. Nothing breaks a tie here, so they share the win." in said


def test_match_five_says_that_nothing_breaks_a_tie():
    said = end(match_five_tables.position("R3@0,0", points=[70, 70], over=True), "match_five")
    assert "**Ana** and **Ben** have 70 each. Nothing breaks a tie here, so they share the win." in said


@pytest.mark.parametrize(("starter", "winner"), [(0, "Ben"), (1, "Ana")])
def test_pillars_says_that_whoever_started_later_wins(starter, winner):
    left = (("oc3", "5L"), ("oo15", "5P"))
    players = [pillars_tables.player(laid, stock=stock, pillars=2) for laid, stock in left]
    said = end(pillars_tables.position(*players, starter=starter), "pillars")
    assert f"**Ana** and **Ben** have 5 left each; **{winner}** started later and wins." in said


def test_whoever_resigned_is_in_no_tie():
    state = azul_tables.position(board(54, *WALL), board(54), over=True)
    assert "have 54 each" not in end(state, "azul", marks=("resigned", ""))
