"""Every legal move can be made by presses alone: the menu's screens of every game lead to each of them."""

from __future__ import annotations

import random

from bot.model.move_menu import next_step
from bot.screens import move_menu as move_menu_screen
from bot.screens.screen import Buttons, Select
from bot.text.words import Words
from engine import GAMES, Table
from render import has_pictures
from tests.bot.screens.test_limits_replay_and_end import room_of
from tests.cases import each

WORDS = Words()
EVERY = 23  # moves between two looks, beside those at positions where one answer is left
MANY = 200  # moves


def offered(screen):
    """What can be pressed or chosen: the id of each button and of each list, and the values of its options."""
    for part in screen.parts:
        match part:
            case Buttons(found):
                yield from (button.id for button in found)
            case Select(place, _, options):
                yield place
                yield from (option.value for option in options)


def made(room, seat, given=()):
    """The moves to which presses lead on from there, as text."""
    moves = room.table.view(seat).moves
    step, found = next_step(moves, given), set()
    if step.move is not None and given:
        return {str(step.move)}  # its preview has the button that plays it
    if step.move is not None:
        screen = move_menu_screen.preview_screen(room, seat, WORDS, step.move, given)
        found.add(str(step.move))
    else:
        screen = move_menu_screen.question_screen(room, seat, WORDS, step, given)
    pressed = set(offered(screen))
    stem = f"{room.code}:{room.chairs[seat].stamp}"
    if step.question is not None and step.question.tile_choice and f"tick:{stem}:{'.'.join(given)}" in pressed:
        return found.union(*(made(room, seat, choice.path) for choice in step.question.choices))
    ways = [*(step.question.choices if step.question else ()), *step.other_kinds]
    shown = [one.path for one in ways if {".".join(one.path), f"m:{stem}:{'.'.join(one.path)}"} & pressed]
    return found.union(*(made(room, seat, path) for path in shown))


def positions(key, seats):
    """Some positions of a game by lot, with every one at which a single answer is left.

    Of a few moves one of the first is made; of hundreds any one, or a game of pillars would be over at once.
    """
    table, rng, number = Table.new(GAMES[key], seats, {}, "ways"), random.Random(3), 0
    while table.state.to_act():
        seat, number = table.state.to_act()[0], number + 1
        moves = table.view(seat).moves
        step = next_step(moves, ())
        if number % EVERY == 0 or (step.move is not None and step.other_kinds):
            yield room_of(table), seat
        table = table.play(seat, str(rng.choice(moves if len(moves) > MANY else moves[:4])))


@each("key", list(filter(has_pictures, GAMES)))
def test_presses_lead_to_every_legal_move(key):
    met = [*positions(key, GAMES[key].seats[0])]
    assert met
    for room, seat in met:
        assert made(room, seat) == set(map(str, room.table.view(seat).moves))


@each(("key", "seed"), [("pavilion", 16), ("match_five", 10)])
def test_a_question_in_the_middle_of_a_turn_has_at_most_four_rows_of_buttons(key, seed):
    table, rng = Table.new(GAMES[key], 3, {}, f"rows {seed}"), random.Random(seed)
    while table.state.to_act() and len(table.log) < 25:
        seat = table.state.to_act()[0]
        moves = table.view(seat).moves
        step = next_step(moves, ())
        if step.question is not None and step.other_kinds:
            screen = move_menu_screen.question_screen(room_of(table), seat, WORDS, step, ())
            rows = [-(-len(part.buttons) // 5) for part in screen.parts if isinstance(part, Buttons)]
            assert sum(rows) <= 4
        table = table.play(seat, str(rng.choice(moves)))
