"""Every screen, over whole games at every table size, within Discord's limits and our own tighter ones."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot import show_end, show_help, show_lobby, show_menu, show_pages, show_rules, show_table
from bot.compose import files, layout
from bot.menu import ask
from bot.room import Person, Place, Refusal, Robot, Room
from bot.rulebook import rulebook
from bot.screen import Button, Buttons, Pick, Row, Screen, Text
from bot.words import Words, languages
from engine import GAMES, IllegalMove, Table

LONG = "Wilhelmina-Friederike von und zu Hohenstein"
NAMES = (LONG, "@everyone **x** <@1>", "Gergő Ürögdi", "汉字漢字かなカナ한글 שלום")
MOST_COMPONENTS = 38
MOST_LETTERS = 4_000


def room_of(seats, log=(), phase="playing", **facts):
    """A room of that many long-named people, its table after the moves of the log."""
    people = tuple(Person(10**18 + n, NAMES[n]) for n in range(seats))
    table = Table.new(GAMES["azul"], seats, {}, "screens") if phase != "lobby" else None
    for seat, text in log:
        table = table.play(seat, text)
    given = {"message": 5, "posted": 0.0, "shown": -1, "ended_by": "", **facts}
    return Room(
        id=46_655, game=GAMES["azul"], options=GAMES["azul"].chosen({}), phase=phase, host=people[0].id, seats=people,
        place=Place(3, 4), opened=0.0, table=table, stamps=(99_999,) * seats, **given,
    )  # fmt: skip


def played(seats):
    """Rooms along one random game, each with the seat to act."""
    rng, room = random.Random(seats), room_of(seats)
    while room.table.state.to_act():
        seat = room.table.state.to_act()[0]
        yield room, seat
        table = room.table.play(seat, str(rng.choice(room.table.view(seat).moves)))
        room = replace(room, table=table, shown=len(room.table.log))


def check(screen: Screen) -> None:
    """Discord takes it, and a phone shows it."""
    view = layout(screen)
    assert view.total_children_count <= MOST_COMPONENTS
    assert view.content_length() <= MOST_LETTERS
    view.to_components()
    ids = [part.id for part in controls(screen)]
    assert len(ids) == len(set(ids)), ids
    assert all(0 < len(one) <= 60 for one in ids), ids
    for part in screen.parts:
        match part:
            case Text(text):
                assert text.strip()
            case Buttons(several):
                assert sum(1 for _ in part.rows()) <= 4
                assert all(0 < len(button.label) <= 40 for button in several)
            case Pick(_, hint, options):
                assert 1 <= len(options) <= 25
                assert len({option.value for option in options}) == len(options)
                assert all(0 < len(option.value) <= 60 for option in options)
                assert len(hint) <= 150
            case Row(text):
                assert text.strip()
    blue = [button for button in controls(screen) if isinstance(button, Button) and button.look.value == "main"]
    assert len(blue) <= 1
    for file in files(screen):
        assert len(file.fp.read()) <= 90 * 1024
        assert 1 <= len(file.description) <= 1_000


def controls(screen):
    for part in screen.parts:
        match part:
            case Buttons(several):
                yield from several
            case Pick():
                yield part
            case Row(_, button):
                yield button


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_screens_of_a_game_stay_within_every_limit(seats, language):
    words, rng = Words(language), random.Random(7)
    for n, (room, seat) in enumerate(played(seats)):
        step = ask(room.table.view(seat).moves, ())
        if step.question is not None:
            check(show_menu.question(room, seat, words, step, ()))
            if step.question.last and not step.question.coarse:
                check(show_menu.why_not(room, seat, words, step.question, ()))
        if n % 5:
            continue
        check(show_table.table(room, words, max(room.shown - 6, 0)))
        check(show_table.retired(room, words))
        move = rng.choice(room.table.view(seat).moves)
        check(show_menu.preview(room, seat, words, move, ("1", "B")))
        check(show_menu.played(room, words, "2 blue", room))
        check(show_pages.board(room, seat, words))
        check(show_pages.text_board(room, None, words))
    check(show_end.message(replace(room, phase="over"), words, 0))


@pytest.mark.parametrize("language", languages())
def test_lobbies_lists_and_pages_stay_within_every_limit(language):
    words = Words(language)
    for seats in (1, 2, 4):
        lobby = room_of(seats, phase="lobby")
        check(show_lobby.lobby(lobby, words))
        check(show_lobby.which_robot(lobby, words))
    for phase in ("cancelled", "expired"):
        check(show_lobby.closed(room_of(2, phase=phase, ended_by=LONG), words))
    check(show_lobby.herald(room_of(4), words, "https://discord.com/channels/1/2/3"))
    kinds = [room_of(4), room_of(1, phase="lobby"), room_of(2)]
    tables = [replace(kinds[n % 3], id=n + 1) for n in range(27)]
    for page in range(-1, 6):
        check(show_pages.turns(tables, 10**18, words, page))
        check(show_pages.games(tables, 10**18, words, page))
    check(show_pages.turns([], 1, words, 0))
    check(show_pages.end_it(room_of(2), words))
    for topic in ("", *show_help.TOPICS):
        check(show_help.help_page(words, topic))
    for page in range(-1, 20):
        check(show_rules.rules("azul", words, page, "zzz"))
    for text in ("wall", "4.5", "the", "xyzzy", "One color in a line"):
        check(show_rules.found("azul", words, text, "zzz"))
    for number in rulebook("azul", language):
        check(show_menu.reason(room_of(2), 0, words, number, ("1", "B")))
        check(show_pages.forbidden(words, IllegalMove(number, color="B", held="R", line="2", source="1"), "azul"))


def test_every_refusal_has_its_words():
    words = Words()
    facts = {"name": LONG, "n": 3, "tag": "#zzz", "phase": "over", "text": "3X2", "example": "`3B2`", "rights": "Send"}
    keys = words.keys()
    for key in keys:
        if key.startswith("refusal.") and "?" not in key and not key.startswith(("refusal.fault", "refusal.rule")):
            check(show_pages.refused(words, Refusal(key.removeprefix("refusal."), **facts)))


def test_a_robot_is_called_one():
    assert show_lobby.called(Robot("greedy", "Vera"), Words()) == "Robot **Vera**"
