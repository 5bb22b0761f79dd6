"""Questions behind More: what their buttons promise."""

from __future__ import annotations

from bot.screens import more
from bot.text.words import Words
from tests.bot.screens.test_game_over import finished
from tests.cases import each


@each(("language", "label"), [("en", "Keep playing"), ("hu", "Játszunk tovább")])
def test_who_keeps_a_seat_after_all_presses_a_button_that_ends_nothing(language, label):
    """The one that leads back from "Who gets your seat?" was called as the one that cancels a lobby."""
    shown = more.ask_new_owner(finished("azul", 0), 0, Words(language), own=True)
    (back,) = shown.parts[-1].buttons
    assert back.label == label
