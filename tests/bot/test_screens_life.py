"""The screens of a table's life beside its moves, over whole games, within every limit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import show_end, show_life, show_past, show_table
from bot.room import Aside, Ask, Refusal, Robot
from bot.screen import Buttons, Screen, Text
from bot.words import Words, languages
from engine import GAMES, Table
from tests.bot.test_screens import LONG, check, in_turn, played, room_of

KINDS = ("took_back", "all_took_back", "goes_on", "resigned", "gone", "replaced", "back", "lock")


def lived(room, **facts):
    """The room with everything that can happen besides moves."""
    length = len(room.table.log)
    asides = tuple(Aside(length, kind, {"name": LONG, "old": LONG, "n": 2, "lock": "f" * 32}, 50.0) for kind in KINDS)
    hows = ("only",) * length
    return replace(room, times=(40.0,) * length, hows=hows, asides=asides, posted=45.0, **facts)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_life_of_a_table_stays_within_every_limit(seats):
    rooms = [lived(room) for room, _ in played(seats)]
    for number, room in enumerate(rooms[5::15]):
        words = in_turn(number)
        ask = Ask(0, len(room.table.log), max(len(room.table.log) - 3, 0), (0,), 50.0)
        gone = tuple(replace(who) if n == 0 else Robot("greedy", who.name) for n, who in enumerate(room.seats))
        marks = ("", *["gone"] * (seats - 1))
        check(show_table.table(replace(room, ask=ask), words, room.shown))
        check(show_table.table(replace(room, ask=ask, seats=gone, marks=marks), words, room.shown))
        for page in (-1, 0, 1, 99):
            check(show_past.history(room, 0, words, page))
        for at in (-1, 0, 1, 9999):
            check(show_past.replay(room, None, words, at))
    marks = ("resigned", *[""] * (seats - 1))
    final = replace(rooms[-1], phase="over", marks=marks, former=(5, *[None] * (seats - 1)))
    for words in map(Words, languages()):
        check(show_end.message(final, words, 0))
        check(show_past.history(final, None, words, -1))
    check(show_past.replay(final, None, in_turn(1), -1))


@pytest.mark.parametrize("language", languages())
def test_the_private_pages_of_a_table_stay_within_every_limit(language):
    words, room = Words(language), room_of(4)
    check(show_life.more(room, words, show_life.OFFERS))
    check(show_life.resign_it(room, room.seats[0].id, words))
    check(show_life.resign_it(room_of(2), room.seats[0].id, words))
    check(show_life.ask_them(room, Refusal("no_take_back", why="moved", name=LONG, tag="#1"), words))
    check(show_life.with_take_back(Screen((Text("Played."),)), room, 7, words))
    for reason in ("channel_gone", "no_access"):
        check(show_life.asleep(room, words, reason, here=True))
    check(show_end.rematch(room_of(2, phase="lobby"), words, room.people))


def test_a_long_line_of_the_history_ends_after_a_sentence():
    said = [f"**Ana** took {n} tiles." for n in range(60)]
    line = show_past.whole(said)
    assert line.endswith(" tiles. …")
    assert len(line) < show_past.MOST_LINE + 3
    assert line.count("**") % 2 == 0
    assert show_past.whole(said[:3]) == " ".join(said[:3])


def test_the_newest_page_of_the_history_is_a_whole_one():
    room = max((lived(room) for room, _ in played(2)), key=lambda room: len(room.table.log))
    newest = show_past.history(room, None, Words(), -1)
    first = show_past.history(room, None, Words(), 0)
    assert "page 1 of" in first.parts[0].text
    assert lines_of(newest) > 15
    assert lines_of(newest) >= lines_of(first)


def lines_of(screen):
    """How many lines the page of a history has."""
    return screen.parts[1].text.count("\n") + 1


def test_titles_tell_the_game_of_a_match_and_the_moment_of_a_replay():
    words, room = Words(), room_of(2)
    of_match = replace(room, match=room.id, first=1)
    assert show_table.title(of_match, words) == "### Azul · #zzz · game 2 of 2, round 1"
    over = replace(room, phase="over", times=(), hows=())
    replayed = show_past.replay(over, None, words, 0)
    assert replayed.parts[0].text.startswith("### Azul · #zzz · replay, round 1")
    rematch = words("button.rematch")
    assert rematch in labels(show_end.message(over, words, 0))
    assert rematch in labels(show_end.message(replace(of_match, phase="over"), words, 0))
    assert rematch not in labels(show_end.message(replace(of_match, phase="over", first=0), words, 0))


def labels(screen):
    """What the buttons of the screen say."""
    return [button.label for part in screen.parts if isinstance(part, Buttons) for button in part.buttons]


def test_a_game_with_hidden_hands_offers_ones_own_hand():
    room = lived(room_of(2))
    hands = Table.new(GAMES["match_five"], 2, {}, "screens")
    assert "hand:zzz" in ids(show_table._controls(replace(room, table=hands), Words()))
    assert "board:zzz" in ids(show_table._controls(room, Words()))


def ids(part):
    return [button.id for button in part.buttons]


def test_equal_points_are_explained_and_shared_places_said():
    words, room = Words(), lived(room_of(2), phase="over")
    assert "shared" in show_end.standing(room, words)
    resigned = replace(room, marks=("resigned", ""), former=(5, None))
    assert show_end.standing(resigned, words).endswith("(resigned) 0")
