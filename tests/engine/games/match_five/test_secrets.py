"""Match Five keeps its secrets: positions that differ only in tiles hidden from a seat look and act the same to it.

The twins are made here, by mixing what the seat cannot see, without the engine's own `guess`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from engine import CHANCE, IllegalMove, Move, Seat, Table, View, dump
from engine.games.match_five import Done, Draw, Exchange, MatchFive
from engine.games.match_five.sets import heap, split
from engine.robots.ai import choose
from tests.engine.games.match_five.match_five_tables import FIVE

PAIRS = 100
PROBES = [
    FIVE.parse(text)
    for text in ("R3m13", "WB2n13", "B1k10", "done", "pass", "xR3", "xWW", "xB1B2B3", "draw 1 R3", "draw 2 W")
]


def positions(number: int) -> Iterator[MatchFive]:
    """Every position of a game, those before a draw too; the seats play greedily or at random by turns."""
    seats, rng = 2 + number % 5, Random(number)
    state = Table.new(FIVE, seats, {"copies": "324"[number % 3]}, f"secret {number}").state
    while acting := state.to_act():
        yield state  # type: ignore[misc]
        seat = acting[0]
        if seat == CHANCE:
            state = state.after(seat, state.draw(rng))
            continue
        level = "random" if rng.random() < 0.3 else "greedy"
        state = state.apply(seat, choose(level, View(FIVE.key, seat, state.view(seat)), rng))


def twin(state: MatchFive, seat: Seat | None, rng: Random) -> MatchFive:
    """The position with all tiles mixed that the seat cannot see; an unfinished turn of another is undone or kept."""
    other = state.copy()
    if seat != state.turn and rng.random() < 0.5:
        taken = ["W" if step[0] == "W" else step[:2] for step in state.laid]
        other.laid, other.hands[state.turn] = [], heap([*split(state.hands[state.turn]), *taken])
    own_aside = seat is not None and seat == state.seat_to_draw()
    hidden = [split(hand) for each, hand in enumerate(other.hands) if each != seat]
    pool = [tile for hand in (*hidden, split(other.bag), () if own_aside else split(other.aside)) for tile in hand]
    rng.shuffle(pool)
    for each, hand in enumerate(other.hands):
        if each != seat:
            other.hands[each] = heap(pool.pop() for _ in split(hand))
    if not own_aside:
        other.aside = heap(pool.pop() for _ in split(other.aside))
    other.bag = heap(pool)
    other.events = list(state.events)
    return other


def answers(state: MatchFive, seat: Seat | None) -> object:
    """All that a seat can ask of the referee's position and of its own view, as text."""
    view = state.view(seat)
    found = [dump(view), str(view), view.to_act(), state.to_act(), state.scores(), view.scores()]
    found += [view.outlook(each) for each in range(len(view.hands))]
    found += [(event.kind, event.seat, dict(event.facts)) for event in view.events]
    found.append(dump(View(FIVE.key, seat, view)))
    if seat is not None:
        found += [[str(move) for move in view.moves(seat)], [str(move) for move in state.moves(seat)]]
        found += [refusal(state, seat, move) for move in PROBES]
        found += [refusal(view, seat, move) for move in PROBES]
    return json.dumps(found)


def refusal(state: MatchFive, seat: Seat, move: Move) -> object:
    try:
        state.apply(seat, move)
    except IllegalMove as refused:
        return [refused.reason, refused.facts]
    return None


@pytest.fixture(scope="module")
def pairs() -> list[tuple[MatchFive, MatchFive, Seat | None]]:
    """Pairs that differ, each with a seat that cannot see where."""
    found, rng, number = [], Random("twins"), 0
    while len(found) < PAIRS:
        for state in positions(number):
            seat = rng.choice([None, *range(len(state.hands))])
            other = twin(state, seat, rng)
            if other != state:
                found.append((state, other, seat))
        number += 1
    return found


def test_view_events_refusals_and_scores_tell_nothing(pairs):
    assert len(pairs) >= PAIRS
    for state, other, seat in pairs:
        assert answers(state, seat) == answers(other, seat)


def test_the_pairs_hold_every_kind_of_secret(pairs):
    acting = [(state, other, seat) for state, other, seat in pairs if state.to_act() == (state.turn,)]
    assert sum(seat is None for _, _, seat in pairs) > 10
    assert sum(seat != state.turn and bool(state.laid) for state, _, seat in acting) > 10
    assert sum(seat == state.turn for state, _, seat in acting) > 10
    assert any(state.aside and state.aside != other.aside for state, other, _ in pairs)
    assert sum(state.hands != other.hands for state, other, _ in pairs) > PAIRS // 2


def test_the_same_act_looks_the_same(pairs):
    """Own moves, draws of others, swaps of others' different tiles, and another's turn while it is unfinished."""
    rng, kinds = Random("acts"), set()
    for state, other, seat in pairs:
        for actor, one, two in acts(state, other, seat, rng):
            later, twin_later = state.apply(actor, one), other.apply(actor, two)
            assert later.over == twin_later.over
            if later.over:
                continue  # the tiles in hand are charged, so everybody sees them
            assert later.view(seat) == twin_later.view(seat)
            assert later.view(seat).events == twin_later.view(seat).events
            assert later.scores() == twin_later.scores()
            kinds.add((type(one), actor == seat, str(one) == str(two)))
    assert {(Exchange, False, False), (Exchange, True, True), (Draw, False, False), (Done, True, True)} <= kinds


def acts(state: MatchFive, other: MatchFive, seat: Seat | None, rng: Random) -> Iterator[tuple[Seat, Move, Move]]:
    actor = state.to_act()[0]
    if actor == CHANCE:
        drawn, twin_drawn = state.draw(rng), other.draw(rng)
        if state.seat_to_draw() != seat and (state.turns or state.seat_to_draw() != len(state.hands) - 1):
            yield CHANCE, drawn, twin_drawn
    elif actor == seat:
        move = rng.choice(state.moves(seat))
        yield actor, move, move
    else:
        yield from _of_others(state, other, actor)


def _of_others(state: MatchFive, other: MatchFive, actor: Seat) -> Iterator[tuple[Seat, Move, Move]]:
    moves = state.moves(actor), other.moves(actor)
    for kind in ("Exchange", "Pass", "Place", "Wild"):
        ways = [[move for move in each if type(move).__name__ == kind] for each in moves]
        for one in ways[0][:1]:
            same = [move for move in ways[1] if kind in ("Place", "Wild") or weight(move) == weight(one)]
            if same:
                yield actor, one, same[-1]


def weight(move: Move) -> int:
    return len(split(str(move)[1:])) if isinstance(move, Exchange) else 0
