"""Whole turns on the compact table of robots are the turns that the State allows, and lead to the same position."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.core import CHANCE, Heap
from engine.games.match_five import Done, Exchange, MatchFive, Pass
from engine.games.match_five.coordinates import Z
from engine.games.match_five.moves import placements
from engine.games.match_five.sets import SEATS, heap, size
from engine.robots.match_five.imagined_game import (
    HAND_TILES,
    ImaginedGame,
    hand_after,
    hand_bits,
    hand_tile,
    hand_tiles,
    notation,
)
from engine.robots.match_five.whole_turns import (
    TILE_BY_BIT,
    CompactTable,
    Hands,
    SingleHand,
    WholeTurn,
    compact_table,
    single_holdings,
)
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import FIVE
from tests.engine.games.random_games import games_played

Tiles = frozenset[tuple[int, str]]


def by_tiles(turns: list[WholeTurn]) -> dict[Tiles, int]:
    """The points of turns by their tiles, each once."""
    found = {tiles_of(turn): turn.points for turn in turns}
    assert len(found) == len(turns)
    return found


def tiles_of(turn: WholeTurn) -> Tiles:
    return frozenset(zip(turn.spots, map(notation, turn.bits), strict=True))


def points_by_tiles(state: MatchFive, seat: int) -> dict[Tiles, int]:
    """The points of every set of tiles that can be laid move by move."""
    found: dict[Tiles, int] = {}
    for move in state.moves(seat):
        if isinstance(move, Done | Exchange | Pass):
            continue
        later = state.after(seat, move)
        ground = later.grid()
        tiles = frozenset((spot, ground.tile(spot)) for spot in ground.new_spots)
        if tiles not in found:
            found[tiles] = ground.points()
            found |= points_by_tiles(later, seat)
    return found


def fill_hands(state: MatchFive, rng: Random) -> MatchFive:
    while state.to_act() == (CHANCE,):
        state = state.after(CHANCE, state.draw(rng))
    return state


def play_turn(state: MatchFive, turn: WholeTurn | tuple[int, ...]) -> MatchFive:
    seat = state.turn
    if not isinstance(turn, WholeTurn):
        swap = Exchange(Heap(heap(map(notation, turn))))
        return state.apply(seat, swap if turn else FIVE.parse("pass"))
    for spot, bit in zip(turn.spots, turn.bits, strict=True):
        state = state.apply(seat, placements(notation(bit))[spot % Z])
    return state.apply(seat, Done())


def opening(game: int, rng: Random) -> MatchFive:
    seats = SEATS[game % len(SEATS)]
    options = {"copies": "234"[game % 3]}
    return fill_hands(FIVE.start(seats, options, 0), rng)


def imagined(state: MatchFive, top: CompactTable) -> ImaginedGame:
    hands = [hand_tiles(hand) for hand in state.hands]
    return ImaginedGame(top, hands, list(hand_tiles(state.bag)), state.points[:], state.turn, 0, state.idle, state.out)


def choose_turn(turns: list[WholeTurn], state: MatchFive, rng: Random) -> WholeTurn | tuple[int, ...]:
    """A good turn or any; without one all is swapped, as far as the bag goes."""
    if turns and rng.random() < 0.97:
        return max(turns) if rng.random() < 0.6 else rng.choice(turns)
    return hand_tiles(state.hands[state.turn])[: size(state.bag)]


def order_bag(game: ImaginedGame, tiles: tuple[int, ...]) -> list[int]:
    """The bag, ordered so that the seat on turn draws these."""
    rest = list((Counter(game.bag) - Counter(tiles)).elements())
    return [*rest, *tiles] if game.turn == game.me else [*tiles, *rest]


@each("number", games_played(6))
def test_an_imagined_game_is_the_real_one_after_every_turn(number: int):
    rng = Random(number)
    state = opening(number, rng)
    top = compact_table(state.grid().tiles, state.grid().closed)
    while not state.over:
        seat, hand = state.turn, hand_tiles(state.hands[state.turn])
        turns = top.turns(Hands([hand_bits(hand)]))
        if rng.random() < 0.1:
            assert by_tiles(turns) == points_by_tiles(state, seat)
        turn = choose_turn(turns, state, rng)
        game, state = imagined(state, top), fill_hands(play_turn(state, turn), rng)
        drawn = Counter(hand_tiles(state.hands[seat])) - Counter(hand_after(hand, turn))
        game.bag = order_bag(game, tuple(drawn.elements()))
        game.play(turn)
        top = game.table
        assert [heap(map(notation, one)) for one in game.hands] == state.hands
        assert heap(map(notation, game.bag)) == state.bag
        assert (game.points, game.idle, game.out, game.over) == (state.points, state.idle, state.out, state.over)
        assert game.over or game.turn == state.turn
        fresh = compact_table(state.grid().tiles, state.grid().closed)
        assert (top.tiles, top.closed, top.start_spots.keys()) == (fresh.tiles, fresh.closed, fresh.start_spots.keys())
        assert all(fresh.examine(spot) == around for spot, around in top.surroundings.items())


def test_turns_of_several_hands_tell_which_hand_allows_them():
    state = fill_hands(FIVE.start(2, {"copies": "3"}, 0), Random(3))
    top = compact_table(state.grid().tiles, state.grid().closed)
    hands = [hand_bits(hand_tiles("R1R2R3B4W")), hand_bits(hand_tiles("R1R2G5Y5O4"))]
    together = top.turns(Hands(hands))
    for at, hand in enumerate(hands):
        alone = by_tiles(top.turns(Hands([hand])))
        assert by_tiles([turn for turn in together if turn.hand_mask >> at & 1]) == alone


def test_the_best_turn_of_a_hand_is_the_one_of_most_points_and_gains():
    rng = Random(8)
    state = opening(0, rng)
    top = compact_table(state.grid().tiles, state.grid().closed)
    hand, gains = hand_bits(hand_tiles("R1R5G5Y5W")), {bit: rng.randrange(9) for bit in TILE_BY_BIT}
    for _ in range(5):
        turns = top.turns(Hands([hand], saves_wilds=True))
        best = top.best_turn(SingleHand(hand, single_holdings(gains), saves_wilds=True))
        assert best == max(turns, key=lambda turn: (turn.points + sum(gains[bit] for bit in turn.bits), turn))
        top = top.table_after(best)


def test_only_what_a_turn_changes_has_to_be_looked_for_anew():
    rng = Random(5)
    state = opening(0, rng)
    top = compact_table(state.grid().tiles, state.grid().closed)
    for _ in range(2):
        hand = Hands([hand_bits(hand_tiles("R1B2G3W"))])
        before = top.turns(hand)
        top = top.table_after(rng.choice(top.turns(Hands([hand_bits(hand_tiles("R1R2R4B1B3G2G3W"))]))))
        kept = [turn for turn in before if top.changed_spots.keys().isdisjoint(turn.spots)]
        again = by_tiles(top.turns(hand, top.changed_starts()))
        assert again | by_tiles(kept) == by_tiles(top.turns(hand))


def test_a_wild_of_a_turn_is_the_wild_of_the_hand():
    hand = hand_tiles("R1W")
    top = compact_table({}, ())
    wild = next(turn for turn in top.turns(Hands([hand_bits(hand)])) if notation(turn.bits[0]) == "WB2")
    assert hand_after(hand, wild) == hand_tiles("R1")
    assert hand_tile(wild.bits[0]) == HAND_TILES["W"]
