"""Texts of a screen before it is sent: what Discord would read as something else than it says."""

from __future__ import annotations

from bot.model.move_menu import next_step
from bot.model.sandbox import ImportedGame, sandbox_room
from bot.screens.move_menu import question_screen
from bot.screens.refusals import illegal_move_screen
from bot.screens.screen import text_block
from bot.text.words import Words
from engine import GAMES, IllegalMove, Table
from engine.transcript import write_transcript
from tests.cases import each


def test_a_line_that_begins_with_a_number_and_a_dot_is_no_numbered_list():
    assert text_block(["1. sor: b · **2. sor**", "1. **Ana** 59\n12. játék"]).text == (
        "1\\. sor: b · **2. sor**\n1\\. **Ana** 59\n12\\. játék"
    )


def test_numbers_elsewhere_stay_as_they_are():
    assert text_block(["Lines 1. and 2.", "1.5", "3.", "**1. sor**"]).text == "Lines 1. and 2.\n1.5\n3.\n**1. sor**"


def test_a_wrong_line_of_a_record_is_named_in_plain_text():
    (part,) = illegal_move_screen(Words("hu"), IllegalMove("record", line=3, text="x"), "azul").parts
    assert part.text.startswith("3\\. sor:")


@each(("language", "called"), [("en", "Azul sandbox · "), ("hu", "Azul próba · ")])
def test_a_sandbox_is_called_so_in_the_reader_s_language(language, called):
    table = Table.new(GAMES["azul"], 2, {}, "x")
    record = write_transcript(table, ("Ana", "Ben"))
    here = sandbox_room(ImportedGame(1, 1, record, is_whole=True, imported_at=0.0, sandbox_start=len(table.log)), GAMES)
    (seat,) = here.to_act
    shown = question_screen(here, seat, Words(language), next_step(here.table.view(seat).moves, ()), ())
    assert called in shown.parts[0].text
