"""What every game promises (docs/adding-a-game.md), for each option and the smallest and largest table.

Knows no rules: it plays at random, with fixed seeds, and asks.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product, starmap
from math import prod
from random import Random

import pytest

from bot.text.words import Words, languages
from engine import CHANCE, GAMES, Cell, Game, Heap, IllegalMove, Table, dump, load
from engine.__main__ import explain_reason
from engine.robots.ai import choose, node_budget, rank_moves
from engine.robots.core import Level
from tests.engine.games.pieces import pieces
from tests.engine.stand_ins import STAND_INS

LONGEST = 1_000  # moves; the longest games so far take about 200
MANY = 400  # ways to answer: up to so many are all tried; of more, so many by lot, at fewer positions
NODES = 50  # positions that a robot may look at here
FEW = 200  # ways to answer that are put into words where there are more than MANY
CLEAN = re.compile(r"[A-Za-z0-9+=/-]{1,12}")


def settings() -> Iterator[tuple[Game, dict[str, str], int]]:
    """Every game with all its options, at the smallest and at the largest table by turns; without options at both.

    Of a game with many options so many ways to choose that every two values meet.
    """
    for game in (*GAMES.values(), *STAND_INS.values()):
        every = [dict(zip(game.options, values, strict=True)) for values in product(*game.options.values())]
        ranks = [[game.options[name].index(value) for name, value in options.items()] for options in every]
        some = [
            options
            for options, rank in zip(every, ranks, strict=True)
            if len(rank) < 3 or sum(rank) in (0, len(rank) - 1)
        ]
        for number, options in enumerate(some if game.options else some * 2):
            seats = game.seats[-1 if (len(some) - number) % 2 else 0]  # the last, which has most pieces, at the largest
            yield game, options, seats


@pytest.fixture(scope="module", params=[*GAMES, *STAND_INS])
def games(request) -> list[tuple[Table, ...]]:
    """Random games that all promises are asked about."""
    return [tuple(played(*chosen, "promises")) for chosen in settings() if chosen[0].key == request.param]


@pytest.fixture(scope="module")
def tables(games) -> list[Table]:
    """Their tables."""
    return [table for tables in games for table in tables]


def played(game: Game, options: dict[str, str], seats: int, seed: str) -> Iterator[Table]:
    """The tables of one random game, the opening first; several to act move in a random order."""
    table, rng = Table.new(game, seats, options, seed), Random(seed)
    for _ in range(LONGEST):
        yield table
        acting = table.state.to_act()
        if not acting:
            return
        seat = rng.choice(acting)
        table = table.play(seat, str(rng.choice(table.state.moves(seat))))
    pytest.fail(f"{game.key} did not end within {LONGEST} moves")


def test_apply_leaves_its_input_alone_and_shares_nothing(tables):
    kept = []
    for table in tables[::3]:
        twin, events = copy.deepcopy(table.state), list(table.state.events)
        for seat in table.state.to_act():
            table.state.apply(seat, table.state.moves(seat)[-1])
            table.state.moves(seat).clear()  # a list of moves is the caller's own
            assert (table.state, table.state.events) == (twin, events)
        kept.append((table.state, twin))
    assert all(state == twin for state, twin in kept)


def test_notation_is_unique_short_clean_and_read_back(tables):
    for table in tables:
        for seat in table.state.to_act():
            moves = table.state.moves(seat)
            texts = [str(move) for move in moves]
            assert len(set(texts)) == len(texts) > 0
            assert [table.game.parse(text) for text in texts] == moves
            assert all(CLEAN.fullmatch(text) for text in texts)
        assert all(str(table.game.parse(entry.text)) == entry.text for entry in table.log[-2:])


def test_a_move_is_listed_exactly_when_no_rule_refuses_it(tables):
    kinds = {}
    for number, table in enumerate(tables):
        state = table.state
        ways = sum(prod(map(len, state.domain(kind))) for kind in kinds)
        if number % (1 + ways // MANY):
            continue
        for seat in range(table.seats):
            moves = state.moves(seat)
            kinds |= {type(move): None for move in moves}
            if number % 7 and (len(kinds) == 1 or seat not in state.to_act()):
                continue
            for kind in kinds:
                domains, listed = state.domain(kind), [move for move in moves if type(move) is kind]
                every_one = (*trial(kind, domains, number), *listed)
                assert {move for move in every_one if state.refuses(seat, move) is None} == set(listed)
                for given, domain in zip(zip(*map(kind.answers, listed), strict=True), domains, strict=bool(listed)):
                    assert set(given) <= set(domain)


def trial(kind, domains, number):
    """Moves with all answers of these domains, or MANY of them by lot where there are more."""
    ways = every_way(kind, domains)
    return ways if len(ways) <= MANY else Random(number).choices(ways, k=MANY)


@lru_cache(maxsize=8)
def every_way(kind, domains):
    return tuple(starmap(kind, product(*domains)))


def test_a_position_survives_json(tables):
    for table in tables:
        text = json.dumps(dump(table.state))
        assert load(table.game.state, json.loads(text)) == table.state
        assert len(text) < 4_000


def test_a_log_leads_to_the_same_position_again(games):
    for tables in games:
        for table in (*tables[::20], tables[-1]):
            assert tables[-1].back_to(len(table.log)).state == table.state


def test_a_view_is_enough_for_its_seat(tables):
    for table in tables:
        for seat in (None, *range(table.seats)):
            view = table.state.view(seat)
            assert view.view(seat) == view
            assert view.to_act() == table.state.to_act()
            assert view.scores() == table.state.scores()
            assert all(event.seen_by(seat) for event in view.events)
            if seat is not None:
                assert view.moves(seat) == table.state.moves(seat)


def test_a_guess_looks_the_same_to_its_seat(tables):
    for number, table in enumerate(tables[::5]):
        for seat in range(table.seats):
            view = table.state.view(seat)
            assert view.guess(seat, Random(number)).view(seat) == view


def test_moves_of_seats_that_act_at_once_commute(tables):
    rng = Random("commute")
    for table in tables:
        first, *others = table.state.to_act() or (0,)
        for other in others:
            one, two = (rng.choice(table.state.moves(seat)) for seat in (first, other))
            assert table.state.apply(first, one).apply(other, two) == table.state.apply(other, two).apply(first, one)


def test_no_question_has_more_than_25_answers(tables):
    for table in tables:
        for seat in table.state.to_act():
            moves = table.state.moves(seat)
            for kind in set(map(type, moves)):
                asked = zip(*(move.answers() for move in moves if type(move) is kind), strict=True)
                for answers in map(set, asked):
                    if isinstance(next(iter(answers)), Cell):  # asked by column, then by row
                        assert max(len({cell.column for cell in answers}), len({cell.row for cell in answers})) <= 25
                    elif not isinstance(next(iter(answers)), Heap):
                        assert len(answers) <= 25


def test_games_end_and_every_position_on_the_way_is_sound(games):
    for tables in games:
        all_pieces = pieces(tables[0].game.key, tables[0].state)
        for table in tables:
            table.game.check(table.state)
            assert pieces(table.game.key, table.state) == all_pieces
        last = tables[-1]
        assert last.state.to_act() == ()
        assert all(last.state.moves(seat) == [] for seat in range(last.seats))
        assert last.state.scores() == last.back_to(len(last.log)).state.scores()


def test_robots_play_legal_moves_from_their_view(tables):
    rng = Random("robots")
    for table, level in product(tables[::13], (Level.NEWCOMER, Level.BEGINNER, Level.AMATEUR)):
        for seat in table.state.to_act():
            move = choose(level, table.view(seat), rng)
            assert table.state.refuses(seat, move) is None, level


def test_robots_that_look_ahead_know_legal_moves_only(games):
    for table in (table for tables in games for table in tables[:: 1 + len(tables) // 3]):
        for seat in table.state.to_act():
            found = rank_moves(table.view(seat), Random(table.seed), NODES)
            assert found
            assert [str(move) for move, _ in found if table.state.refuses(seat, move)] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_stronger_robot_looks_at_more_positions(game):
    for seats in game.seats:
        view = Table.new(game, seats, {}, "seed").view(0)
        looked_at = [node_budget(level, view) for level in Level]
        assert looked_at[:3] == [0, 0, 0]
        assert 0 < looked_at[3] < looked_at[4] < looked_at[5]


def test_nobody_moves_out_of_turn_and_nobody_types_a_draw(tables):
    for table in tables[::5]:
        acting = table.state.to_act()
        assert CHANCE not in acting
        for seat in (CHANCE, table.seats, -2):
            with pytest.raises(IllegalMove):
                table.play(seat, table.log[-1].text if table.log else "x")
        for other in range(table.seats):
            if acting and not table.state.moves(other):
                with pytest.raises(IllegalMove):
                    table.play(other, str(table.state.moves(acting[0])[0]))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_events_answers_and_refusals_have_words(game):
    spoken, kinds, no = [Words(language) for language in languages()], set(), {}
    for seats in (game.seats[0], game.seats[-1]):
        for table in played(game, game.chosen({}), seats, f"words {seats}"):
            for event, words in product(table.events, spoken):
                key = f"{game.key}.event.{event.kind}"
                assert "{" not in words(key, name="Ana", **event.facts)
                kinds.add(event.kind)
            for seat in table.state.to_act() if len(table.log) % 2 == 0 else ():
                for kind in {type(move) for move in table.state.moves(seat)}:
                    no |= refused(table, seat, kind)
    assert "over" in kinds
    for reason, facts in no.values():
        assert all(words(f"{game.key}.short.{reason}", **facts) for words in spoken)
        assert explain_reason(game.key, reason, facts)[-1] == "."


def refused(table, seat, kind):
    """A refusal for each reason not to make moves of this kind, with its facts, by what is told of them."""
    for answers in some(table.state.domain(kind), len(table.log)):
        move = kind(*answers)
        if (reason := table.state.refuses(seat, move)) is not None:
            facts = table.state.facts(seat, move)
            yield (len(table.log), table.seats, reason, *facts), (reason, facts)


def some(domain, number):
    """Every so many-th way to answer, or a few by lot where there are many."""
    if prod(map(len, domain)) <= MANY:
        return list(product(*domain))[:: 1 + number % 7]
    rng = Random(number)
    return [tuple(map(rng.choice, domain)) for _ in range(FEW)]


# the two shapes of stand-ins


def test_an_unfinished_turn_is_its_own_secret():
    table = Table.new(STAND_INS["hands"], 2, {}, "secret")
    before = table.view(None).state
    tile = table.state.hands[0][0]
    later = table.play(0, f"put{tile}")
    assert later.view(None).state == before == table.view(None).state
    assert later.view(1).state == table.view(1).state
    assert [event.kind for event in later.view(1).state.events] == []
    assert later.view(0).state.laid == tile
    assert [event.kind for event in later.play(0, "done").view(1).state.events if event.kind != "draw"] == []


def test_a_step_of_an_unfinished_turn_is_taken_back():
    table = Table.new(STAND_INS["hands"], 2, {}, "back")
    later = table.play(0, f"put{table.state.hands[0][0]}")
    assert later.back_to(len(later.log) - 1).state == table.state


def test_a_plan_is_replaced_until_the_last_one_is_in():
    table = Table.new(STAND_INS["plans"], 3, {}, None).play(1, "plan5").play(0, "plan4")
    assert table.state.to_act() == (2,)
    table = table.play(1, "plan3")
    assert (table.state.to_act(), table.view(2).state.plans) == ((2,), ["?", "?", ""])
    assert table.play(2, "plan4").state.points == [0, 3, 0]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_depends_on_an_option_names_one_and_a_match_has_seats(game):
    for option, (other, value) in game.only_with.items():
        assert option in game.options
        assert value in game.options[other]
        assert other not in game.only_with
        assert option in game.asked({other: value})
        assert all(option not in game.asked({other: another}) for another in game.options[other] if another != value)
    assert set(game.match_with) <= set(game.seats)
