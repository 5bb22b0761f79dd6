"""The screens of a table's life beside its moves, over whole games, within every limit."""

from __future__ import annotations

from dataclasses import replace

from bot.model.errors import Refusal
from bot.model.history import Moment
from bot.model.people import Person, Robot
from bot.model.record import PROPOSAL_KINDS, Handover, Offer, Proposal, RoomEvent
from bot.model.timeline import own_turn_end, turns_since
from bot.screens import direct_messages as direct_messages_screen
from bot.screens import game_over as game_over_screen
from bot.screens import more as more_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import replay as replay_screen
from bot.screens import seat_names, verbs
from bot.screens import table as table_screen
from bot.screens.news import room_event_sentences, sentences
from bot.screens.screen import Buttons, ButtonStyle, Screen, Text
from bot.text.words import Words, languages
from engine import GAMES, Table
from tests.bot.screens.test_limits import LONG, check, in_turn, played, room_of
from tests.bot.support.room_values import altered
from tests.cases import each

KINDS = (
    "took_back", "all_took_back", "goes_on", "resigned", "gone", "late", "outage", "more_time", "replaced", "back",
    "lock", "paused", "went_on", "all_finished", "kicked", "not_replaced", "not_given",
)  # fmt: skip


def lived(room, **facts):
    """The room with everything that can happen besides moves."""
    length = len(room.table.log)
    told = {"name": LONG, "old": LONG, "n": 2, "lock": "f" * 32, "until": 10**9, "hours": 30, "minutes": 0}
    events = tuple(RoomEvent(length, kind, told, 50.0) for kind in KINDS)
    hows = ("only",) * length
    return altered(room, times=(40.0,) * length, hows=hows, room_events=events, posted=45.0, **facts)


def test_the_life_of_a_table_stays_within_every_limit():
    seats = 4
    rooms = [lived(room) for room, _ in played(seats)]
    for n, room in enumerate(rooms[5::29]):
        words = in_turn(n)
        ask = Proposal(0, len(room.table.log), max(len(room.table.log) - 3, 0), (0,), 50.0)
        gone = tuple(
            replace(who) if seat == 0 else Robot("greedy", who.name) for seat, who in enumerate(room.occupants)
        )
        marks = ("", *["gone"] * (seats - 1))
        check(
            table_screen.table_message(
                altered(room, proposal=replace(ask, kind=PROPOSAL_KINDS[n % len(PROPOSAL_KINDS)])),
                words,
                room.newest_message.log_length,
            )
        )
        check(
            table_screen.table_message(
                altered(room, proposal=ask, seats=gone, marks=marks), words, room.newest_message.log_length
            )
        )
        check(table_screen.table_message(crowded(room, marks), words, room.newest_message.log_length))
        for page in (-1, 0, 1, 99):
            check(replay_screen.history(room, 0, words, page))
        for at in (-1, 0, 1, 9999):
            check(replay_screen.replay(room, None, words, at))
    marks = ("resigned", *[""] * (seats - 1))
    final = altered(rooms[-1], phase="over", marks=marks, former=(5, *[None] * (seats - 1)))
    for words in map(Words, languages()):
        check(game_over_screen.final_screen(final, words, 0))
        check(replay_screen.history(final, None, words, -1))
    check(replay_screen.replay(final, None, in_turn(1), -1))


def crowded(room, marks):
    """The room with all that can wait at once: a question, offers, seats that robots look after, banks, absences."""
    seats, table = len(room.occupants), room.table
    ask = Proposal(0, len(table.log), len(table.log), (0,), 50.0, "finish")
    offers = tuple(Offer(seat, Person(seat + 9, LONG), room.people[0], 50.0) for seat in range(1, seats))
    late = ("", *["late" if n % 2 else "gone" for n in range(1, len(marks))])
    due, banks = tuple(1_000.0 * n for n in range(seats)), (400_000.0,) * seats
    away = ("2099-01-01",) * seats
    return altered(room, proposal=ask, offers=offers, marks=late, due=due, banks=banks, away=away, paused=None)


@each("language", languages())
def test_the_private_pages_of_a_table_stay_within_every_limit(language):
    words, room = Words(language), room_of(4)
    check(more_screen.more_menu(room, words, more_screen.MORE_ENTRIES))
    check(more_screen.confirm_resignation(room, room.occupants[0].id, words))
    check(more_screen.confirm_resignation(room_of(2), room.occupants[0].id, words))
    check(more_screen.offer_to_ask(room, Refusal("no_take_back", why="moved", name=LONG, n=1, tag="#1"), words))
    check(move_menu_screen.with_take_back(Screen((Text("Played."),)), room, 7, words))
    for reason in ("channel_gone", "no_access"):
        check(more_screen.unreachable_table(room, words, reason, here=True))
    check(game_over_screen.rematch_lobby(room_of(2, phase="lobby", guests=room.people), words))
    for verb in (verbs.REPLACE, verbs.KICK):
        check(more_screen.ask_which_seat(room, range(4), verb, words))
    for own in (True, False):
        check(more_screen.ask_new_owner(room, 1, words, own=own))
    check(more_screen.confirm_kick(room, 1, words))
    offer = Offer(1, Person(9, LONG), room.people[0], 50.0)
    for marks in (("",) * 4, ("late",) * 4):
        offered = altered(room, offers=(offer,), marks=marks, due=(1_000.0,) * 4)
        check(direct_messages_screen.call_message(offered, 9, words))
        check(direct_messages_screen.timeout_notification(offered, 0, words))
        nudge = direct_messages_screen.reminder(offered, 0, words)
        check(direct_messages_screen.channel_post(nudge, 10**18, words, closed=True))


def test_a_clock_that_stands_still_is_said_in_place_of_a_deadline():
    words, room = Words(), room_of(3)
    still = altered(room, paused=50.0)
    shown = table_screen.table_message(still, words, 0)
    assert "The clock stands still (asked by everybody)." in said(shown)
    assert "goon:zzz" in [button.id for button in last(shown)]
    assert "your turn" not in said(shown)
    assert shown.pings == ()


def test_each_deadline_is_told_where_several_differ():
    words = Words()
    room = altered(room_of(3), seats=tuple(Person(n, f"P{n}") for n in range(3)), due=(60.0, None, 60.0))
    assert "Move by <t:60:f>, <t:60:R>." in said(table_screen.table_message(room, words, 0))
    apart = altered(room, due=(60.0, None, 90.0))
    assert "Move by: **P0** <t:60:f>, <t:60:R>; **P2** <t:90:f>, <t:90:R>." in said(
        table_screen.table_message(apart, words, 0)
    )


def test_a_seat_is_called_by_what_keeps_it_from_playing():
    words, people = Words(), tuple(Person(n, f"P{n}") for n in range(4))
    room = altered(room_of(4), seats=people, away=("2099-05-03", "", "", ""), marks=("", "late", "kicked", "resigned"))
    assert seat_names.names_with_marks(room, words) == [
        "**P0** (away until <t:4081485600:D>)", "**P1** (caretaker)", "**P2** (robot)", "**P3** (resigned)",
    ]  # fmt: skip
    pillars = Table.new(GAMES["pillars"], 2, {}, "screens")
    for text in ("oa1", "oq17"):
        pillars = pillars.play(pillars.state.to_act()[0], text)
    pillars.state.players[0].gone = True
    out = altered(room_of(2), seats=people[:2], table=pillars, away=("2099-05-03", ""))
    assert seat_names.names_with_marks(out, words) == ["**P0** (out)", "**P1**"]
    assert seat_names.names_with_marks(altered(out, phase="over"), words) == ["**P0**", "**P1**"]


def test_whoever_took_a_seat_over_did_not_make_its_earlier_moves():
    words, room, length = Words(), room_of(2), 5
    taken = RoomEvent(length, "replaced", {"name": "Cy", "old": "Ben", "seat": 0}, 50.0)
    again = RoomEvent(length, "replaced", {"name": "Dee", "old": "Cy", "seat": 0}, 60.0)
    later = altered(room, seats=(Person(1, "Dee"), Person(2, "Ana")), room_events=(taken, again))
    assert seat_names.names(later, words, length) == ["**Ben**", "**Ana**"]
    assert seat_names.names(later, words, length + 1) == ["**Dee**", "**Ana**"]
    between = altered(later, room_events=(taken, replace(again, log_length=length + 4)))
    assert seat_names.names(between, words, length + 1) == ["**Cy**", "**Ana**"]


def test_a_replay_shows_who_sat_there_then_and_not_what_became_of_them():
    words, room = Words(), room_of(2)
    for _ in range(3):
        table, (seat,) = room.table, room.table.state.to_act()
        room = altered(room, table=table.play(seat, str(table.state.moves(seat)[0])))
    length = len(room.table.log)
    taken = RoomEvent(length, "replaced", {"name": "Cy", "old": "Ben", "seat": 0}, 50.0)
    gone = {"marks": ("resigned", ""), "times": (1.0,) * length, "hows": ("",) * length, "room_events": (taken,)}
    later = altered(room, seats=(Person(1, "Cy"), Person(2, "Ana")), **gone)
    first, last = replay_screen.replay(later, None, words, 1), replay_screen.replay(later, None, words, -1)
    assert "**Ben** 0 · " in first.parts[0].text.replace("▸ ", "")
    assert "Ben, 0 points" in first.parts[1].alt
    assert "**Cy** (resigned)" in last.parts[0].text
    assert "Cy, 0 points" in last.parts[1].alt
    board = table_screen.board_view(later, words, None, 0)
    assert "Cy, 0 points" in board.picture.alt
    assert "Last: Ben took" in board.picture.alt


def test_who_resigns_reads_what_comes_of_it():
    people, robots = [Person(n, f"P{n}") for n in range(3)], [Robot("greedy", "Vera"), Robot("greedy", "Otto")]
    for seats, marks, told in (
        ((people[0], robots[0]), ("", ""), "Robot **Vera** wins."),
        ((people[0], people[1], robots[0]), ("", "", ""), "A robot plays your seat on; you finish last."),
        ((people[0], *robots), ("", "", ""), "Only robots are left, so the game ends now; you finish last."),
        ((people[0], Robot("greedy", "Ben"), people[2]), ("", "resigned", ""), "**P2** wins."),
        ((people[0], Robot("greedy", "Ben"), robots[0]), ("", "late", ""), "Only robots are left"),
    ):
        room = altered(room_of(len(seats)), seats=seats, marks=marks)
        assert told in said(more_screen.confirm_resignation(room, 0, Words()))


def test_what_is_left_in_every_bank_is_told():
    room = altered(room_of(2), seats=tuple(Person(n, f"P{n}") for n in range(2)), banks=(403_200.0, 0.0))
    assert "Bank of time: **P0** 4 days 16 hours, **P1** none." in said(table_screen.table_message(room, Words(), 0))


def said(screen):
    """All texts of the screen."""
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


def last(screen):
    """The buttons below."""
    return screen.parts[-1].buttons


def test_a_long_line_of_the_history_ends_after_a_sentence():
    said = [f"**Ana** took {n} tiles." for n in range(60)]
    line = replay_screen.fit_sentences(said)
    assert line.endswith(" tiles. …")
    assert len(line) < replay_screen.MAX_HISTORY_LINE_LETTERS + 3
    assert line.count("**") % 2 == 0
    assert replay_screen.fit_sentences(said[:3]) == " ".join(said[:3])


def test_the_newest_page_of_the_history_is_a_whole_one():
    room = max((lived(room) for room, _ in played(2)), key=lambda room: len(room.table.log))
    newest = replay_screen.history(room, None, Words(), -1)
    first = replay_screen.history(room, None, Words(), 0)
    assert "page 1 of" in first.parts[0].text
    assert lines_of(newest) > 15
    assert lines_of(newest) >= lines_of(first)


def lines_of(screen):
    """How many lines the page of a history has."""
    return screen.parts[1].text.count("\n") + 1


def test_titles_tell_the_game_of_a_match_and_the_moment_of_a_replay():
    words, room = Words(), room_of(2)
    of_match = altered(room, match=room.id, first_seat=1)
    assert table_screen.title(of_match, words) == "### Azul #46655 · game 2 of 2, round 1"
    (jump,) = replay_screen.jump_lists(
        words, [Moment(n, n, 0, "", 0, 0.0, "", ()) for n in range(3)], verbs.REPLAY, 46655
    )
    assert [option.label for option in jump.options] == ["The beginning", "Move 1", "Move 2"]
    over = altered(room, phase="over", times=(), hows=())
    replayed = replay_screen.replay(over, None, words, 0)
    assert replayed.parts[0].text.startswith("### Azul #46655 · replay, round 1")
    rematch = words("button.rematch")
    assert rematch in labels(game_over_screen.final_screen(over, words, 0))
    assert rematch in labels(game_over_screen.final_screen(altered(of_match, phase="over"), words, 0))
    assert rematch not in labels(game_over_screen.final_screen(altered(of_match, phase="over", first_seat=0), words, 0))


def labels(screen):
    """What the buttons of the screen say."""
    return [button.label for part in screen.parts if isinstance(part, Buttons) for button in part.buttons]


def test_a_game_with_hidden_hands_offers_ones_own_hand():
    room = lived(room_of(2))
    hands = Table.new(GAMES["match_five"], 2, {}, "screens")
    assert "hand:zzz" in ids(table_screen.table_message(altered(room, table=hands), Words(), 0))
    assert "board:zzz" in ids(table_screen.table_message(room, Words(), 0))


def ids(screen):
    return [button.id for part in screen.parts if isinstance(part, Buttons) for button in part.buttons]


def test_equal_points_are_explained_and_shared_places_said():
    words, room = Words(), lived(room_of(2), phase="over")
    assert "shared" in game_over_screen.standing(room, words)
    resigned = altered(room, marks=("resigned", ""), former=(5, None))
    assert game_over_screen.standing(resigned, words).endswith("(resigned) 0")


def test_a_person_reads_first_what_was_done_for_whoever_ran_out_of_time():
    words, room = Words(), altered(room_of(2), seats=(Person(1, "Ana"), Person(2, "Ben")))
    hows, first = ["", "", "late", "late", ""], room.table.state.to_act()[0]
    began = len(room.table.log)
    for _ in hows:
        table, (seat,) = room.table, room.table.state.to_act()
        room = altered(room, table=table.play(seat, str(table.state.moves(seat)[0])))
    length = len(room.table.log)
    away = Handover(room.table.log[began + 4].seat, 1, began + 4, "late", 1.0)
    room = altered(room, times=(1.0,) * length, hows=(*[""] * began, *hows), handovers=(away,))
    since = own_turn_end(room.table, first, room.unchosen_moves)
    assert since == began + 1  # neither what was done at the deadline nor what a robot did meanwhile was their own move
    seen = table_screen.board_view(room, words, first, since)
    mine, theirs, meanwhile, before = seen.lines
    assert seen.pinned == 2
    assert mine.startswith("② Your time ran out; a robot moved for you: You took")
    assert "ran out of time; a robot moved: " in theirs
    assert meanwhile.startswith("④ You took")
    assert before.startswith(f"① **{room.occupants[1 - first].name}** took")
    assert not [line for line in seen.lines if f"**{room.occupants[first].name}**" in line]
    hungarian = table_screen.board_view(room, Words("hu"), first, since).lines
    assert hungarian[0].startswith("② Lejárt az időd; egy robot lépett helyetted: Te ")
    everybody = table_screen.board_view(room, words, None, since)
    assert [line[0] for line in everybody.lines] == ["①", "②", "③", "④"]
    over = table_screen.board_view(altered(room, phase="over"), words, first, since)
    assert [line[0] for line in over.lines] == ["①", "②", "③", "④"]  # there is nothing to catch up with any more


def test_the_question_about_a_take_back_names_the_move():
    words, room = Words(), altered(room_of(2), seats=(Person(1, "Ana"), Person(2, "Ben")), posted=9.0)
    for _ in range(2):
        table, (seat,) = room.table, room.table.state.to_act()
        room = altered(room, table=table.play(seat, str(table.state.moves(seat)[0])))
    target = next(place for place, entry in enumerate(room.table.log) if entry.seat >= 0)
    asker = room.table.log[target].seat
    asked = altered(room, proposal=Proposal(asker, len(room.table.log), target, (asker,), 50.0))
    line = said(table_screen.table_message(asked, words, 0))
    (told,) = sentences(room, words, [turns_since(room.table, target)[0]])[:1]
    name = f"**{room.occupants[asker].name}**"
    assert f"{name} asks to take back a move and the one after it. The move: “{told}” All must agree" in line
    assert "*" not in line.replace("**", "")
    refused = RoomEvent(5, "goes_on", {"of": "take_back", "called": 50}, 60.0)
    (told,) = room_event_sentences(asked, [refused], words)
    assert told == (refused, "Not everybody agreed to take the move back. The game goes on.")
    assert table_screen.table_message(asked, words, 0).pings == (room.occupants[1 - asker].id,)
    again = altered(asked, room_events=(refused,))
    assert table_screen.table_message(again, words, 0).pings == ()


def test_who_leaves_reads_at_which_game_with_which_points_and_what_it_does_to_the_rating():
    room = altered(room_of(2), seats=(Person(1, "Ana"), Person(2, "Ben")))
    for shown in (
        more_screen.confirm_resignation(room, 1, Words()),
        more_screen.ask_new_owner(room, 0, Words(), own=True),
    ):
        assert "Azul #46655? Your points: 0." in said(shown).replace("?** Your", "? Your")
        assert "For your rating this counts as the last place." in said(shown)
    casual = altered(room, terms={"counts": "casual"})
    alone = altered(room, seats=(Person(1, "Ana"), Robot("greedy", "Vera")), former=(None, None))
    left = altered(alone, former=(None, 2))
    for one, rated in ((casual, False), (alone, False), (left, True)):
        assert ("For your rating" in said(more_screen.confirm_resignation(one, 1, Words()))) is rated


def test_at_a_paused_table_go_on_is_blue_and_play_is_off():
    paused = table_screen.table_message(altered(room_of(2), paused=5.0), Words(), 0)
    shown = {one.label: one for part in paused.parts if isinstance(part, Buttons) for one in part.buttons}
    assert (shown["Go on"].look, shown["Play"].off) == (ButtonStyle.MAIN, True)
    running = table_screen.table_message(room_of(2), Words(), 0)
    assert not any(one.off for part in running.parts if isinstance(part, Buttons) for one in part.buttons)
