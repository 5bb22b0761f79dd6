"""What the end of a game tells of ratings and of the time that people took."""

from __future__ import annotations

from bot.logic.results import GameResult, SeatResult, ThinkingTime
from bot.logic.standings import GameOutcome
from bot.screens.rating_changes import rating_summary
from bot.text.words import Words
from engine import GAMES, Table
from tests.bot.screens.test_game_over import room_of
from tests.cases import each


@each(("seconds", "english", "hungarian"), [
    (59, "", ""),
    (64, "Longest think: **Ana**, about a minute.", "A leghosszabb gondolkodás: **Ana**, körülbelül egy perc."),
    (140, "Longest think: **Ana**, 2 minutes.", "A leghosszabb gondolkodás: **Ana**, 2 perc."),
])  # fmt: skip
def test_the_longest_think_is_told_in_a_unit_that_people_count_in(seconds, english, hungarian):
    places = SeatResult(0, 1, None, 1, 9, thinking_time=ThinkingTime(90, 2, seconds)), SeatResult(1, 2, None, 2, 5)
    counted = GameOutcome(GameResult(1, "azul", 1, 7, 9.0, places), {}, {1: "Ana", 2: "Ben"})
    room = room_of(Table.new(GAMES["azul"], 2, {}, "end"))
    assert rating_summary(room, counted, Words()) == english
    assert rating_summary(room, counted, Words("hu")) == hungarian
