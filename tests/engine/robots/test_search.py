"""Alpha-beta finds what a full search finds, within its budget, on a small game of numbers.

Knows no game of the shelf.
"""

from __future__ import annotations

from random import Random

from engine.robots.search import Tree, alpha_beta
from tests.cases import each

Path = tuple[int, ...]  # which child was taken, move by move


class Numbers(Tree[Path]):
    """A tree whose leaves have numbers by lot; moves of the asker and of the other alternate."""

    def __init__(self, seed: int, depth: int, width: int = 4) -> None:
        self.rng, self.depth, self.width = Random(seed), depth, width
        self.numbers: dict[Path, float] = {}
        self.asked = 0

    def value(self, position: Path) -> float:
        """What a position looks like at once; only that of a leaf counts in the end."""
        if position not in self.numbers:
            self.numbers[position] = float(self.rng.randrange(100))
        return self.numbers[position]

    def is_askers_turn(self, position: Path) -> bool:
        """The asker has the first move and every second one."""
        return len(position) % 2 == 0

    def children(self, position: Path) -> list[tuple[float, Path]]:
        """All children of a position that is no leaf."""
        if len(position) == self.depth:
            return []
        self.asked += self.width
        found = [(self.value((*position, at)), (*position, at)) for at in range(self.width)]
        return sorted(found, reverse=self.is_askers_turn(position))

    def full(self, position: Path) -> float:
        """The value by a look at every leaf."""
        values = [self.full(child) for _, child in self.children(position)]
        if not values:
            return self.value(position)
        return max(values) if self.is_askers_turn(position) else min(values)


@each("depth", [1, 2, 3, 5])
def test_it_finds_what_a_look_at_every_leaf_finds(depth):
    for seed in range(8):
        tree = Numbers(seed, depth)
        value, child = alpha_beta(tree, (), 10**6)[0]
        assert value == tree.full(()) == tree.full(child)


def test_the_first_child_is_best_and_the_others_are_worth_no_more():
    tree = Numbers(5, 5)
    found = alpha_beta(tree, (), 10**6)
    assert len(found) == 4
    assert [value for value, _ in found] == sorted((value for value, _ in found), reverse=True)
    assert all(value >= tree.full(child) for value, child in found)


def test_it_looks_at_no_more_positions_than_it_may():
    for nodes in (1, 30, 300, 3000):
        tree = Numbers(2, 12)
        found = alpha_beta(tree, (), nodes)
        assert len(found) == 4
        assert tree.asked <= nodes + tree.width
        assert [value for value, _ in found] == sorted((value for value, _ in found), reverse=True)


def test_it_leaves_out_what_cannot_matter():
    tree = Numbers(7, 8)
    alpha_beta(tree, (), 10**6)
    assert tree.asked < sum(4**depth for depth in range(9)) / 3


def test_with_nothing_to_do_there_is_nothing_to_choose():
    assert alpha_beta(Numbers(1, 0), (), 100) == []


def test_it_knows_again_what_it_has_met_by_another_way():
    class Sums(Numbers):
        """The order of the numbers taken does not matter."""

        def children(self, position: Path) -> list[tuple[float, Path]]:
            """Sorted, so that different ways meet."""
            found = {tuple(sorted(child)) for _, child in super().children(position)}
            return sorted(((self.value(child), child) for child in found), reverse=self.is_askers_turn(position))

    tree = Sums(3, 7)
    value, _ = alpha_beta(tree, (), 10**6)[0]
    asked, tree.asked = tree.asked, 0
    assert value == tree.full(())
    assert asked < tree.asked / 5
