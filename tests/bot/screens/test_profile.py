"""The profile of a person: its lists lead to the games that they name."""

from __future__ import annotations

from bot.logic.standings import PlayedGame, Profile, RatingsViewer
from bot.model.people import Person
from bot.model.room_number import room_of_code
from bot.screens import profile as profile_screen
from bot.screens.screen import Select
from bot.text.words import Words


def test_a_replay_is_chosen_by_the_number_that_its_line_tells():
    """People read numbers in decimal, buttons in base 36; "36" of the one is another table than of the other."""
    game = PlayedGame(36, "azul", 1, 2, 50, has_left=False, gain=1.5, finished=1.8e9, guild=7, channel=7, message=70)
    one = Profile(Person(1, "Ana"), 7, {}, latest_games=(game,))
    shown = profile_screen.profile_screen(one, Words(), RatingsViewer(1, 7))
    (pick,) = (part for part in shown.parts if isinstance(part, Select) and part.id.startswith("which"))
    (option,) = pick.options
    assert "#36" in option.label
    assert room_of_code(option.value) == 36
