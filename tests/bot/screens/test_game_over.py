"""How the end of a table tells who wins with equal points, and why, for every game and option."""

from __future__ import annotations

from random import Random

import pytest

from bot.model.people import Location, Person
from bot.model.room import PlayedRoom
from bot.model.timeline import timeline_of
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
    assert "**Ana** and **Ben** have 54 points each; **Ana** has more tiles on the wall and wins." in said


def test_azul_says_that_fewer_tiles_on_the_floor_win():
    said = azul(board(54, *WALL, spilled=3), board(54, *WALL, spilled=1))
    assert "have 54 points each; **Ben** has fewer tiles on the floor of the last round and wins." in said


def test_azul_says_that_two_of_three_share_by_the_tiles():
    said = azul(board(54, *WALL), board(54, *WALL), board(54))
    assert "**Ana**, **Ben** and **Cy** have 54 points each; **Ana** and **Ben** have more tiles" in said
    assert "share the win." in said


def test_azul_says_that_nothing_is_left_to_decide():
    same = board(54, *WALL), board(54, *WALL)
    assert "equally many tiles on wall and floor each, so they share the win." in azul(*same)
    assert "equally many complete rows each, so they share the win." in azul(*same, tiebreak="rows")


def test_azul_says_that_more_rows_win_where_that_was_agreed_on():
    said = azul(board(54, *WALL), board(54, *ROW), tiebreak="rows")
    assert "**Ana** and **Ben** have 54 points each; **Ben** has more complete rows and wins." in said


def test_summer_pavilion_says_that_nothing_breaks_a_tie():
    same = (pavilion_tables.board(score=80), pavilion_tables.board(score=80))
    said = end(pavilion_tables.position(*same, phase="over"), "pavilion")
    assert "**Ana** and **Ben** have 80 points each. Nothing breaks a tie here, so they share the win." in said


def test_match_five_says_that_nothing_breaks_a_tie():
    said = end(match_five_tables.position("R3@0,0", points=[70, 70], over=True), "match_five")
    assert "**Ana** and **Ben** have 70 points each. Nothing breaks a tie here, so they share the win." in said


@pytest.mark.parametrize(("starter", "winner"), [(0, "Ben"), (1, "Ana")])
def test_pillars_says_that_whoever_started_later_wins(starter, winner):
    left = (("oc3", "5L"), ("oo15", "5P"))
    players = [pillars_tables.player(laid, stock=stock, pillars=2) for laid, stock in left]
    said = end(pillars_tables.position(*players, starter=starter), "pillars")
    assert f"**Ana** and **Ben** have 5 left each; **{winner}** started later and wins." in said


def test_whoever_resigned_is_in_no_tie():
    state = azul_tables.position(board(54, *WALL), board(54), over=True)
    assert "have 54 points each" not in end(state, "azul", marks=("resigned", ""))


def finished(key, seed):
    """A game of chance moves, played to its end by two people."""
    rng, table = Random(seed), Table.new(GAMES[key], 2, {}, f"end {seed}")
    while seats := table.state.to_act():
        table = table.play(seats[0], str(rng.choice(table.view(seats[0]).moves)))
    return room_of(table)


def room_of(table, **facts):
    people = Person(1, "Ana"), Person(2, "Ben")
    return PlayedRoom(
        **{
            "id": 1, "game": table.game, "options": {}, "phase": "over", "host": 1, "seats": people,
            "place": Location(3, 4), "opened": 1.0, "table": table, "stamps": (1, 1), "message": None, "posted": 0.0,
            "shown": 0, "ended_by": "", "marks": ("", ""), "former": (None, None), **facts,
        }
    )  # fmt: skip


@pytest.mark.parametrize("words", [Words(), Words("hu")])
@pytest.mark.parametrize("key", ["azul", "match_five", "pavilion", "pillars"])
def test_the_end_begins_with_who_won_and_why_it_ended(key, words):
    for seed in range(2):
        room = finished(key, seed)
        first = game_over_screen.message(room, words, 0).parts[2].text.splitlines()[0]
        assert first == game_over_screen.won(room, words)
        best = max(room.table.state.scores())
        winner = ("Ana", "Ben")[room.table.state.scores().index(best)]
        assert f"**{winner}**" in first
        assert words("table.because", why="").rstrip(".") in first


def test_the_end_names_every_row_that_was_completed():
    table = finished("azul", 0).table
    ends = [event for events in timeline_of(table).events for event in events if event.kind == "last_round"]
    said = game_over_screen.won(room_of(table), Words())
    assert ends
    for event in ends:
        assert f"**{('Ana', 'Ben')[event.seat]}** completed row {event.facts['row']}" in said


def test_whoever_resigns_ends_a_game_of_two():
    table = Table.new(GAMES["azul"], 2, {}, "end")
    said = game_over_screen.won(room_of(table, marks=("resigned", ""), former=(1, None)), Words())
    assert said == "**Ben** wins with 0 points. The game ended because **Ana** resigned."
    assert game_over_screen.won(room_of(table, phase="ended"), Words()) == ""


def test_points_have_their_word_in_hungarian_too():
    table = Table.new(GAMES["azul"], 2, {}, "end")
    said = game_over_screen.won(room_of(table, marks=("resigned", ""), former=(1, None)), Words("hu"))
    assert said.startswith("**Ben** nyert (0 pont). ")


def test_two_people_read_how_they_stand_against_each_other():
    room = room_of(Table.new(GAMES["azul"], 2, {}, "end"))
    assert game_over_screen.head_to_head(room, (1, 3), Words()) == "**Ben** leads 3:1 against **Ana**."
    assert game_over_screen.head_to_head(room, (2, 2), Words()) == "**Ben** and **Ana** stand at 2:2."
    assert game_over_screen.head_to_head(room, None, Words()) == ""


@pytest.mark.parametrize(("met", "ana", "ben"), [
    ((3, 1), "You lead 3:1 against **Ben**.", "**Ana** leads 3:1 against you."),
    ((2, 2), "You and **Ben** stand at 2:2.", "You and **Ana** stand at 2:2."),
])  # fmt: skip
def test_whoever_makes_the_last_move_reads_how_it_ended_for_them(met, ana, ben):
    room = finished("azul", 0)
    scores = room.table.state.scores()
    for seat, told in enumerate((ana, ben)):
        first, second = game_over_screen.own_end(room, seat, met, Words()).text.splitlines()
        best = scores[seat] == max(scores)
        assert first == (f"You win with {scores[seat][0]} points." if best else game_over_screen.won(room, Words()))
        assert second == told
    assert game_over_screen.own_end(room, 0, None, Words()).text.count("\n") == 0


@pytest.mark.parametrize("words", [Words(), Words("hu")])
@pytest.mark.parametrize("key", GAMES)
def test_an_end_that_says_who_won_does_not_say_besides_that_it_is_over(key, words):
    room = finished(key, 1)
    said = game_over_screen.message(room, words, len(room.table.log) - 1).parts[2].text
    assert game_over_screen.won(room, words) in said
    assert words(f"{key}.event.over") not in said
