"""What a refusal offers to press next."""

from __future__ import annotations

from bot.model.errors import Refusal
from bot.model.room_number import Tag
from bot.screens.refusals import refusal_screen
from bot.screens.screen import Buttons
from bot.text.words import Words
from tests.cases import each


@each(("prepares", "offered"), [(True, ["Prepare a move"]), (False, [])])
def test_who_is_not_to_move_is_offered_to_prepare_where_the_game_allows_it(prepares, offered):
    no = Refusal("not_your_turn", name="Ana", tag=Tag(1, "Azul"), prepares=prepares)
    ways = refusal_screen(Words(), no).parts[-1]
    assert isinstance(ways, Buttons)
    assert [button.label for button in ways.buttons] == [*offered, "Board", "My tables"]


@each("key", ["unread_day", "no_day"])
@each(("language", "end"), [("en", "like 2026-05-14."), ("hu", ": 2026. 05. 14.")])
def test_a_refused_day_shows_one_as_the_reader_writes_it(key, language, end):
    assert refusal_screen(Words(language), Refusal(key, day="2026-05-14")).parts[0].text.endswith(end)
