"""What robots compute with is the same position as that of the rules, after every move of games by lot."""

from __future__ import annotations

from itertools import product
from random import Random

from engine.core import CHANCE, Move
from engine.games.azul import Azul, Draft, Plan
from engine.games.azul.sets import FLOOR_COSTS, OPTIONS
from engine.games.azul.state import start
from engine.robots.azul.board_values import BoardEvaluator, RoundSetting, WallRules, clock_of, wall_values
from engine.robots.azul.position import BoardForm, position_after_draft, position_of
from engine.robots.azul.round_tree import RoundTree
from tests.cases import each
from tests.engine.games.random_games import games_played

KINDS = [*product((2, 3, 4), product(*OPTIONS.values()))]


def kind(number: int) -> tuple[int, dict[str, str]]:
    """The seats and options of the game of that number; all kinds in turn."""
    kinds = Random("kinds").sample(KINDS, len(KINDS))
    seats, values = kinds[number % len(kinds)]
    return seats, dict(zip(OPTIONS, values, strict=True))


def tried(state: Azul, seat: int, rng: Random) -> Move:
    """A move by lot, often one that lays tiles into a line, so that games come to an end."""
    moves = state.moves(seat)
    lines = [move for move in moves if isinstance(move, Draft) and move.line != "F"]
    return rng.choice(lines if lines and rng.random() < 0.9 else moves)


def same_offers(state: Azul, seat: int, tree: RoundTree) -> None:
    """Every draft leads to the same position in both ways, and no other position is offered to the search."""
    reached = {}
    for move in state.moves(seat):
        after = state.after(seat, move)
        reached[position_after_draft(state, tree.root, move, tree.boards)] = after
        if after.has_offers():
            assert position_after_draft(state, tree.root, move, tree.boards) == position_of(after, seat, tree.boards)
    children = [child for _, child in tree.children(tree.root)]
    assert len(children) == len(set(children))
    assert set(children) == set(reached)


def last_forms(state: Azul, move: Move) -> list[BoardForm]:
    """The boards when all tiles are drafted, and this was the last move of the round."""
    tree, seats = RoundTree(state, state.turn), len(state.boards)
    numbers = position_after_draft(state, tree.root, move, tree.boards)[4] if isinstance(move, Draft) else tree.root[4]
    from_turn = [boards.forms[number] for boards, number in zip(tree.boards, numbers, strict=True)]
    return [from_turn[(seat - state.turn) % seats] for seat in range(seats)]


def same_end(before: Azul, after: Azul, plans: list[str], move: Move) -> None:
    """Walls, points and what broke ties are those of the rules when a round has ended."""
    side, forms = WallRules(before.wall, before.house_rules, many_players=False), last_forms(before, move)
    for form, board, later, plan in zip(forms, before.boards, after.boards, plans, strict=True):
        worth = BoardEvaluator(board, RoundSetting(side, before.tiebreak, 1))
        tiled = worth.tile_by_plan(form, plan)
        assert list(tiled.cells) == later.wall
        spaces = min(7, form.floor + tiled.fell)
        assert spaces == later.spilled
        assert tiled.placed == later.wall_tile_count() - board.wall_tile_count()
        points = max(0, board.score + tiled.points - FLOOR_COSTS[spaces])
        bonus = wall_values(tiled.cells, side)[0]
        assert points + bonus * after.over == later.score
        assert (clock_of(tiled.cells, side.house) == 0) == after.ends_game(later.wall)
        ended = worth.values(form, tiled).at_end[0]
        assert round(ended) == points + bonus
        assert abs(ended - points - bonus) < 0.5


@each("number", games_played(9))
def test_a_compact_position_is_that_of_the_rules_after_every_ply(number):
    rng, (seats, options) = Random(number), kind(number)
    state = start(seats, options, rng.randrange(seats))
    while acting := state.to_act():
        if acting == (CHANCE,):
            state = state.after(CHANCE, state.draw(rng))
            continue
        seat = rng.choice(acting)
        if state.has_offers() and rng.random() < 0.08:
            same_offers(state, seat, RoundTree(state, seat))
        move = tried(state, seat, rng)
        later, plans = state.after(seat, move), ["-----"] * seats
        if isinstance(move, Plan):
            plans = [*state.plans[:seat], move.columns, *state.plans[seat + 1 :]]
        if not later.has_offers() and not later.plans:
            same_end(state, later, plans, move)
        state = later
    assert state.to_act() == ()
