"""Whole games of Summer Pavilion on both sides, by the engine and by a slow second way, compared after every move."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from engine import CHANCE, GAMES, Table
from engine.games.pavilion import Board, Deal, Pavilion
from tests.cases import each
from tests.engine.games.pavilion.slow_second_way import COLORS, NAMES, PRINTED, Seat, Slow

SEATS = (2, 3, 4)


def snapshot(state: Pavilion) -> list[object]:
    boards = [(one.stars, sorted(one.hand), sorted(one.corners), one.score, one.passed) for one in state.boards]
    heaps = [sorted(heap) for heap in (*state.factories, state.center, state.supply, state.bag, state.tower)]
    return [boards, heaps, state.token, state.starter, state.turn, state.round, state.phase, state.owed]


def choose(rng: Random, style: str, moves: set[str]) -> str:
    """An eager seat passes when it must, a thrifty one soon; a builder begins with space 6, a gardener with space 1."""
    every = sorted(moves)
    places = [text for text in every if "pass" not in text]
    if style == "thrifty" or not places:
        return rng.choice(every if rng.random() < 0.8 or not places else places)
    rng.shuffle(places)
    best = {"builder": max, "gardener": min}.get(style, lambda found, key: found[0])
    return best(places, key=lambda text: text[-3:-2])


def cover(seat: Seat, side: str, share: float, rng: Random) -> None:
    """Tiles on about this share of all spaces, as the stars allow it."""
    for name, space in product(NAMES, range(1, 7)):
        colors = [color for color in COLORS if seat.takes(name, color, side)]
        if rng.random() < share:
            seat.stars[name, space] = (seat.on(name) or colors)[0] if rng.random() < 0.6 else rng.choice(colors)
            if not legal(seat.on(name), side, name):
                seat.stars[name, space] = rng.choice(colors)


def legal(there: list[str], side: str, name: str) -> bool:
    """Whether a star may be covered like this, each color once or, unless it is the center star, all of one."""
    return len(set(there)) == len(there) or (len(set(there)) == 1 and (side == "mono" or name != "C"))


def follow(seats: int, side: str, style: str, seed: object, tiles: int = 22, share: float = 0) -> Pavilion:
    """A game by both ways, alike after every move; the position in which it ended.

    Of each color there are so many tiles beside those that cover this share of the boards at first.
    """
    rng = Random(f"{seed}")
    state, slow = Table.new(GAMES["pavilion"], seats, {"side": side}, None).state, Slow(seats, side)
    for seat in slow.seats:
        cover(seat, side, share, rng)
    boards = [Board(stars=stars, passed=True) for stars, *_ in slow.snapshot()[0]]
    state, slow.bag = replace(state, bag=COLORS * tiles, boards=boards), list(COLORS * tiles)
    while slow.phase != "over":
        state = step(state, slow, style, rng)
        assert snapshot(state) == slow.snapshot()
    assert state.to_act() == ()
    return state


def step(state: Pavilion, slow: Slow, style: str, rng: Random) -> Pavilion:
    """A draw or a move by both ways, which must list the same moves."""
    if slow.phase in ("supply", "deal"):
        move = state.draw(rng)
        slow.chance(list(move.factories) if isinstance(move, Deal) else [move.tiles])
        return state.apply(CHANCE, move)
    seat, moves = slow.turn, slow.moves()
    assert state.to_act() == (seat,)
    assert {str(each) for each in state.moves(seat)} == moves
    text = choose(rng, style, moves)
    slow.move(text)
    return state.apply(seat, GAMES["pavilion"].parse(text))


GAMES_PLAYED = [
    (SEATS[(n + at) % 3], side, style)
    for n, style in enumerate(("eager", "thrifty", "builder", "gardener"))
    for at, side in enumerate(PRINTED)
]


@each(("seats", "side", "style"), GAMES_PLAYED)
def test_whole_games_agree_with_the_slow_way(seats, side, style):
    """Each style meets each side, and each side each size."""
    follow(seats, side, style, (seats, side, style))


@each("tiles", [2, 5, 9])
@each("seats", SEATS)
def test_games_with_few_tiles_and_full_boards_agree_too(seats, tiles):
    """Bag and tower run dry: a short supply [5.11] [7.4], short factories, rounds with nothing to take; and goals."""
    side = [*PRINTED][(seats + tiles) % 2]
    follow(seats, side, "gardener" if tiles == 5 else "builder", (seats, side, tiles), tiles, 0.7)
