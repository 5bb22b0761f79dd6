"""Every screen, over whole games at every table size, within Discord's limits and our own tighter ones."""

from __future__ import annotations

import random
from itertools import islice

from bot.discord_api.components import files, layout
from bot.model.errors import Refusal
from bot.model.lobby_options import TERMS
from bot.model.move_menu import next_step
from bot.model.people import Location, Person, Robot
from bot.model.record import CLOSED_PHASES, LobbyNote
from bot.screens import game_over as game_over_screen
from bot.screens import lobby as lobby_screen
from bot.screens import lobby_options as lobby_options_screen
from bot.screens import more as more_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import refusals as refusals_screen
from bot.screens import rules as rules_screen
from bot.screens import table as table_screen
from bot.screens import tables as tables_screen
from bot.screens.news import retired_message
from bot.screens.screen import BUTTONS_A_ROW, Button, Buttons, PersonSelect, Screen, Section, Select, Text
from bot.screens.seat_names import occupant_name
from bot.text.words import Words, languages, rulebook
from engine import GAMES, IllegalMove, Table
from tests.bot.support.room_values import altered, room_value
from tests.cases import each

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
    given = {"id": 46_655, "phase": phase, "message": 5, "stamps": (99_999,) * seats, **facts}
    return room_value(table, people, GAMES["azul"], **given)


def played(seats):
    """Rooms along one random game, each with the seat to act."""
    rng, room = random.Random(seats), room_of(seats)
    while room.table.state.to_act():
        seat = room.table.state.to_act()[0]
        yield room, seat
        table = room.table.play(seat, str(rng.choice(room.table.view(seat).moves)))
        room = altered(room, table=table, shown=len(room.table.log))


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
                assert len(several) <= 4 * BUTTONS_A_ROW
                assert all(0 < len(button.label) <= 40 for button in several)
            case Select(_, hint, options):
                assert 1 <= len(options) <= 25
                assert len({option.value for option in options}) == len(options)
                assert all(0 < len(option.value) <= 60 for option in options)
                assert len(hint) <= 150
            case Section(text):
                assert text.strip()
    hints = [part.hint for part in screen.parts if isinstance(part, Select)]
    assert len(hints) == len(set(hints)), hints
    blue = [button for button in controls(screen) if isinstance(button, Button) and button.look.value == "main"]
    assert len(blue) <= 1
    for file in files(screen):
        assert len(file.fp.read()) <= 90 * 1024
        assert 1 <= len(file.description) <= 1_000


def in_turn(number):
    """The words of each language in turn: over a game every kind of screen is looked at in all of them."""
    return Words(languages()[number % len(languages())])


def controls(screen):
    for part in screen.parts:
        match part:
            case Buttons(several):
                yield from several
            case Select() | PersonSelect():
                yield part
            case Section(_, button):
                yield button


def test_the_screens_of_a_game_stay_within_every_limit():
    rng = random.Random(7)
    for n, (room, seat) in enumerate(islice(played(4), None, None, 5)):
        words = in_turn(n)
        step = next_step(room.table.view(seat).moves, ())
        if step.question is not None:
            check(move_menu_screen.question_screen(room, seat, words, step, ()))
            if step.question.is_last and not step.question.is_coarse:
                check(move_menu_screen.refusal_list(room, seat, words, step.question, ()))
        if n % 3:
            continue
        check(table_screen.table_message(room, words, max(room.newest_message.log_length - 6, 0)))
        check(retired_message(room, words))
        move = rng.choice(room.table.view(seat).moves)
        check(move_menu_screen.preview_screen(room, seat, words, move, ("1", "B")))
        check(move_menu_screen.closing_message(room, words, "2 blue", room, room.people[0].id))
        check(tables_screen.board_screen(room, seat, words))
        check(tables_screen.text_board(room, None, words))
    for language in languages():
        check(game_over_screen.final_screen(altered(room, phase="over"), Words(language), 0))


@each("language", languages())
def test_lobbies_lists_and_pages_stay_within_every_limit(language):
    words = Words(language)
    for seats in (1, 2, 4):
        lobby = room_of(seats, phase="lobby")
        check(lobby_screen.lobby(lobby, words))
        check(lobby_screen.ask_which_robot(lobby, words))
        for page in (
            lobby_options_screen.options_page,
            lobby_options_screen.read_only_options,
            lobby_options_screen.closed_options,
        ):
            check(page(lobby, words))
        check(lobby_options_screen.ask_whom_to_remove(lobby, words, 10**18))
    crowd = room_of(3, phase="lobby", guests=(Person(9, LONG),), terms={"who": "invited", "where": "refused"})
    for note in (None, LobbyNote("changed", LONG, tuple(crowd.game.options)), LobbyNote("host_left", LONG, (LONG,))):
        check(lobby_screen.lobby(altered(crowd, note=note), words))
    check(lobby_screen.lobby(altered(crowd, place=Location(None, 4)), words, off=True))
    check(
        lobby_options_screen.options_page(altered(crowd, options={**crowd.record.options, "rules": "hungarian"}), words)
    )
    check(lobby_options_screen.ask_whom_to_remove(crowd, words, 10**18))
    check(lobby_options_screen.removal_confirmation(crowd, words, crowd.occupants[1]))
    check(lobby_options_screen.ask_about_absent(crowd, words, crowd.occupants[1:]))
    check(lobby_options_screen.ask_which_game(crowd.people[0], words))
    for phase in CLOSED_PHASES:
        check(lobby_screen.closed_lobby(room_of(2, phase=phase, ended_by=LONG), words))
    check(lobby_screen.started_lobby(room_of(4), words, "https://discord.com/channels/1/2/3"))
    kinds = [room_of(4), room_of(1, phase="lobby"), room_of(2)]
    tables = [altered(kinds[n % 3], id=n + 1) for n in range(27)]
    for page in range(-1, 6):
        check(tables_screen.own_tables(tables, 10**18, words, page))
        check(tables_screen.channel_tables(tables, 10**18, words, page))
        for only in tables_screen.TABLE_FILTERS:
            check(tables_screen.own_tables(tables, 10**18, words, page, only))
    check(tables_screen.own_tables([], 1, words, 0))
    check(more_screen.confirm_end(room_of(2), words))
    for topic in ("", *rules_screen.HELP_TOPICS):
        check(rules_screen.help_page(words, topic))
    for page in range(-1, 20):
        check(rules_screen.rules("azul", words, page, "zzz"))
    check(rules_screen.ask_which_game(words, "look:" * 12))
    for text in ("wall", "4.5", "the", "xyzzy", "One color in a line"):
        check(rules_screen.search_result("azul", words, text, "zzz"))
    for number in rulebook("azul", language):
        check(move_menu_screen.refusal_reason(room_of(2), 0, words, f"0:{number}", ("1", "B")))
        check(
            refusals_screen.illegal_move_screen(
                words, IllegalMove(number, color="B", held="R", line="2", source="1"), "azul"
            )
        )


@each("language", languages())
def test_ways_out_of_a_search_of_any_rules_fit_their_buttons(language):
    words = Words(language)
    for game in GAMES:
        found = rules_screen.search_result(game, words, "xyzzy", "zzz")
        check(found)
        assert max(len(button.label) for button in controls(found)) <= 31


@each("language", languages())
def test_every_refusal_has_its_words(language):
    words = Words(language)
    facts = {
        "name": LONG,
        "n": 3,
        "tag": "#46655",
        "phase": "over",
        "text": "3X2",
        "example": "`3B2`",
        "entries": "**Resign**",
        "rights": "Send",
    }
    facts |= {"link": "https://discord.com/channels/1/2/3", "channels": "<#1>", "roles": "<@&1>", "year": 2026}
    facts |= {"game": "Azul: Summer Pavilion", "channel": "<#1>", "day": "2026-12-24", "zones": "Australia/West"}
    facts |= {"ranges": "Lines are 1 to 5, F is the floor.", "word": "green", "said": "A robot moved.", "plays": True}
    keys = words.keys()
    for key in keys:
        if key.startswith("refusal.") and "?" not in key and not key.startswith(("refusal.fault", "refusal.rule")):
            check(refusals_screen.refusal_screen(words, Refusal(key.removeprefix("refusal."), **facts)))


def test_a_robot_is_called_one():
    assert occupant_name(Robot("greedy", "Vera"), Words()) == "Robot **Vera**"


def test_a_table_that_was_ended_shows_nobody_to_move():
    words = Words()
    ended, playing = (room_of(2, phase=phase, ended_by="Ana") for phase in ("ended", "playing"))
    pictures = [table_screen.board_view(room, words, None, 0).picture for room in (ended, playing)]
    assert ["turn" in picture.alt for picture in pictures] == [False, True]
    assert pictures[0].png != pictures[1].png
    assert words("picture.stopped") in str(tables_screen.text_board(ended, 0, words).parts)


def test_the_reason_of_a_refusal_outlines_its_cause():
    words = Words()
    room = room_of(2)
    seat = room.table.state.to_act()[0]
    first = next(move for move in room.table.view(seat).moves if str(move).endswith("1"))
    table = room.table.play(seat, str(first))
    while table.state.to_act()[0] != seat:
        table = table.play(table.state.to_act()[0], str(table.view(table.state.to_act()[0]).moves[-1]))
    room = altered(room, table=table)
    asked = next_step(table.view(seat).moves, ()).question
    path = asked.choices[0].path
    step = next_step(table.view(seat).moves, path)
    (options,) = (
        part.options for part in move_menu_screen.refusal_list(room, seat, words, step.question, path).parts[1:2]
    )
    chosen = next(option.value for option in options if option.value.endswith(":4.6"))
    pictures = [
        move_menu_screen.refusal_reason(room, seat, words, one, path).parts[1].png for one in (chosen, "99:4.6")
    ]
    assert pictures[0] != pictures[1]
    check(move_menu_screen.refusal_reason(room, seat, words, chosen, path))


@each("language", languages())
def test_every_question_of_a_lobby_and_every_answer_has_its_words(language):
    words = Words(language)
    asked = {(game.key, key): values for game in GAMES.values() for key, values in game.options.items()}
    asked |= {("term", key): term.values for key, term in TERMS.items()}
    for (family, key), values in asked.items():
        assert len(words(f"{family}.question.{key}")) <= 40
        for value in values:
            assert len(words(f"{family}.option.{key}.{value}")) <= 60
    explained = [key for key in words.keys() if ".explained." in key]  # noqa: SIM118 - Words is no mapping
    for key in explained:
        family, _, rest = key.split(".")
        question, _, value = rest.partition("-")
        assert value in asked[family, question], key
        assert len(words(key)) <= 90
