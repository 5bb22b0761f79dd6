"""The rules of the pillars game; numbers in brackets are paragraphs of `data/rules/pillars.md`.

Knows nothing about people and texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from engine.core import CHANCE, Answer, Cell, Fact, IllegalMove, Move, Options, Score, Seat, State
from engine.games.pillars.moves import TURN_DIGITS, Lay, Pass, Pillar, parse
from engine.games.pillars.sets import BOARD_SIDE, OPENING_TURNS, PILLARS_PER_PLAYER, SEATS, TILE_DOTS, TILES
from engine.games.pillars.shapes import (
    BOARD_CELLS,
    CENTER_SQUARES,
    PILLAR_MOVES,
    PLAYABLE_SQUARES,
    STANDABLE_SQUARES,
    Squares,
    any_tile_fits,
    bit_numbers,
    cells_of,
    covered_squares,
    lay_moves,
    neighbors,
    orientation_of,
    pillar_helps,
    room,
)

SEAT_MARKS = "abcd"  # by seat: the letter of its tiles in the plain text; the capital stands for its pillars
DARK_MARK, FREE_MARK, CENTER_MARK = "#", ".", ","
_TILE_ORDER = {tile: number for number, tile in enumerate(TILES)}


@dataclass
class Player:
    """The pieces of one player.

    {"laid": ["of5", "of13", "5L1g5"], "stock": ["1", "2", "3I"], "pillars": 1, "gone": false}
    """

    laid: list[str] = field(default_factory=list)  # pieces on the board in notation, oldest first
    stock: list[str] = field(default_factory=lambda: list(TILES))  # tiles in hand, in the order of TILES
    pillars: int = PILLARS_PER_PLAYER  # pillars in hand; with two or more, the next turn must put one down [3.2]
    gone: bool = False
    """Whether the player has no more turns: out, finished or retired. Set automatically if the board implies it."""
    covered_squares: Squares = field(init=False, repr=False, compare=False, metadata={"stored": False})
    """The squares under the laid pieces; derived, not stored."""
    adjacent: Squares = field(init=False, repr=False, compare=False, metadata={"stored": False})
    """Squares that share a side with a covered square, free or not, and bits beyond the board; derived, not stored."""

    def __post_init__(self) -> None:
        self.stock = sorted(self.stock, key=lambda tile: _TILE_ORDER.get(tile, -1))
        self.covered_squares = reduce(or_, (covered_squares(piece) for piece in self.pieces()), 0)
        self.adjacent = neighbors(self.covered_squares)

    @property
    def is_opening(self) -> bool:
        """Whether the next turn is one of the first two, for pillars only [3.2]."""
        return self.pillars > PILLARS_PER_PLAYER - OPENING_TURNS

    @property
    def dots(self) -> int:
        """The dots of the tiles in hand. Pillars in hand do not count [6.4]."""
        return sum(map(TILE_DOTS.__getitem__, self.stock))

    def pieces(self) -> list[Lay | Pillar]:
        """Return the pieces on the board, oldest first; leaves out what cannot be parsed in a hand-written position."""
        found = []
        for text in self.laid:
            try:
                piece = parse(text)
            except IllegalMove:
                continue
            if isinstance(piece, Lay | Pillar):
                found.append(piece)
        return found

    def put(self, piece: Lay | Pillar) -> Squares:
        """Move the piece from the hand to the board for good [4.9] and return the squares that it covers."""
        spot = covered_squares(piece)
        self.covered_squares |= spot
        self.adjacent |= neighbors(spot)
        self.laid = [*self.laid, str(piece)]
        if isinstance(piece, Lay):
            self.stock = [tile for tile in self.stock if tile != piece.tile]
        else:
            self.pillars -= 1
        return spot

    def copy(self) -> Player:
        """Return an independent copy. It may share the lists, because `put` makes new lists."""
        twin = object.__new__(Player)
        twin.__dict__ = vars(self).copy()
        return twin


@dataclass
class Pillars(State):
    """A position of the pillars game. The game is over when all players are gone.

    {"players": [{"laid": ["of5", "of13", "5L1g5"], "stock": ["1", "2", "3I", "3L", "4I", "4L", "4O", "4S", "4T",
                  "5I", "5N", "5P", "5T", "5U", "5V", "5Y", "5Z"], "pillars": 1, "gone": false}, ...],
     "turn": 1, "starter": 0}
    """

    players: list[Player]  # by seat; nothing is hidden [3.1]; their number determines which squares are dark [2.5]
    turn: Seat = 0  # the seat to move; seats that are gone are skipped automatically [6.1] [6.2]
    starter: Seat = 0  # the seat that moved first in this game [6.5]
    taken_squares: Squares = field(init=False, repr=False, compare=False, metadata={"stored": False})
    """The squares under all tiles and pillars; derived, not stored."""

    def __post_init__(self) -> None:
        self.taken_squares = reduce(or_, (player.covered_squares for player in self.players), 0)
        if len(self.players) in SEATS and self.turn in range(len(self.players)):
            self._settle()

    def __str__(self) -> str:
        """Return the board with columns A to Q, then a line for each seat: its mark, dots, tiles and pillars in hand.

        ">" marks the seat to act, "#" a dark square, "," the center section.
        """
        marks = self._board_marks()
        acting = self.to_act()
        lines = ["   " + "".join(chr(ord("A") + column) for column in range(BOARD_SIDE))]
        lines += [
            f"{row + 1:2} " + "".join(marks[Cell(column, row)] for column in range(BOARD_SIDE))
            for row in range(BOARD_SIDE)
        ]
        for seat, player in enumerate(self.players):
            hand = f"-{player.dots}  {' '.join(player.stock)}  o{player.pillars}"
            lines.append(f"{' >'[seat in acting]}#{seat + 1} {SEAT_MARKS[seat]} {hand}")
        return "\n".join(lines)

    def _board_marks(self) -> dict[Cell, str]:
        marks = dict.fromkeys(BOARD_CELLS, DARK_MARK)
        marks |= dict.fromkeys(cells_of(PLAYABLE_SQUARES[len(self.players)]), FREE_MARK)
        marks |= dict.fromkeys(cells_of(CENTER_SQUARES), CENTER_MARK)
        for mark, player in zip(SEAT_MARKS, self.players, strict=False):
            for piece in player.pieces():
                marks |= dict.fromkeys(
                    cells_of(covered_squares(piece)), mark if isinstance(piece, Lay) else mark.upper()
                )
        return marks

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seat to move, until all players are gone [4.1] [6.3]."""
        return () if self.players[self.turn].gone else (self.turn,)

    def is_out(self, seat: Seat) -> bool:
        """Whether the player has finished, has retired or can place no more pieces [6.1]."""
        return self.players[seat].gone

    def free_squares(self) -> Squares:
        """Return the squares that a tile may cover: neither taken [4.5] nor dark [4.6]."""
        return PLAYABLE_SQUARES[len(self.players)] & ~self.taken_squares

    def vacant_squares(self) -> Squares:
        """Return the squares that a pillar may stand on: not taken, outside the center section, dark or not [3.3]."""
        return STANDABLE_SQUARES & ~self.taken_squares

    def moves(self, seat: Seat) -> list[Move]:
        """Return tiles ordered by name, orientation and column, then pillars, then retiring [5.4]."""
        found: list[Move] = []
        if self.to_act() != (seat,):
            return found
        player = self.players[seat]
        if not player.is_opening:
            free = self.free_squares()
            found += lay_moves(player.stock, free, player.adjacent)
        retires = [] if player.is_opening or found else [Pass()]
        if player.pillars:
            found += [PILLAR_MOVES[number] for number in bit_numbers(self.vacant_squares())]
        return found + retires

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """Return "6.6" after the end, "5.2" or "6.1" if the seat is out, "4.1" out of turn, else the broken rule."""
        acting = self.to_act()
        if not acting:
            return "6.6"
        if acting != (seat,):
            if seat not in range(len(self.players)) or not self.players[seat].gone:
                return "4.1"
            return "6.1" if self.players[seat].stock else "5.2"
        if isinstance(move, Lay):
            return self._refuses_lay(self.players[seat], move)
        if isinstance(move, Pillar):
            return self._refuses_pillar(self.players[seat], move)
        # A player with neither a fitting tile nor a helpful pillar is already gone, so this move retires [5.4].
        player, free = self.players[seat], self.free_squares()
        return "5.3" if player.is_opening or any_tile_fits(player.stock, free, player.adjacent) else None

    def _refuses_lay(self, player: Player, move: Lay) -> str | None:
        if player.is_opening:
            return "3.2"
        if move.tile not in player.stock:
            return "4.2"
        if orientation_of(move) is None and covered_squares(Pillar(move.cell)):  # off the board, [4.3] takes precedence
            return "4.4"
        return self._refuses_squares(player, covered_squares(move))

    def _refuses_squares(self, player: Player, spot: Squares) -> str | None:
        """Return the rule that forbids a tile on these squares. `spot` is 0 if the tile would lie off the board."""
        if not spot:
            return "4.3"
        if spot & self.taken_squares:
            return "4.5"
        if spot & ~PLAYABLE_SQUARES[len(self.players)]:
            return "4.6"
        return None if spot & player.adjacent else "4.7"

    def _refuses_pillar(self, player: Player, move: Pillar) -> str | None:
        spot = covered_squares(move)
        if not player.pillars:
            return "5.1"
        if not spot:
            return "4.3"
        if spot & CENTER_SQUARES:
            return "3.3"
        return "4.5" if spot & self.taken_squares else None

    def perform(self, seat: Seat, move: Move) -> None:
        """Put down a piece or retire. Then mark players who can no longer play as gone, and pass the turn on."""
        player = self._copy_player(seat)
        if isinstance(move, Lay):
            self.taken_squares |= player.put(move)
            self.note("lay", seat, tile=move.tile, turn=move.turn, cell=_cell_text(move), dots=TILE_DOTS[move.tile])
        elif isinstance(move, Pillar):
            self.taken_squares |= player.put(move)
            self.note("pillar", seat, cell=_cell_text(move), left=player.pillars)
        else:
            player.gone = True
            self.note("retire", seat, dots=player.dots)
        self.turn = (seat + 1) % len(self.players)
        for finished in self._settle():
            if self.players[finished].stock:
                self.note("out", finished, dots=self.players[finished].dots)
            else:
                self.note("done", finished)
        if not self.to_act():
            self.note("over", CHANCE)

    def _copy_player(self, seat: Seat) -> Player:
        """Replace the player of the seat by a copy that no other position shares, and return the copy."""
        player = self.players[seat] = self.players[seat].copy()
        return player

    def _settle(self) -> list[Seat]:
        """Mark the seats that have no more turns, pass the turn to one that has, and return the newly marked seats."""
        free = self.free_squares()
        finished = [
            seat for seat, player in enumerate(self.players) if not (player.gone or self._can_play(player, free))
        ]
        for seat in finished:
            self._copy_player(seat).gone = True
        for _ in self.players:
            if not self.players[self.turn].gone:
                break
            self.turn = (self.turn + 1) % len(self.players)
        return finished

    def _can_play(self, player: Player, free: Squares) -> bool:
        """Whether a tile of the player fits, or would fit beside a pillar that is still in hand [6.1] [5.2]."""
        if player.is_opening:
            return self.vacant_squares() != 0 and any(tile in TILES for tile in player.stock)
        if any_tile_fits(player.stock, free, player.adjacent):
            return True
        return player.pillars > 0 and pillar_helps(player.stock, free, self.vacant_squares())

    def scores(self) -> tuple[Score, ...]:
        """Return minus the dots in hand [1.1] [6.4], then the place in turn order, from 1: later is better [6.5].

        A match adds up the dots of its games [7.2].
        """
        seats = len(self.players)
        return tuple((-player.dots, 1 + (seat - self.starter) % seats) for seat, player in enumerate(self.players))

    def ahead(self, seat: Seat) -> Pillars | None:
        """Return the position as if the seat were to move now, or None if it has no more turns."""
        if seat in self.to_act() or not self.to_act() or self.players[seat].gone:
            return None
        seen = self.copy()
        seen.turn = seat
        seen.events = []
        return seen

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Return the squares of a tile or pillar. There are no facts for retiring: it always means the same."""
        if isinstance(move, Lay | Pillar):
            return {"covers": " ".join(map(str, cells_of(covered_squares(move))))}
        return {}

    def outlook(self, seat: Seat) -> int:
        """Return the points, because the game has no rounds."""
        return -self.players[seat].dots

    def worth(self, seat: Seat) -> Score:
        """Return the outlook, whether the seat can still move or has finished, and its room minus its rivals' room.

        Room is the number of free squares at most two steps away.
        """
        free, player = self.free_squares(), self.players[seat]
        rivals = [each.adjacent for each in self.players if not each.gone and each is not player]
        rooms = [room(adjacent, free).bit_count() for adjacent in (player.adjacent, *rivals)]
        return self.outlook(seat), not player.gone or not player.stock, rooms[0] - sum(rooms[1:])

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Return the possible values of each field. A tile: names, eight orientations, squares. A pillar: squares."""
        if kind is Lay:
            return tuple(TILES), tuple(TURN_DIGITS), BOARD_CELLS
        if kind is Pillar:
            return (BOARD_CELLS,)
        return () if kind is Pass else super().domain(kind)

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Return the fields of the move, with cells in capitals as on the board, and what remains in hand afterwards.

        For a tile also its `dots`, the cells that it `covers` ("E4 F4 F5"), how it is `turned` (Orientation.symmetry)
        and its `form`, both "" if there is no such orientation; then `left`, the number of tiles in hand, and `rest`,
        their dots. For a pillar `left`, the number of pillars in hand. For retiring the `dots` of the tiles in hand.
        """
        player = self.players[seat]
        if isinstance(move, Lay):
            stock = [tile for tile in player.stock if tile != move.tile]
            orientation = orientation_of(move)
            return {
                "tile": move.tile, "turn": move.turn, "cell": _cell_text(move), "dots": TILE_DOTS[move.tile],
                "covers": " ".join(str(cell).upper() for cell in cells_of(covered_squares(move))),
                "turned": orientation.symmetry if orientation else "", "form": orientation.form if orientation else "",
                "left": len(stock), "rest": sum(TILE_DOTS[tile] for tile in stock),
            }  # fmt: skip
        if isinstance(move, Pillar):
            return {"cell": _cell_text(move), "left": max(0, player.pillars - 1)}
        return {"dots": player.dots}

    def copy(self) -> Pillars:
        """Return an independent copy; positions share players until they change, because searches copy often."""
        twin = object.__new__(Pillars)
        twin.__dict__ = vars(self).copy()
        twin.players = self.players[:]
        twin.events = self.events[:]
        return twin


def _cell_text(move: Lay | Pillar) -> str:
    return str(move.cell).upper()


def start(seats: int, _: Options, first: Seat) -> Pillars:
    """Return the opening: an empty board, 18 tiles and 3 pillars each, seat `first` to move [3.1] [2.2] [7.1]."""
    return Pillars([Player() for _ in range(seats)], first, first)
