"""Summer Pavilion a second time, slowly: a table that reads the rules again, tile by tile, with boards as dicts.

Knows nothing of the engine; pillars, statues and windows are found from where the spaces lie around the stars.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

COLORS, NAMES = "PGOYBR", ("UL", "UR", "R", "LR", "LL", "L", "C")
PRINTED = {"colored": ["123456"] * 7, "mono": ["321456"] * 6 + ["333333"]}
# Clockwise from the upper left: the spaces of each outer star and of the center star around its pillar, its statue
# with the next star, its window; read off the table of the study.
PILLARS = ["23+61", "23+12", "23+23", "23+34", "23+45", "23+56"]
Space = tuple[str, int]


def ornaments() -> list[tuple[int, set[Space]]]:
    """What each ornament pays and the spaces around it [2.5] [5.9]."""
    found: list[tuple[int, set[Space]]] = []
    for at, name in enumerate(NAMES[:6]):
        own, center = PILLARS[at].split("+")
        found.append((1, {(name, int(own[0])), (name, int(own[1])), ("C", int(center[0])), ("C", int(center[1]))}))
        after = NAMES[(at + 1) % 6]
        found.append((2, {(name, 1), (name, 2), (after, 3), (after, 4)}))
        found.append((3, {(name, 5), (name, 6)}))
    return found


ORNAMENTS = ornaments()


class Seat:
    """What lies before one seat: stars as {(name, space): color}, the hand and the corners as lists."""

    def __init__(self) -> None:
        self.stars: dict[Space, str] = {}
        self.hand: list[str] = []
        self.corners: list[str] = []
        self.score, self.passed = 5, True

    def lose(self, points: int) -> None:
        """[6.3]."""
        self.score = max(1, self.score - points)

    def on(self, name: str) -> list[str]:
        return [color for (star, _), color in self.stars.items() if star == name]

    def takes(self, name: str, color: str, side: str) -> bool:
        """[5.3] and [5.4]."""
        there = self.on(name)
        if side == "colored" and name != "C":
            return color == "ORBYGP"[NAMES.index(name)]
        if side == "mono" and len(set(there)) == 1:
            return len(there) == 1 or color == there[0]
        return color not in there

    def places(self, side: str, wild: str) -> set[str]:
        """Every placement as notation: each number of wilds is tried [5.5] to [5.7]."""
        found = set()
        colors = ((name, color) for name, color in product(NAMES, COLORS) if self.takes(name, color, side))
        for (name, color), space in product(colors, range(1, 7)):
            if (name, space) in self.stars:
                continue
            cost = int(PRINTED[side][NAMES.index(name)][space - 1])
            for wilds in range(cost if color != wild else 1):
                if self.hand.count(color) >= cost - wilds and self.hand.count(wild) >= wilds:
                    found.add(f"{name}{space}{color}{wilds}")
        return found

    def run(self, name: str, space: int) -> int:
        """[5.8]: tiles side by side around the star; walk both ways until a gap, or all six."""
        found = {space}
        for step in (1, -1):
            at = space
            while (name, (at + step - 1) % 6 + 1) in self.stars and len(found) < 6:
                at = (at + step - 1) % 6 + 1
                found.add(at)
        return len(found)

    def goals(self, side: str) -> int:
        """[8.2] and [8.3]."""
        points = 0
        for name in NAMES:
            there = self.on(name)
            if len(there) == 6:
                values = {"R": 14, "B": 15, "Y": 16, "O": 17, "G": 18, "P": 20}
                points += values[there[0]] if len(set(there)) == 1 else 12
        for number in range(1, 5):
            showing = [(name, at + 1) for name, row in zip(NAMES, PRINTED[side], strict=True)
                       for at, shown in enumerate(row) if shown == str(number)]  # fmt: skip
            points += 4 * number * all(space in self.stars for space in showing)
        return points


class Slow:
    """A table; `phase` as the engine calls it."""

    def __init__(self, seats: int, side: str) -> None:
        self.side, self.seats = side, [Seat() for _ in range(seats)]
        self.factories: list[list[str]] = [[] for _ in range({2: 5, 3: 7, 4: 9}[seats])]
        self.center: list[str] = []
        self.supply: list[str] = []
        self.bag, self.tower = list(COLORS * 22), []
        self.token, self.starter, self.turn, self.round, self.owed = True, 0, 0, 1, 0
        self.phase = "supply"

    @property
    def wild(self) -> str:
        return COLORS[self.round - 1]

    def out_of_bag(self, tiles: list[str], wanted: int) -> None:
        """[7.3] [7.4]: as many as are wanted and there, from the tower only after all of the bag."""
        assert len(tiles) == min(wanted, len(self.bag) + len(self.tower))
        if len(tiles) > len(self.bag):
            assert not Counter(self.bag) - Counter(tiles)
            self.bag, self.tower = self.bag + self.tower, []
        for tile in tiles:
            self.bag.remove(tile)

    def chance(self, heaps: list[str]) -> None:
        tiles = list("".join(heaps))
        if self.phase == "supply":
            self.out_of_bag(tiles, 10 - len(self.supply))
            self.supply += tiles
            self.go_on()
        else:
            self.out_of_bag(tiles, 4 * len(self.factories))
            assert [len(heap) for heap in heaps] == sorted([len(heap) for heap in heaps], reverse=True)
            self.factories = [list(heap) for heap in heaps]
            self.begin()

    def drafts(self) -> set[str]:
        """[4.2] to [4.4]."""
        found = set()
        for number, tiles in enumerate([*self.factories, self.center]):
            source = "C" if number == len(self.factories) else str(number + 1)
            found |= {source + color for color in (set(tiles) - {self.wild} or set(tiles))}
        return found

    def draft(self, text: str) -> None:
        heap = self.center if text[0] == "C" else self.factories[int(text[0]) - 1]
        seat, color = self.seats[self.turn], text[1]
        taken = [self.wild] if color == self.wild else [tile for tile in heap if tile == color]
        if color != self.wild and self.wild in heap:
            taken.append(self.wild)
        for tile in taken:
            heap.remove(tile)
        seat.hand += taken
        if text[0] != "C":
            self.center += heap
            heap.clear()
        elif self.token:
            self.token, self.starter = False, self.turn  # [4.6]
            seat.lose(len(taken))
        self.turn = (self.turn + 1) % len(self.seats)
        if not self.center and not any(self.factories):
            self.turn, self.phase = self.starter, "place"
            self.pass_by_itself()

    def moves(self) -> set[str]:
        """Whatever the seat to move may do."""
        seat = self.seats[self.turn]
        if self.phase == "draft":
            return self.drafts()
        if self.owed:
            return {"+" + tile for tile in self.supply}
        asked = len(seat.hand) > 4 and self.round < 6
        kept = {"pass=" + "".join(sorted(part, key=COLORS.index)) for part in combinations(seat.hand, 4)}
        return seat.places(self.side, self.wild) | (kept if asked else {"pass"})

    def move(self, text: str) -> None:
        if self.phase == "draft":
            self.draft(text)
        elif text[0] == "+":
            self.bonus([text[1]])
        elif text.startswith("pass"):
            self.give_up(list(text[5:]))
        else:
            self.place(text)

    def place(self, text: str) -> None:
        seat, name, space, color, wilds = self.seats[self.turn], text[:-3], int(text[-3]), text[-2], int(text[-1])
        cost = int(PRINTED[self.side][NAMES.index(name)][space - 1])
        paid = [color] * (cost - wilds) + [self.wild] * wilds
        for tile in paid:
            seat.hand.remove(tile)
        paid.remove(color)
        self.tower += paid
        before = {id(spaces) for _, spaces in ORNAMENTS if spaces <= set(seat.stars)}
        seat.stars[name, space] = color
        seat.score += seat.run(name, space)
        self.owed = sum(n for n, around in ORNAMENTS if around <= set(seat.stars) and id(around) not in before)
        self.bonus([])

    def bonus(self, tiles: list[str]) -> None:
        """Tiles are chosen; the rest by itself where there is nothing to choose [5.10] [5.11]."""
        seat = self.seats[self.turn]
        if self.owed and (self.owed - len(tiles) >= len(self.supply) - len(tiles) or len(set(self.supply)) == 1):
            tiles = self.supply[: self.owed]
        for tile in tiles:
            self.supply.remove(tile)
        seat.hand += tiles
        self.owed = self.owed - len(tiles) if self.supply else 0
        if self.owed and (len(set(self.supply)) == 1 or self.owed >= len(self.supply)):
            self.bonus([])
        elif not self.owed:
            self.end_turn()

    def give_up(self, kept: list[str]) -> None:
        """[6.1] to [6.4]."""
        seat = self.seats[self.turn]
        kept = [] if self.round == 6 else kept if len(seat.hand) > 4 else list(seat.hand)
        thrown = list((Counter(seat.hand) - Counter(kept)).elements())
        seat.lose(len(thrown))
        self.tower += thrown
        seat.hand, seat.corners, seat.passed = [], kept, True
        self.end_turn()

    def pass_by_itself(self) -> None:
        """[6.5]: the turn goes on to whoever has not passed; nothing to place and nothing to choose is a pass."""
        while self.seats[self.turn].passed:
            self.turn = (self.turn + 1) % len(self.seats)
        seat = self.seats[self.turn]
        if seat.places(self.side, self.wild):
            return
        if self.round == 6 or len(seat.hand) <= 4 or len(set(seat.hand)) == 1:
            self.give_up(seat.hand[:4])

    def end_turn(self) -> None:
        if all(seat.passed for seat in self.seats):
            if self.round == 6:
                self.phase = "over"
                for seat in self.seats:
                    seat.score += seat.goals(self.side)
                return
            self.round += 1
        if len(self.supply) < 10 and self.bag + self.tower:
            self.phase = "supply"
        else:
            self.go_on()

    def go_on(self) -> None:
        if not all(seat.passed for seat in self.seats):
            self.phase, self.turn = "place", (self.turn + 1) % len(self.seats)
            self.pass_by_itself()
        elif self.bag + self.tower:
            self.phase = "deal"
        else:
            self.begin()

    def begin(self) -> None:
        for seat in self.seats:
            seat.hand, seat.corners, seat.passed = seat.corners, [], False
        self.token, self.turn, self.phase = True, self.starter, "draft"
        if not any(self.factories):
            self.phase = "place"
            self.pass_by_itself()

    def snapshot(self) -> list[object]:
        """Everything in a form to compare."""
        boards = [
            (
                ["".join(seat.stars.get((name, at), ".") for at in range(1, 7)) for name in NAMES],
                sorted(seat.hand), sorted(seat.corners), seat.score, seat.passed,
            )
            for seat in self.seats
        ]  # fmt: skip
        heaps = [sorted(heap) for heap in (*self.factories, self.center, self.supply, self.bag, self.tower)]
        return [boards, heaps, self.token, self.starter, self.turn, self.round, self.phase, self.owed]
