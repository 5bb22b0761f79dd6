"""Robots that look ahead in Summer Pavilion: the numbers they think with, and what a player sees of it."""

from collections.abc import Iterator
from itertools import product
from random import Random

from engine.core import CHANCE, Move, Seat, View
from engine.games import GAMES
from engine.games.pavilion import Board, Draft, Pavilion, Place, Take
from engine.games.pavilion.sets import COLORS, OPTIONS, SEATS
from engine.robots.ai import rank_moves
from engine.robots.pavilion.draft_search import rank as rank_drafts
from engine.robots.pavilion.packed import after_draft, draft_state, pack_heap, run_growth
from engine.robots.pavilion.placement_plans import after_move, placement_state
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import board, position
from tests.engine.games.random_games import games_played

GAME = GAMES["pavilion"]
SIDES = OPTIONS["side"]
KINDS = [*product(SIDES, SEATS)]


def moments(side: str, seats: int, seed: str) -> Iterator[tuple[Pavilion, Seat, Move, Pavilion]]:
    """Every move of a game played by lot: the position, who moves, the move, the next position."""
    rng = Random(seed)
    state = GAME.start(seats, {"side": side}, rng.randrange(seats))
    while acting := state.to_act():
        seat = acting[0]
        move = state.draw(rng) if seat == CHANCE else rng.choice(state.moves(seat))
        after = state.after(seat, move)
        if seat != CHANCE:
            yield state, seat, move, after
        state = after


def best(state: Pavilion, nodes: int = 400) -> str:
    """The notation of the move that a robot makes."""
    return str(rank_moves(View("pavilion", state.to_act()[0], state), Random(0), nodes)[0].move)


def mispredicted_moves(side: str, seats: int, seed: str) -> list[Move]:
    """The moves of a game played by lot after which a robot would think of other tiles than really lie there."""
    return [move for state, seat, move, after in moments(side, seats, seed) if not follows(state, seat, move, after)]


def follows(state: Pavilion, seat: Seat, move: Move, after: Pavilion) -> bool:
    """Whether what a robot thinks follows from a move is the next position; who passed has no hand any more."""
    boards = after.boards
    if isinstance(move, Draft):
        then, real = after_draft(draft_state(state), state, move), draft_state(after)
        hands = zip(then.hands, real.hands, boards, strict=True)
        return then[:2] == real[:2] and all(one == other or board.passed for one, other, board in hands)
    if isinstance(move, Place | Take):
        points, laid = after_move(placement_state(state, seat), move, state.side, COLORS.index(state.wild))
        scored = after.phase == "over" or points == boards[seat].score - state.boards[seat].score
        same = laid._replace(hand=0) == placement_state(after, seat)._replace(hand=0)
        return scored and same and (laid.hand == pack_heap(boards[seat].hand) or boards[seat].passed)
    return True


@each("number", games_played(12))
def test_robots_think_of_the_tiles_that_really_lie_there(number: int) -> None:
    side, seats = KINDS[number % len(KINDS)]
    assert mispredicted_moves(side, seats, f"{side}/{seats}/{number}") == []


def test_robots_know_who_took_the_start_token_and_what_it_costs() -> None:
    state = position(board(hand="P", score=9), board(hand="G", score=9), factories="PPGY", center="OOBR", turn=0)
    after = after_draft(draft_state(state), state, Draft("C", "O"))
    assert (after.holder, after.tiles, after.turn) == (0, 2, 1)
    assert after_draft(draft_state(state), state, Draft("1", "G")).holder == -1


def test_the_most_points_for_a_star_come_from_laying_its_tiles_side_by_side() -> None:
    assert run_growth(0b000000, 0b111111) == 1 + 2 + 3 + 4 + 5 + 6
    assert run_growth(0b000101, 0b000010) == 3
    assert run_growth(0b000001, 0b001000) == 1


@each("side", SIDES)
@each("seats", SEATS)
def test_robots_rank_legal_moves_all_game_long(side: str, seats: int) -> None:
    for step, (state, seat, _, _) in enumerate(moments(side, seats, f"legal/{side}/{seats}")):
        if step % 150 == 0:
            answers = rank_moves(View("pavilion", seat, state), Random(step), 30)
            moves = [answer.move for answer in answers]
            assert moves and set(moves) <= set(state.moves(seat)) and len(set(moves)) == len(moves)
            assert answers[0].value == max(answer.value for answer in answers)


def test_a_robot_gives_the_same_answer_twice_whatever_its_lot() -> None:
    state = next(state for state, *_ in moments("colored", 2, "same"))
    first, again = (rank_moves(View("pavilion", state.turn, state), Random(seed), 500) for seed in (1, 2))
    assert first == again


def test_what_lies_in_the_bag_and_what_in_the_tower_does_not_matter() -> None:
    state = next(state for state, *_ in moments("colored", 2, "bag"))
    other = state.copy()
    other.bag, other.tower = other.tower, other.bag
    assert best(state) == best(other)


def test_a_robot_completes_a_star_before_it_passes() -> None:
    state = position(board(hand="OOOOOO", score=30, UL="OOOOO."), board(), round=6, turn=0)
    assert best(state) == "UL6O0"


def test_a_robot_passes_only_when_nothing_is_to_gain() -> None:
    state = position(board(hand="PPPPPR", score=30), board(), round=6, turn=0)
    assert best(state) != "pass"


def test_a_robot_chooses_the_bonus_tile_that_completes_its_star() -> None:
    state = position(
        board(hand="BB", score=30, R="BB.BBB"), board(), supply="PPGGOOYYBR", phase="place", round=6, turn=0, owed=1
    )
    assert best(state) == "+B"


def test_a_robot_keeps_the_tiles_that_are_wild_next() -> None:
    full = {"UL": "OOOOOO", "UR": "RRRRRR", "R": "BBBBBB", "LR": "YYYYYY", "L": "PPPPPP", "C": "POYBRG"}
    state = position(board(hand="PPPPGGGG", score=90, LL="GGGGGG", **full), board(), round=1, turn=0)
    assert best(state) == "pass=GGGG"


def test_a_robot_takes_the_tiles_that_its_star_needs() -> None:
    state = position(board(hand="OOOO", score=50, UL="OOOOO."), board(score=50), factories="OOYY/GGYB", round=6, turn=0)
    assert best(state) == "1O"


def test_a_robot_denies_the_tiles_that_complete_a_star_of_the_other() -> None:
    state = position(
        board(hand="", score=50), board(hand="OOOO", score=50, UL="OOOOO."), factories="OOYY/GGBB", round=6, turn=0
    )
    assert best(state) == "1O"


def test_with_three_seats_the_lead_over_the_best_other_counts() -> None:
    state = position(Board(hand="P"), board(hand="G", score=40), board(hand="Y"), factories="PPGY/RRBB")
    values = [answer.value for answer in rank_drafts(state, 0, 200)]
    assert max(values) < 0


def test_robots_go_on_from_a_position_with_more_tiles_than_the_game_has() -> None:
    state = position(board(hand="P" * 900, score=9), board(hand="G" * 40), center="O" * 90 + "P" * 40, turn=0)
    assert best(state, 30) == "CO"
    state = position(board(hand="P" * 900 + "G", score=9), board(hand="G" * 40), turn=0)
    assert best(state, 30) in map(str, state.moves(0))
