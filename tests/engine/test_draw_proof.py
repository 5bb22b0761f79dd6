"""Draws that can be checked: the lock, and dealing a game again. Knows no Discord."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine import CHANCE, GAMES, Entry, Table
from engine.draw_proof import first_difference, seed_lock
from engine.robots.ai import choose
from tests.cases import each


def played(key: str, seed: str) -> Table:
    table, rng = Table.new(GAMES[key], GAMES[key].seats[0], {}, seed), Random(key)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("random", table.view(seat), rng)))
    return table


def test_the_lock_tells_seeds_apart_and_is_always_the_same():
    assert seed_lock("a") == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    assert len({seed_lock(str(n)) for n in range(1_000)}) == 1_000


@each("key", ["azul", "pavilion", "match_five"])
def test_a_game_dealt_again_is_the_same_and_another_seed_is_not(key):
    table = played(key, "the seed")
    assert table.draws > 1
    assert first_difference(table, "the seed") == 0
    assert first_difference(table, "another seed") == 1


def test_a_changed_draw_is_named_by_its_number():
    table = played("azul", "the seed")
    at = [n for n, entry in enumerate(table.log) if entry.seat == CHANCE][2]
    log = list(table.log)
    log[at] = Entry(CHANCE, log[at].text[:-4] + "".join(sorted(log[at].text[-4:], reverse=True)) + "x")
    assert first_difference(replace(table, log=tuple(log)), "the seed") == 3


def test_a_last_draw_after_which_nobody_moved_is_compared_too():
    dealt = Table.new(GAMES["azul"], 2, {}, "the seed")
    assert (first_difference(dealt, "the seed"), first_difference(dealt, "another seed")) == (0, 1)


def test_without_draws_there_is_nothing_to_check():
    assert first_difference(played("pillars", "the seed"), "another") == 0
