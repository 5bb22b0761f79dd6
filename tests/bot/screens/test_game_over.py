"""How the end of a table tells who wins with equal points, and why, for every game and option."""

from __future__ import annotations

from itertools import cycle
from random import Random

from bot.model.people import Person, Robot
from bot.model.timeline import timeline_of
from bot.screens import game_over as game_over_screen
from bot.text.words import Words, languages, words_for
from engine import GAMES, Table
from engine.robots.core import OFFERED_LEVELS
from tests.bot.support.room_values import room_value
from tests.cases import each
from tests.engine.games.azul import azul_tables
from tests.engine.games.match_five import match_five_tables
from tests.engine.games.pavilion import pavilion_tables
from tests.engine.games.pillars import pillars_tables

WALL = ("|BY...", "|.B...", "|..B..")  # three tiles and a fourth, no row
ROW = ("|BYRKW",)
EN = Words()


def end(state, key, marks=(), **options):
    """What the table says below its picture, its position being this one."""
    people = tuple(Person(n + 1, name) for n, name in enumerate(("Ana", "Ben", "Cy")[: len(state.scores())]))
    return end_of(state, key, people, marks, **options)


def end_of(state, key, people, marks=(), words=EN, **options):
    """The same for these people and robots."""
    return game_over_screen.final_screen(ended(state, key, people, marks, **options), words, 0).parts[2].text


def ended(state, key, people, marks=(), **options):
    """The table at its end."""
    game, seats = GAMES[key], len(state.scores())
    table = Table(game, seats, game.chosen(options), "end", (), state)
    return room_value(table, people, phase="over", shown=0, marks=marks or ("",) * seats)


ANA, BEN = Person(1, "Ana"), Person(2, "Ben")
VERA, OTTO = Robot("master", "Vera"), Robot("greedy", "Otto")


def won_by(points, *people, marks=()):
    """What is said of the end of Azul with these points."""
    boards = [board(one) for one in points]
    return end_of(azul_tables.position(*boards, over=True), "azul", people, marks)


def test_who_wins_against_a_master_is_said_to_have_beaten_one():
    assert "**Ana** beat a master." in won_by((54, 40), ANA, VERA)
    assert "**Ben** beat a master." in won_by((40, 30, 54), OTTO, VERA, BEN)
    assert "**Ana** beat an amateur." in won_by((54, 40, 30), ANA, BEN, OTTO)
    hungarian = words_for("hu")
    state = azul_tables.position(board(54), board(40), over=True)
    assert "**Ana** legyőzött egy mestert." in end_of(state, "azul", (ANA, VERA), words=hungarian)


def test_nobody_beats_a_robot_that_wins_or_shares_or_that_keeps_the_seat_of_somebody():
    assert " beat " not in won_by((40, 54), ANA, VERA)
    assert " beat " not in won_by((54, 54), ANA, VERA)
    assert " beat " not in won_by((54, 40, 30), ANA, BEN, Robot("greedy", "Cy"), marks=("", "", "late"))
    assert " beat " not in won_by((54, 40), ANA, BEN)


def test_who_has_beaten_a_master_reads_it_in_the_own_answer_too():
    room = ended(azul_tables.position(board(54), board(40), over=True), "azul", (ANA, VERA))
    assert "You win with 54 points." in game_over_screen.own_result(room, 0, None, EN).text
    assert "You beat a master." in game_over_screen.own_result(room, 0, None, EN).text


@each("language", languages())
def test_every_robot_has_its_words(language):
    words = words_for(language)
    told = [words(f"robot.{family}.{level}") for level in OFFERED_LEVELS for family in ("level", "plays", "beaten")]
    assert len(set(told)) == len(told)
    assert words("robot.beaten.random") != words("robot.beaten.beginner")


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


@each(("starter", "winner"), [(0, "Ben"), (1, "Ana")])
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
    return room_value(table, people, **{"phase": "over", "shown": 0, **facts})


@each(("key", "words"), [*zip(GAMES, cycle((Words(), Words("hu"))), strict=False)])
def test_the_end_begins_with_who_won_and_why_it_ended(key, words):
    for seed in range(2):
        room = finished(key, seed)
        first = game_over_screen.final_screen(room, words, 0).parts[2].text.splitlines()[0]
        assert first == game_over_screen.winner_line(room, words)
        best = max(room.table.state.scores())
        winner = ("Ana", "Ben")[room.table.state.scores().index(best)]
        assert f"**{winner}**" in first
        assert words("table.because", why="").rstrip(".") in first


def test_the_end_names_every_row_that_was_completed():
    table = finished("azul", 0).table
    ends = [event for events in timeline_of(table).events for event in events if event.kind == "last_round"]
    said = game_over_screen.winner_line(room_of(table), Words())
    assert ends
    for event in ends:
        assert f"**{('Ana', 'Ben')[event.seat]}** completed row {event.facts['row']}" in said


def test_whoever_resigns_ends_a_game_of_two():
    table = Table.new(GAMES["azul"], 2, {}, "end")
    said = game_over_screen.winner_line(room_of(table, marks=("resigned", ""), former=(1, None)), Words())
    assert said == "**Ben** wins with 0 points. The game ended because **Ana** resigned."
    assert game_over_screen.winner_line(room_of(table, phase="ended"), Words()) == ""


def test_points_have_their_word_in_hungarian_too():
    table = Table.new(GAMES["azul"], 2, {}, "end")
    said = game_over_screen.winner_line(room_of(table, marks=("resigned", ""), former=(1, None)), Words("hu"))
    assert said.startswith("**Ben** nyert (0 pont). ")


def test_two_people_read_how_they_stand_against_each_other():
    room = room_of(Table.new(GAMES["azul"], 2, {}, "end"))
    assert game_over_screen.head_to_head(room, (1, 3), Words()) == "**Ben** leads 3:1 against **Ana**."
    assert game_over_screen.head_to_head(room, (2, 2), Words()) == "**Ben** and **Ana** stand at 2:2."
    assert game_over_screen.head_to_head(room, None, Words()) == ""


@each(("met", "ana", "ben"), [
    ((3, 1), "You lead 3:1 against **Ben**.", "**Ana** leads 3:1 against you."),
    ((2, 2), "You and **Ben** stand at 2:2.", "You and **Ana** stand at 2:2."),
])  # fmt: skip
def test_whoever_makes_the_last_move_reads_how_it_ended_for_them(met, ana, ben):
    room = finished("azul", 0)
    scores = room.table.state.scores()
    for seat, told in enumerate((ana, ben)):
        first, second = game_over_screen.own_result(room, seat, met, Words()).text.splitlines()
        best = scores[seat] == max(scores)
        assert first == (
            f"You win with {scores[seat][0]} points." if best else game_over_screen.winner_line(room, Words())
        )
        assert second == told
    assert game_over_screen.own_result(room, 0, None, Words()).text.count("\n") == 0


@each("words", [Words(), Words("hu")])
@each("key", GAMES)
def test_an_end_that_says_who_won_does_not_say_besides_that_it_is_over(key, words):
    room = finished(key, 1)
    said = game_over_screen.final_screen(room, words, len(room.table.log) - 1).parts[2].text
    assert game_over_screen.winner_line(room, words) in said
    assert words(f"{key}.event.over") not in said
