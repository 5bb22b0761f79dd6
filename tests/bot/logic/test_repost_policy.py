"""What is done about a room's message: whom it calls, what is only shown, what nobody notices, what is put off."""

from dataclasses import replace

from bot.logic.repost_policy import YOUNG, Edit, Nothing, Post, Wait, change_due, newly_asked, plan
from bot.model.people import Location, Person, Robot
from bot.model.room import Aside, Offer, PlayedRoom, Proposal, Room
from bot.model.timeline import has_secrets, ready, timeline_of
from bot.screens.table import board
from bot.text.words import Words
from engine import GAMES, Entry, Table
from tests.bot.support.tiny_games import VOTES
from tests.cases import each

POSTED = 10.0
OLD = POSTED + YOUNG
CALL, QUIETLY = Post(calls=True), Post(calls=False)


def room_of(table, seats, shown, **facts):
    given = {"phase": "playing" if table.state.to_act() else "over", "message": 5, "posted": POSTED, **facts}
    return PlayedRoom(
        id=1, game=table.game, options={}, host=1, seats=seats, place=Location(3, 4), opened=0.0, table=table,
        stamps=(1,) * len(seats), shown=shown, ended_by="", moved=5.0,
        times=(5.0,) * len(table.log), **given,
    )  # fmt: skip


def due(room, now=POSTED + 1, *, is_brought=False, looks_old=False):
    return change_due(room, now, is_brought=is_brought, looks_old=looks_old)


PEOPLE = (Person(1, "Ana"), Person(2, "Ben"), Person(3, "Cy"))


def votes(*moves):
    table = Table.new(VOTES, 3, {}, "x")
    for seat, word in moves:
        table = table.play(seat, word)
    return table


def azul(moves):
    table = Table.new(GAMES["azul"], 3, {}, "showing")
    for _ in range(moves):
        seat = table.state.to_act()[0]
        table = table.play(seat, str(table.view(seat).moves[0]))
    return table


def test_the_next_person_is_called_whoever_moved_between():
    assert due(room_of(azul(1), PEOPLE, 1)) == CALL
    assert newly_asked(room_of(azul(1), PEOPLE, 1)) == {1}
    robots = (PEOPLE[0], Robot("greedy", "Vera"), Robot("greedy", "Otto"))
    assert newly_asked(room_of(azul(3), robots, 1)) == {0}


def test_a_vote_among_several_changes_the_message_and_calls_nobody():
    first = room_of(votes((1, "yes")), PEOPLE, 0)
    assert (due(first), ready(first.table)) == (Edit(1), {1})
    second = room_of(votes((1, "yes"), (0, "no")), PEOPLE, 1)
    assert (due(second), ready(second.table)) == (Edit(2), {0, 1})
    assert due(second, OLD) == Nothing()
    last = room_of(votes((1, "yes"), (0, "no"), (2, "no")), PEOPLE, 2)
    assert (due(last), newly_asked(last), ready(last.table)) == (CALL, {0, 1}, frozenset())


def test_games_in_which_seats_act_one_by_one_have_nobody_ready():
    for moves in range(30):
        assert ready(azul(moves).back_to(len(azul(moves).log))) == frozenset()


@each("game", GAMES)
def test_only_hidden_hands_make_a_game_secret(game):
    assert has_secrets(Table.new(GAMES[game], 2, {}, "x")) is (game == "match_five")


def test_a_move_taken_back_is_shown_without_a_call():
    room = room_of(azul(1), PEOPLE, 2, asides=(Aside(2, "took_back", {"name": "Ana"}, 11.0),))
    assert (due(room), due(room, OLD)) == (Edit(2), QUIETLY)
    assert due(replace(room, ask=Proposal(0, 2, 1, (0,), 11.0))) == CALL
    assert due(replace(room, ask=Proposal(0, 2, 1, (0, 1), 9.0))) == Edit(2)


def test_a_deadline_that_was_moved_changes_the_message_and_an_offer_calls():
    room = room_of(azul(1), PEOPLE, 2)
    assert due(room) == Nothing()
    assert [due(replace(room, shifted=at)) for at in (9.0, 10.0, 11.0)] == [
        Nothing(),
        Edit(2, only_deadline=True),
        Edit(2, only_deadline=True),
    ]
    assert due(replace(room, shifted=11.0), OLD) == Edit(2, is_needed=False, only_deadline=True)
    assert due(replace(room, shifted=11.0, moved=12.0), OLD) == Nothing()
    offers = [(Offer(1, Person(9, "Dee"), PEOPLE[1], at),) for at in (9.0, 10.0, 11.0)]
    assert [due(replace(room, offers=one)) for one in offers] == [
        Nothing(),
        CALL,
        CALL,
    ]


def test_a_step_that_nobody_sees_shows_nothing():
    table = Table.new(GAMES["match_five"], 2, {}, "x")
    shown, seat = len(table.log), table.state.to_act()[0]
    place = next(str(move) for move in table.view(seat).moves if type(move).__name__ == "Place")
    step = table.play(seat, place)
    assert due(room_of(step, PEOPLE[:2], shown)) == Nothing()
    assert due(room_of(step.play(seat, "done"), PEOPLE[:2], shown)) == CALL


def test_a_log_that_corrected_rules_no_longer_allow_is_shown_all_the_same():
    table = azul(4)
    broken = replace(table, log=(table.log[0], Entry(0, "9B1"), *table.log[2:]))
    room = room_of(broken, PEOPLE, 2)
    owed = timeline_of(broken).owed
    assert (len(owed), owed[-1], owed[2]) == (len(broken.log) + 1, table.state.to_act(), ())
    assert due(room) == CALL
    assert not has_secrets(broken)


def test_the_first_message_and_the_end_call():
    assert due(room_of(azul(0), PEOPLE, -1)) == CALL
    assert due(room_of(azul(0), PEOPLE, 1, phase="ended")) == CALL
    assert due(room_of(azul(1), PEOPLE, 1, phase="over")) == CALL
    over = room_of(azul(1), PEOPLE, 2, phase="over")
    assert (due(over), due(over, OLD)) == (Edit(2), QUIETLY)
    for at in (10.0, 11.0):
        assert due(replace(over, asides=(Aside(2, "resigned", {"name": "Ana"}, at),))) == CALL


def test_what_happened_besides_the_moves_stands_between_them_in_order():
    back = Aside(2, "took_back", {"name": "Ben"}, 12.0)
    room = room_of(azul(3), PEOPLE, 1, asides=(back,))
    lines = board(room, Words(), None, 1).lines
    assert ["took back" in line for line in lines] == [False, True, False, False]
    late = replace(room, asides=(replace(back, at=9.0),))
    assert not any("took back" in line for line in board(late, Words(), None, 1).lines)


@each(
    ("facts", "now", "expected"),
    [
        ({"phase": "lobby", "message": None, "posted": 0.0}, POSTED, CALL),
        ({"phase": "lobby"}, POSTED + 1, Edit(-1)),
        ({"phase": "lobby", "uncalled": frozenset({2})}, POSTED + 1, CALL),
        ({"phase": "lobby"}, OLD, QUIETLY),
        ({"phase": "cancelled"}, POSTED + 1, Edit(-1, is_needed=False)),
        ({"phase": "expired"}, OLD, Edit(-1, is_needed=False)),
    ],
)
def test_a_lobby_is_edited_while_its_message_is_young_and_posted_anew_for_whom_it_must_call(facts, now, expected):
    played = vars(room_of(azul(0), PEOPLE, -1))
    assert due(Room(**{**played, "table": None, **facts}), now) == expected


def test_a_lobby_whose_message_looks_old_is_edited_however_old_it_is():
    lobby = Room(**{**vars(room_of(azul(0), PEOPLE, -1)), "table": None, "phase": "lobby"})
    assert due(lobby, OLD, looks_old=True) == Edit(-1)
    assert due(replace(lobby, message=None), looks_old=True) == CALL


def test_a_message_that_looks_old_is_edited_and_counts_as_showing_what_it_showed():
    room = room_of(azul(1), PEOPLE, 2)
    assert due(room, OLD, looks_old=True) == Edit(2, is_needed=False)
    voted = room_of(votes((1, "yes")), PEOPLE, 0)
    assert due(voted, OLD, looks_old=True) == Edit(0, is_needed=False)


def test_a_table_that_somebody_brings_to_the_end_of_its_channel_calls_only_for_news():
    assert due(room_of(azul(1), PEOPLE, 2), is_brought=True) == QUIETLY
    assert due(room_of(azul(1), PEOPLE, 1), is_brought=True) == CALL
    asked = room_of(azul(1), PEOPLE, 2, ask=Proposal(0, 2, 1, (0,), 11.0))
    assert (due(asked), due(asked, is_brought=True)) == (CALL, QUIETLY)


def test_a_game_waits_for_more_moves_shortly_after_its_message():
    room = room_of(azul(1), PEOPLE, 1)
    plans = [
        plan(one, now, is_brought=False, looks_old=False, burst=2.0)
        for one, now in (
            (room, 10.5),
            (room, 12.0),
            (replace(room, shown=-1), 10.5),
            (replace(room, phase="over"), 10.5),
        )
    ]
    assert plans == [Wait(1.5, CALL), CALL, CALL, CALL]
    assert plan(room, 9.0, is_brought=False, looks_old=False, burst=2.0) == Wait(2.0, CALL)
