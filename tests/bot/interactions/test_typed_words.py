"""Moves typed in words: what is understood, what is asked back, and which rule forbids what was meant."""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle, product

from bot.interactions.typed_words import TYPED_MORE_ENTRIES, TypedWords, understand
from bot.model.errors import Refusal
from bot.model.people import Person as PersonOf
from bot.screens.refusals import illegal_move_screen
from bot.screens.speech import Speech
from bot.text.words import Words, words_for
from engine import GAMES, IllegalMove, Table, View
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import says, turn_of
from tests.engine.games.azul.azul_tables import board, position

AZUL = View(
    "azul",
    0,
    position(
        board("", "R|.....", "KKK", "|..B.."),
        board(),
        displays="BBYR/KKWW/YYRW/RRKB/BYKW",
        center="MBY",
    ),
)


def read(view, typed, language="en"):
    return understand(view, Speech(words_for(language), view.game), typed)


def moves(view, typed, language="en"):
    return {str(move) for move in read(view, typed, language).moves}


def said(view, typed, language="en"):
    """The first line of what is answered to a move that is not understood or forbidden."""
    no, words = read(view, typed, language).refusal, Words(language)
    assert no is not None
    if isinstance(no, Refusal):
        return words(f"refusal.{no.key}", **no.facts)
    assert isinstance(no, IllegalMove)
    return illegal_move_screen(words, no, view.game).parts[0].text.splitlines()[0]


LATER = 30  # moves: of none of the games as many are legal then as early on, where labels of hundreds are read


@cache
def after(key, many, seed="words", **options):
    """A table of two after so many random moves."""
    lot, table = random.Random(7), Table.new(GAMES[key], 2, options, seed)
    for _ in range(many):
        seat = table.state.to_act()[0]
        table = table.play(seat, str(lot.choice(table.view(seat).moves)))
    return table.view(table.state.to_act()[0])


@cache
def phase(key, kind, seed="words", **options):
    """The first position of a random game in which such a move can be made."""
    lot, table = random.Random(7), Table.new(GAMES[key], 2, options, seed)
    while True:
        view = table.view(table.state.to_act()[0])
        if any(type(move).__name__ == kind for move in view.moves):
            return view
        table = table.play(view.seat, str(lot.choice(view.moves)))


def test_a_move_that_is_meant_and_forbidden_gets_its_rule_in_the_readers_language():
    told = {
        "blue line 2": "Line 2 holds red.",
        "line 2 blue": "Line 2 holds red.",
        "black line 3": "Line 3 is full.",
        "blue to line 4": "Row 4 of your wall has blue already.",
        "red from 3 to line 3": "Line 3 is full.",
        "blue from 2": "There is no blue on display 2.",
        "red from the center": "There is no red in the center.",
        "blue from the 2": "There is no blue on display 2.",
        "take the blue from the 2 to the 1": "There is no blue on display 2.",
        "bleu line 2": "Line 2 holds red.",
        "kék 2. sor": "Line 2 holds red.",
    }
    assert {typed: said(AZUL, typed) for typed in told} == told
    assert said(AZUL, "kék 2. sor", "hu") == said(AZUL, "blue line 2", "hu") == "A 2. sorban már piros van."


def test_fields_are_named_in_words_of_every_language():
    """Readers of both languages take turns."""
    named = {
        "blue line 1": {"1B1", "4B1", "5B1", "CB1"},
        "red from 4": {"4R1", "4R2", "4R4", "4R5", "4RF"},
        "red from display 4 to line 1": {"4R1"},
        "red from the 4 to the 5": {"4R5"},
        "take two red from display 4 to the first line": {"4R1"},
        "1. sorba pirosat a 4. korongról": {"4R1"},
        "piros 4 korong 1 sor": {"4R1"},
        "piros 4-ről 1-be": {"4R1"},
        "white floor": {"2WF", "3WF", "5WF"},
        "fehér a padlóra": {"2WF", "3WF", "5WF"},
        "feher padlo": {"2WF", "3WF", "5WF"},
        "yellow from the center, line 5": {"CY5"},
        "sárga középről line 5": {"CY5"},
        "2 blue from display 1 to line 1": {"1B1"},
        "4 red 1": {"4R1"},
        "4r1": {"4R1"},
        "4R1 please": {"4R1"},
        "kérlek 4R1, köszi!": {"4R1"},
        "y5": {"1Y5", "3Y5", "5Y5", "CY5", "5Y1", "5Y4", "5YF"},
        "display4 red line1": {"4R1"},
        "I take blue from display one and put it on line one": {"1B1"},
    }
    assert {typed: moves(AZUL, typed, ("en", "hu")[at % 2]) for at, typed in enumerate(named)} == named


def test_a_number_that_belongs_to_no_field_may_be_either():
    assert moves(AZUL, "white 5") == {"5W1", "5W4", "5W5", "5WF", "2W5", "3W5"}


def test_one_letter_wrong_is_understood():
    for typed in ("withe floor", "whte floor", "whitee flor", "wite flooor", "fehre floor"):
        found = read(AZUL, typed)
        assert {str(move) for move in found.moves} == {"2WF", "3WF", "5WF"}, typed
        assert found.guessed, typed


def test_what_is_less_sure_is_asked_back():
    for typed, meant in (("bakc floor", "black"), ("rad floor", "red"), ("yelwo floor", "yellow")):
        found = read(AZUL, typed)
        assert meant in found.guessed, typed
        assert found.moves, typed
        assert found.unsure, typed


def test_a_line_that_is_not_there_says_which_lines_there_are():
    for typed in ("7W9", "7w9", "line 9", "blue line 9"):
        assert "Lines are 1 to 5" in said(AZUL, typed), typed


def test_a_display_that_is_not_there_says_which_there_are():
    assert "Displays are 1 to 5, C is the center." in said(AZUL, "red from 8")
    assert "A korongok száma 1-től 5-ig" in said(AZUL, "piros a 8. korongról", "hu")


def test_a_word_that_no_language_has_here_is_named():
    assert "I cannot read `green`" in said(AZUL, "green")
    assert "`green`" in said(AZUL, "green line 2")
    assert "I cannot read `blue red`" in said(AZUL, "blue red")
    assert "`zöld`" in said(AZUL, "zöld 2. sor", "hu")


def test_labels_of_every_game_are_understood_in_every_language():
    """The first move of each game and the last; readers of that language and of the other take turns."""
    for at, key in enumerate(GAMES):
        view = after(key, LATER)
        for half, language in enumerate(("en", "hu")):
            move, reader = view.moves[-half], ("en", "hu")[(at + half) % 2]
            label = Speech(words_for(language), key).move_phrase(view.state, view.seat, move)
            assert str(move) in moves(view, label, reader), (label, reader)


def test_a_plan_of_all_rows_is_understood_in_one_sentence():
    state = position(board("R", "BB", "KKK", "WWWW", "YYYYY"), board())
    state.wall, state.plans = "gray", ("", "-----")
    typed = "row 1 to column c and row 2 to column c and row 3 to column b and row 4 to column b and row 5 to column a"
    assert moves(View("azul", 0, state), typed) == {"wccbba"}
    assert moves(View("azul", 0, state), "1c 2c 3b 4b 5a") == {"wccbba"}


def test_a_whole_letter_is_not_a_move():
    assert "I cannot read" in said(AZUL, "blue line 2 " * 40)


COURTESY = ["please", "hello", "Thanks!", "ok, thank you", "kérlek", "köszi", "szia", "jó napot", "Helló"]


def test_what_names_no_move_is_answered_with_a_move_that_can_be_made_here():
    """Readers of both languages take turns."""
    can = {str(move) for move in AZUL.moves}
    for at, typed in enumerate((*COURTESY, "line", "from", "xyzzy", "hello world")):
        no = read(AZUL, typed, ("en", "hu")[at % 2]).refusal
        assert no.key == "notation", typed
        assert no.facts["example"].split("`")[1] in can, typed


def test_courtesy_names_no_move_of_any_game():
    for key, language in product(GAMES, ("en", "hu")):
        assert moves(after(key, LATER), words_for(language)("typed.courtesy")) == set(), (key, language)


def test_courtesy_around_a_move_is_no_part_of_it():
    assert moves(AZUL, "Hello! Red from 4 to line 1 please, thank you") == {"4R1"}
    assert moves(AZUL, "szia, piros 4 korong 1 sor légyszi", "hu") == {"4R1"}


def test_words_for_an_entry_of_more_point_to_it():
    """The games take turns."""
    entries = {
        "undo": "**Take back my last move**, **Ask to take back my last move**",
        "Take it back please": "**Take back my last move**, **Ask to take back my last move**",
        "visszavonom": "**Take back my last move**, **Ask to take back my last move**",
        "vissza": "**Take back my last move**, **Ask to take back my last move**",
        "pause": "**Pause the clock**",
        "szünet": "**Pause the clock**",
        "I resign": "**Resign**",
        "give up": "**Resign**",
        "feladom": "**Resign**",
        "döntetlen": "**Offer to end the game**, **End this table**",
        "board": "**Read the board**",
    }
    for (typed, labels), key in zip(entries.items(), cycle(GAMES), strict=False):
        found = read(after(key, LATER), typed)
        assert (found.moves, found.refusal.key) == ((), "typed_action"), typed
        assert found.refusal.facts["entries"] == labels


def test_every_word_for_an_entry_of_more_points_to_it_but_for_words_of_the_game():
    for key, language in product(GAMES, ("en", "hu")):
        words = words_for(language)
        typed = TypedWords(after(key, LATER), Speech(words, key))
        phrases = [one.strip() for name in TYPED_MORE_ENTRIES for one in words(f"typed.more.{name}").split(",")]
        own = {phrase for phrase in phrases if typed.entry_refusal(phrase) is None}
        assert own == ({"en": {"end"}, "hu": {"vége"}}[language] if key == "match_five" else set())


def test_a_tile_is_no_wild_that_stands_for_it():
    view = phase("match_five", "Wild")
    wilds = [move for move in view.moves if type(move).__name__ == "Wild"]
    wild = next(move for move in wilds if str(move.face) not in view.state.hands[view.seat])
    name = {language: Words(language)(f"match_five.tile.{wild.face}") for language in ("en", "hu")}
    assert moves(view, f"{wild.cell} {name['hu']}", "hu") == set()
    assert moves(view, f"wild as {name['en']} on {wild.cell}") == {str(wild)}


def test_stars_are_called_by_their_colors_or_their_places():
    view, words, magyar = phase("pavilion", "Place"), Words(), Words("hu")
    star = next(move.star for move in view.moves if type(move).__name__ == "Place" and move.star != "C")
    there = {str(move) for move in view.moves if getattr(move, "star", "") == star}
    color = words(f"pavilion.where.colored-{star}")
    assert moves(view, f"{color} star") == moves(view, words(f"pavilion.star.{star}")) == there
    assert moves(view, f"{magyar(f'pavilion.where.colored-{star}')} csillag") == there
    assert "Spaces are 1 to 6." in said(view, f"{color} star space 9")
    other = "purple" if color != "purple" else "red"
    assert said(view, f"{other} on the {color} star") == f"Not possible: this star takes no {other}."


def test_passing_and_keeping_is_understood_where_tiles_must_be_chosen():
    view = phase("pavilion", "Keep")
    kept = str(next(move for move in view.moves if type(move).__name__ == "Keep"))
    assert kept in moves(view, "pass")
    assert kept in moves(view, "passz")


def test_tiles_of_match_five_are_named_in_words():
    view = after("match_five", 0)
    hand = view.state.hands[view.seat]
    held = {str(move)[:2] for move in view.moves if type(move).__name__ == "Place"}
    tile = min(held)
    name = Words()(f"match_five.tile.{tile}")
    assert moves(view, f"{name} on m13") == {f"{tile}m13"}
    assert f"x{tile}" in moves(view, f"swap {name}")
    missing = next(one for one in ("R1", "R2", "R3", "R4", "R5", "B1", "B2") if one not in hand)
    assert said(view, f"{Words()(f'match_five.tile.{missing}')} on m13") == "Not possible: not in your hand."
    assert "a number from 1 to 5" in said(view, "R9m13")


def test_tiles_of_pillars_are_named_in_words():
    assert moves(after("pillars", 0), "pillar on a1") == {"oa1"}
    assert said(after("pillars", 0), "h8") == "Not possible: center section."
    view = after("pillars", 24)
    assert moves(view, "tile 5U") == {str(move) for move in view.moves if str(move).startswith("5U")} != set()
    assert "Turns are 1 to 8." in said(view, "5U turned 9")
    assert "Cells are A1 to Q17." in said(view, "pillar at z99")


def test_columns_of_a_gray_wall_are_named_by_their_rows():
    view = phase("azul", "Plan", wall="gray")
    plan = view.moves[0]
    rows = [(n, column) for n, column in enumerate(plan.columns, 1) if column != "-"]
    typed = " and ".join(f"row {n} to column {column}" for n, column in rows)
    assert moves(view, typed) == {str(plan)}
    assert str(plan) in moves(view, f"{rows[0][0]}. sor {rows[0][1]}", "hu")


async def test_words_with_a_letter_wrong_lead_to_the_preview_or_a_question(local, running_bot, ana, games):
    """Also for a person who asked for no previews; suggestions say at once what is wrong."""
    await running_bot.store.preferences.set(PersonOf(ana.id, "Ana"), "confirm", "never")
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    before = (await running_bot.rooms.room(1)).table
    wrong = {"B": "bleu", "Y": "yelow", "K": "balck", "W": "whtie"}
    source, color = next((n, c) for n in range(1, 6) for c in wrong if c in before.state.tiles_at(str(n)))
    preview = await ana.command("move", channel=games, move=f"{wrong[color]} from {source} to line 5")
    assert "Play it" in preview.buttons
    assert (await running_bot.rooms.room(1)).table == before
    asked = await ana.command("move", channel=games, move="bakc")
    assert "Did you mean **black**?" in asked.text
    assert list(asked.buttons) == ["Back to my move", "Type it", "Rules"]
    for typed, said in (
        ("line 9", "Lines are 1 to 5"),
        ("xyzzy", "I cannot read xyzzy"),
        ("xyzzy floor", "the word xyzzy"),
    ):
        (row,) = (await ana.complete("move", channel=games, focused="move", move=typed)).choices
        assert said in row["name"]
        assert row["value"] == typed


async def test_who_types_undo_is_pointed_to_more_in_ones_turn_and_out_of_it(local, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    mine = ana.mention in text(await ana.until(says("your turn")))
    acting, waiting = (ana, ben) if mine else (ben, ana)
    (row,) = (await acting.complete("move", channel=games, focused="move", move="undo")).choices
    assert "you find it under More: Take back my last move" in row["name"]
    answer = await acting.command("move", channel=games, move="undo")
    assert "`undo` is not a move." in answer.text
    assert list(answer.buttons) == ["More", "Back to my move", "Type it", "Rules"]
    assert "Resign" in str((await acting.press(answer.message, label="More")).message)
    answer = await waiting.command("move", channel=games, move="take back")
    assert "**Take back my last move**" in answer.text
    assert list(answer.buttons) == ["More"]
    (row,) = (await waiting.complete("move", channel=games, focused="move", move="resign")).choices
    assert row["name"] == "resign is not a move. If it is possible now, you find it under More: Resign."
