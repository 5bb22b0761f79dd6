"""Sequential halving, tried on numbers that are better or worse with some luck."""

from __future__ import annotations

from random import Random

from engine.robots.search import Trials, rank_by_halving

LUCK = 50.0  # how far luck can move what a number brings


def numbers(looked: list[tuple[int, float]], cost: int = 1) -> Trials[int, float]:
    """Trials in which a number brings itself and luck that all who are compared share; `looked` remembers them."""

    def outcome(candidate: int, guess: float, rng: Random) -> tuple[float, int]:
        looked.append((candidate, guess))
        return candidate + guess + LUCK * rng.random(), cost

    return Trials(lambda rng: LUCK * rng.random(), outcome)


def test_the_best_comes_first_although_luck_is_larger_than_what_is_compared():
    ranked = rank_by_halving(list(range(16)), numbers([]), Random(1), 200)
    assert [candidate for candidate, _ in ranked] == list(range(15, -1, -1))


def test_values_fall_from_the_best_on_by_what_the_same_luck_shows():
    values = [value for _, value in rank_by_halving([3, 1, 2], numbers([]), Random(1), 100)]
    assert [round(values[0] - value, 6) for value in values] == [0, 1, 2]


def test_better_candidates_are_tried_more_often():
    looked: list[tuple[int, float]] = []
    rank_by_halving(list(range(8)), numbers(looked), Random(1), 240)
    tried = [sum(candidate == number for candidate, _ in looked) for number in range(8)]
    assert tried == [10, 10, 10, 10, 30, 30, 70, 70]


def test_all_who_are_compared_are_tried_on_the_same_guesses():
    looked: list[tuple[int, float]] = []
    rank_by_halving([1, 2], numbers(looked), Random(1), 20)
    ones, twos = ([guess for candidate, guess in looked if candidate == number] for number in (1, 2))
    assert ones == twos
    assert len(set(ones)) == 10


def test_everybody_is_tried_once_however_few_positions_may_be_looked_at():
    looked: list[tuple[int, float]] = []
    ranked = rank_by_halving([1, 2, 3], numbers(looked, cost=40), Random(1), 1)
    assert [candidate for candidate, _ in ranked] == [3, 2, 1]
    assert len(looked) == 3


def test_the_number_of_positions_is_kept_to_within_one_round_of_trials():
    looked: list[tuple[int, float]] = []
    rank_by_halving(list(range(16)), numbers(looked, cost=10), Random(1), 2_000)
    assert 2_000 <= 10 * len(looked) <= 2_000 + 10 * 16


def test_the_only_candidate_gets_a_value():
    assert len(rank_by_halving([7], numbers([]), Random(1), 5)) == 1


def test_the_earlier_one_of_equals_comes_first():
    assert [candidate for candidate, _ in rank_by_halving("ba", SAME, Random(1), 10)] == ["b", "a"]


def test_the_same_arguments_give_the_same_answer():
    first, again = (rank_by_halving(list(range(9)), numbers([]), Random(5), 90) for _ in range(2))
    assert first == again


SAME: Trials[str, None] = Trials(lambda rng: None, lambda candidate, guess, rng: (0.0, 1))
