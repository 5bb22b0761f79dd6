"""Plans on the gray wall of Azul: counted a second way, told, kept, and played by robots.

Knows no rule but by its own slow reading.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bot.model.move_menu import next_step
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import GAMES, IllegalMove, Table, View, dump, load
from engine.__main__ import explain_reason
from engine.games.azul import Azul, Plan
from engine.games.azul.sets import HOUSE_RULES, WALL_SIDES
from engine.robots.ai import choose
from tests.cases import each
from tests.engine.games.azul.azul_tables import FORCED_ROW, azul, board, tiled, told

NONE = "-----"


# counted a second, slow way: every text of five signs, a dash where no line is full, read tile by tile


def slow(state: Azul, seat: int) -> set[str]:
    one = state.boards[seat]
    signs = ("abcde-" if len(held) > row else "-" for row, held in enumerate(one.lines))
    return {text for text in map("".join, product(*signs)) if sound(one, text)}


def sound(one: object, text: str) -> bool:
    wall = [list(row) for row in one.wall]
    for row in range(5):
        held = one.lines[row]
        if len(held) <= row:
            if text[row] != "-":
                return False
            continue
        can = [
            at
            for at in range(5)
            if wall[row][at] == "." and all(wall[other][at] != held[0] for other in range(5) if other != row)
        ]
        if len(can) >= 2:
            if text[row] == "-" or "abcde".index(text[row]) not in can:
                return False
            wall[row]["abcde".index(text[row])] = held[0]
        elif text[row] != "-":
            return False
        elif can:
            wall[row][can[0]] = held[0]
    return True


FULL_LINES = ["B", "BB", "BBB", "BBBB", "BBBBB"]
COUNTED = [
    (board(*FULL_LINES), 120),
    (board("B", "YY", "RRR", "KKKK"), 625),
    (board("B", "BB", "YYY", "YYYY", "B|.YKW."), 240),
    (board("R|B....", "RR|.B...", "RRR|BY.KW", "", "RRRRR"), 32),
]


@each("case", range(len(COUNTED)))
def test_plans_are_those_of_the_slow_count(case):
    made, count = COUNTED[case]
    state = tiled(made)
    texts = [str(move) for move in state.moves(0)]
    assert {text[1:] for text in texts} == slow(state, 0)
    assert len(texts) == len(set(texts)) == count
    assert texts == sorted(texts, key=lambda text: text.replace("-", "~"))


def test_plans_met_in_play_are_those_of_the_slow_count():
    table, rng, met = azul(seats=4, seed="slow", wall="gray"), Random("slow"), 0
    while table.state.to_act() and met < 12:
        seat = rng.choice(table.state.to_act())
        if table.state.plans:
            met += 1
            assert {str(move)[1:] for move in table.state.moves(seat)} == slow(table.state, seat)
        table = table.play(seat, str(rng.choice(table.state.moves(seat))))
    assert met == 12


# what is told, kept and played


def test_outlook_takes_the_plan_and_without_one_the_best_columns():
    state = tiled(board("R", "KK|..B..", score=3), board("B"))
    assert state.outlook(0) == 3 + 2 + 2  # row by row; the best plan would bring 5
    assert state.after(0, Plan(*"ae---")).outlook(0) == 3 + 1 + 1
    assert state.after(0, Plan(*"bb---")).outlook(0) == 3 + 1 + 4
    assert tiled(board(*FORCED_ROW, "|..R..", score=9), board("B")).outlook(0) == 9 - 2


def test_of_equal_columns_the_outlook_takes_the_leftmost_one():
    one = board("R", "KK|..B..")
    assert [tiling.column for tiling in one.tile_wall(WALL_SIDES["gray"], HOUSE_RULES["official", "official"])] == [
        2,
        1,
    ]
    assert [
        tiling.column for tiling in board("R").tile_wall(WALL_SIDES["gray"], HOUSE_RULES["official", "official"])
    ] == [0]


def test_a_plan_gains_what_its_tiles_score():
    state = tiled(board("R", "KK|..B..", floor="BB", score=3), board("B"))
    assert [state.gain(0, Plan(*columns)) for columns in ("ae---", "bb---", "ca---")] == [1 + 1, 1 + 4, 2 + 1]
    assert state.boards[0].lines[0] == "R"


def test_the_greedy_robot_takes_the_best_columns():
    state = tiled(board("R", "KK|..B.."), board("B"))
    table = Table(GAMES["azul"], 2, {}, None, (), state, origin=state)
    assert choose("greedy", table.view(0), Random(1)) in (Plan(*"bb---"), Plan(*"dd---"))


@each("level", ["random", "greedy"])
def test_robots_play_whole_games_on_the_gray_wall(level):
    table, rng = azul(seats=2, seed=level, wall="gray"), Random(level)
    while acting := table.state.to_act():
        table = table.play(acting[-1], str(choose(level, table.view(acting[-1]), rng)))
    assert table.state.over


def test_positions_from_before_the_gray_wall_still_load():
    old = dump(azul("deal BBYR/RKKW/BYRK/WWWW/BYYK").state)
    for younger in ("plans", "rules", "sum"):
        del old[younger]
    assert load(Azul, old) == azul("deal BBYR/RKKW/BYRK/WWWW/BYYK").state
    table = azul(seats=2, seed="old")
    aged = Table(
        table.game, 2, {"wall": "colored", "rules": "official", "tiebreak": "tiles"}, "old", table.log, table.state
    )
    assert aged.back_to(len(table.log)).state == table.state


def test_gray_words_are_there():
    words, kinds = Words(), set()
    fallen = told(tiled(board(*FORCED_ROW, "|..R..")), "fall")[0]
    assert words("azul.event.fall", name="Ana", **fallen.facts).endswith("in row 2, 2 tiles fall.")
    table, rng = azul(seats=3, seed="words 3", wall="gray"), Random(2)
    while acting := table.state.to_act():
        seat = rng.choice(acting)
        moves = table.state.moves(seat)
        move = rng.choice(moves)
        assert "{" not in Speech(words, "azul").move_phrase(table.state, seat, move)
        table = table.play(seat, str(move))
        for event in table.events:
            assert "{" not in words(f"azul.event.{event.kind}", name="Ana", **event.facts)
            kinds.add(event.kind)
    assert kinds >= {"plan", "place", "over"}
    for number in ("5.2", "5.7", "5.8", "5.9", "5.10", "5.12"):
        assert words(f"azul.short.{number}")
        assert explain_reason("azul", number, {})[-1] == "."


def test_the_drawing_names_columns_while_they_are_chosen():
    head = str(tiled(board("R", score=12))).splitlines()[1]
    assert head == ">#1  12  abcde     #2  0   abcde"


@each("text", ["w", "w----", "w------", "wf----", "wA----", "W-----", "w-d--a ", "-d--a"])
def test_unreadable_plans_are_refused(text):
    with pytest.raises(IllegalMove, match="notation"):
        GAMES["azul"].parse(text)


def test_a_plan_is_called_by_rows_and_columns_and_not_by_its_notation():
    state = tiled(board("", "RR", "BBB|Y.K..", "", "KKKKK|.BYRW"), board("R"))
    move = View("azul", 0, state).moves[1]
    assert (
        Speech(Words(), "azul").move_phrase(state, 0, move) == "red of row 2 to column a and blue of row 3 to column e"
    )


def test_the_gray_wall_is_data():
    assert {spots for row in WALL_SIDES["gray"].columns_for for spots in row.values()} == {(0, 1, 2, 3, 4)}


def test_the_menu_asks_only_for_rows_with_a_choice():
    view = View("azul", 0, tiled(board("", "RR", "BBB|Y.K..", "", "KKKKK|.BYRW"), board("R")))
    step = next_step(view.moves, ())
    assert step.question is not None
    assert step.question.fields == ("row_2",)
    step = next_step(view.moves, step.question.choices[0].path)
    assert step.question.fields == ("row_3",)
    assert [choice.move is not None for choice in step.question.choices] == [True] * 2
    labels = [Speech(Words(), "azul").answer(view, step.question, choice).label for choice in step.question.choices]
    assert labels == ["d, +2", "e, +1"]  # what the last row brings, where black has one column, is told by the preview
    said = Speech(Words(), "azul").consequences(view, view.moves[1])
    assert said[0] == "Only you see this. You can change it until everybody has chosen."


def refused(*boards, given=()):
    """What the menu of seat 0 says is not possible after these answers, and why."""
    speech, view = Speech(Words(), "azul"), View("azul", 0, tiled(*boards, board("R")))
    question = next_step(view.moves, given).question
    assert question is not None
    return [(one.label, one.short, one.reason, str(one.move)) for one in speech.refused_answers(view, question)]


def test_why_not_names_the_columns_that_each_open_row_cannot_have():
    own = board("", "RR", "BBB|Y.K..", "", "KKKK|.BYRW")
    assert [one[:3] for one in refused(own)] == [("column d", "column has the color", "5.9")]
    assert refused(own, given=("-", "a")) == [
        ("column a", "taken", "5.8", "w-aa--"),
        ("column b", "column has the color", "5.9", "w-ab--"),
        ("column c", "taken", "5.8", "w-ac--"),
    ]


def test_why_not_of_a_single_row_names_its_columns_alone():
    taken = [("column a", "taken", "5.8", "w----a"), ("column c", "taken", "5.8", "w----c")]
    assert refused(board("", "", "", "", "RRRRR|Y.K..")) == taken


@each("language", ["en", "hu"])
def test_the_preview_of_a_plan_says_what_becomes_of_lines_without_a_choice(language):
    state = tiled(board("", "RR|Y.K.W", "BBB|.RYW.", "|...R.", "KKKKK|.WBYR"), board("R"))
    view = View("azul", 0, state)
    told = Speech(Words(language), "azul").consequences(view, view.moves[0])
    assert (
        told[1:-1]
        == {
            "en": [
                "Row 2: no column is open for red; 2 tiles fall to the floor.",
                "Row 5: black goes to column a, the only one open.",
                "The tiles for your wall score +11 together.",
            ],
            "hu": [
                "2. sor (piros): nincs szabad oszlop; 2 csempe a padlóra esik.",
                "5. sor (fekete): csak az „a” oszlopba kerülhet.",
                "A falra kerülő csempék együtt +11 pontot hoznak.",
            ],
        }[language]
    )
