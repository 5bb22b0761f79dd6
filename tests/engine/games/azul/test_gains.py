"""What is shown beside a move of Azul: the points that it brings, whether or not it happens to end the game.

Knows no rule by which points are counted: they are those of the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

from engine import Move
from engine.games.azul import Azul, Board, Draft, Plan
from tests.cases import each
from tests.engine.games.azul.azul_tables import azul, board, played, position


def last_decisions(seats: int, options: dict[str, str], seed: str) -> Iterator[tuple[Azul, int, Move]]:
    """Moves that end the game, with the position and the seat, in a game of seats that fill lines."""
    table, rng = azul(seats=seats, seed=seed, **options), Random(seed)
    while acting := table.state.to_act():
        seat, state = rng.choice(acting), table.state
        moves = state.moves(seat)
        if len({str(move)[:2] for move in moves}) == 1 or isinstance(moves[0], Plan):  # games end only with a round
            some = moves[:: 1 + len(moves) // 20]
            yield from ((state, seat, move) for move in some if not state.after(seat, move).to_act())
        rng.shuffle(moves)
        filling = (move for move in moves if isinstance(move, Draft) and state.facts(seat, move)["full"])
        table = table.play(seat, str(next(filling, moves[0])))


def brought(state: Azul, seat: int, kind: str) -> int:
    """The points of the seat in events of this kind, of the last move."""
    return sum(event.facts["points"] for event in state.events if (event.seat, event.kind) == (seat, kind))


def going_on(state: Azul, seat: int) -> Azul:
    """The same for this seat, but nobody else can end the game, and there is something to deal."""
    later = state.copy()
    later.boards = [one if at == seat else Board(floor=one.floor) for at, one in enumerate(state.boards)]
    later.stall, later.bag = 0, later.bag + "BBBB"
    return later


@each(("wall", "rules"), [("colored", "hungarian"), ("gray", "official")])
def test_7_2_a_move_gains_the_same_where_it_ends_the_game(wall, rules):
    options, ways, compared = {"wall": wall, "rules": rules}, Counter(), 0
    for seats, seed in product((2, 3, 4), "abc"):
        for state, seat, move in last_decisions(seats, options, seed):
            after, gain = state.after(seat, move), state.gain(seat, move)
            ways[type(move)] += 1
            if isinstance(move, Plan):
                assert gain == brought(after, seat, "place")
                continue
            points = state.boards[seat].score + brought(after, seat, "place") - brought(after, seat, "floor")
            marked = rules == "hungarian" and seat == (after.starter + 1) % seats  # as in the round that will not be
            assert gain == max(0, points - marked) - state.outlook(seat)
            other = going_on(state, seat)
            if other.after(seat, move).to_act():
                compared += 1
                assert gain == other.gain(seat, move)
    assert ways[Draft if wall == "colored" else Plan] >= 10
    assert compared or (wall, rules) != ("colored", "hungarian")


def test_7_1_a_row_that_ends_the_game_gains_what_it_scores():
    state = position(board("|BYRK.", score=9), center="W", bag="BBBB")
    assert played(state, "CW1").boards[0].score == 9 + 5 + 2
    assert [state.gain(0, Draft("C", "W", line)) for line in "12F"] == [5, 0, -1]


def test_7_4_the_last_tile_gains_what_it_would_before_another_deal():
    gains = []
    for bag in ("", "BBBB"):
        state = position(board("", "", "W|BYRK.", "", "", score=9), center="B", bag=bag)
        assert played(state, "CB1").over == (bag == "")
        gains.append([state.gain(0, Draft("C", "B", line)) for line in "12F"])
    assert gains[0] == gains[1] == [1, 0, -1]


def test_7_5_a_stalled_game_ends_with_the_gains_of_any_round():
    for stall in (0, 2):
        state = position(board("", "", "K", score=9), center="BB", bag="BBBB", stall=stall)
        assert played(state, "CBF").over == (stall == 2)
        assert [state.gain(0, Draft("C", "B", line)) for line in "4F"] == [0, -2]


def test_8_2_the_marker_that_nobody_gets_after_the_end_costs_its_next_seat_what_it_always_costs():
    gains = []
    for row in ("BYRK.", "BYR.."):
        made = board(f"W|{row}", floor="M", score=9), board(score=9)
        state = position(*made, center="YY", bag="BBBB", turn=1, rules="hungarian")
        after = played(state, "CY5")
        assert after.over == (row == "BYRK.")
        assert (after.boards[1].score, after.outlook(1)) == (9, 8)
        gains.append(state.gain(1, Draft("C", "Y", "5")))
    assert gains == [-1, -1]
