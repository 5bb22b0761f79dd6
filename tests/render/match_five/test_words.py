"""Match Five in words, and that nothing hidden is told or drawn. Knows no pixels."""

from __future__ import annotations

from random import Random

from bot.text.words import Words
from engine.core import View
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import heap, split
from render import PORTRAYALS, Aspect, alt_text, draw, text
from tests.engine.games.match_five.match_five_tables import BASE2, played, position
from tests.scenes import game, people
from tests.scenes.match_five import locks, wide

SAY = Words()
LONG = [f"{letter * 22}őű" for letter in "WXYZVU"]
NEWS = ["Ben placed R4 at N13: +12."]
MATCH_FIVE = PORTRAYALS["match_five"]


def test_the_long_form_is_as_designed():
    state = position(f"{BASE2} WB3@0,1", "R2B3W", "", bag="", points=[27, -4], turns=9)
    assert alt_text(View("match_five", 0, state.view(0)), ["Ana", "Ben"], SAY, NEWS) == (
        "Match Five, 80 tiles, turn 10. Ana's turn. Bag 0. Stacks read from the table up.\n"
        "Row 13: M red 3; N red 2; O red 1; P red 5; Q red 4. Row 14: M blue 3 (wild). Locked: M13, Q13. "
        "Nothing may go on M12, Q12, L13, R13, Q14. Your hand: red 2, blue 3, wild.\n"
        "Ana, 27 points, 3 tiles in hand. Ben, -4 points, 0 tiles in hand.\n"
        "Last: Ben placed R4 at N13: +12."
    )


def test_the_short_form_has_every_tile():
    state = position(f"{BASE2} B3@0,0 WB3@0,1", "R2B3W", "Y1", points=[27, -4], turns=9)
    told = MATCH_FIVE.short_alt_text(View("match_five", None, state.view(None)), ["Ana", "Ben"], SAY)
    assert "\n13 mR3B3 nR2 oR1 pR5 qR4. 14 mWB3. Locked: m13, q13.\nAna 27, hand 3. Ben -4, hand 1." in told


def test_a_full_stack_is_not_named_among_closed_places():
    rows = text(locks(), ["Ana", "Ben"], SAY)[0].splitlines()
    assert "O red 1, blue 1, orange 1, green 1, yellow 1" in rows[2]
    assert rows[4:6] == ["- Locked: M13, M13 level 2, Q13", "- Nothing may go on M12, Q12, L13, R13, M14, Q14"]


def test_the_unfinished_turn_is_told_to_its_owner():
    state = played(position("R3@0,0", "R2B1B2G4Y5", "R5O1O2O3O4", turns=1), "R2n13")
    mine, public = (alt_text(View("match_five", seat, state.view(seat)), ["Ana", "Ben"], SAY) for seat in (0, None))
    assert "Your hand: blue 1, blue 2, green 4, yellow 5. You have laid R2n13: 5 points so far." in mine
    assert "N red 2" in mine
    assert "N red 2" not in public
    assert "Ana, 0 points, 5 tiles in hand" in public


def test_the_end_names_the_winner_and_what_was_left():
    state = position("R3@0,0", "", "R2W", points=[40, 3], over=True, turns=9)
    told = alt_text(View("match_five", None, state.view(None)), ["Ana", "Ben"], SAY)
    assert "Over: Ana wins." in told
    assert "Ana, 40 points, left in hand: no tiles. Ben, 3 points, left in hand: red 2, wild." in told


def test_the_last_round_and_an_empty_table_are_told():
    last = position("R3@0,0", "R1", "", turn=0, out=1, turns=9)
    assert "Bag 0, last round." in alt_text(View("match_five", None, last.view(None)), ["Ana", "Ben"], SAY)
    opening = next(game("match_five", 2, "golden"))[0].view(None)
    assert "No tile on the table; the first goes to M13." in alt_text(opening, ["Ana", "Ben"], SAY)


def test_the_widest_and_fullest_table_fits_in_letters():
    told = MATCH_FIVE.short_alt_text(wide(), LONG, SAY)
    assert len(told) <= 800
    assert alt_text(wide(), LONG, SAY, NEWS).endswith(NEWS[0])


def test_a_comb_of_single_tiles_fits_with_its_locks_left_out():
    """The most columns and rows that 105 tiles can stand apart in: the picture of a table, not a legal one."""
    table = {f"{chr(97 + 2 * (at % 12))}{1 + at // 12 * 2}": "R1" for at in range(105)}
    state = MatchFive(table, ["?"] * 6, "", [-199] * 6, turns=104, copies="4")
    assert len(alt_text(View("match_five", None, state), LONG, SAY, NEWS)) <= 1000


def test_the_whole_board_is_an_entry_for_the_table_and_one_a_seat():
    entries = text(wide(), LONG, SAY)
    assert len(entries) == 7
    assert sum(map(len, entries)) <= 3400
    assert entries[0].startswith("### Match Five, long, 105 tiles, turn 100\n")
    assert "- Row 1: A red 1, blue 1, green 1, orange 1, yellow 1; B red 2" in entries[0]
    assert entries[2] == f"### {LONG[1]}, 1203 points\n- 0 tiles in hand"


def twin(state, seat, rng):
    """The position with every tile that the seat (None: the public) does not know dealt anew; laid ones are in hand."""
    other = state.copy()
    if seat != state.turn:
        laid = ["W" if step[0] == "W" else step[:2] for step in state.laid]
        other.hands[state.turn] = heap([*split(state.hands[state.turn]), *laid])
        other.laid = []
    unknown = [each for each in range(len(state.hands)) if each != seat]
    tiles = [*split(other.bag), *(tile for each in unknown for tile in split(other.hands[each]))]
    rng.shuffle(tiles)
    for each in unknown:
        other.hands[each] = heap(tiles.pop() for _ in split(other.hands[each]))
    other.bag = heap(tiles)
    return other


def everything_shown(state, seat, changes):
    """All that somebody gets: scene, texts; and the file of some positions, which is painted from the scene."""
    view = View("match_five", seat, state.view(seat))
    names = people(view)
    enlarged = str(MATCH_FIVE.close(view, names, SAY, changes, state.turn))
    words = [alt_text(view, names, SAY), *text(view, names, SAY), MATCH_FIVE.short_alt_text(view, names, SAY)]
    file = b"" if state.turns % 8 else draw(view, names, SAY, "light", Aspect(changes))
    return str(MATCH_FIVE.scene(view, names, SAY, changes)), enlarged, words, file


def test_hidden_tiles_change_nothing_that_others_get():
    rng, pairs = Random(7), 0
    tables = list(game("match_five", 5, "secret a"))
    for at, (table, changes) in enumerate(tables[:: len(tables) // 20]):
        if table.state.over:
            continue
        seat = (None, *range(5))[at % 6]
        other = twin(table.state, seat, rng)
        hidden = other.hands != table.state.hands or other.laid != table.state.laid
        assert everything_shown(other, seat, changes) == everything_shown(table.state, seat, changes)
        pairs += hidden
        if hidden and at % 10 == 0:  # a seat whose hand differs sees that
            changed = next(each for each in range(5) if other.hands[each] != table.state.hands[each])
            assert everything_shown(other, changed, changes) != everything_shown(table.state, changed, changes)
    assert pairs >= 17
