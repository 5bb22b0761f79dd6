"""What is done about a room's message: whom it calls, what is only shown, what nobody notices, what is put off."""

from dataclasses import replace

from bot.logic.repost_policy import EDITABLE_FOR, Edit, MessagePlan, NoChange, Post, newly_to_move, plan_message
from bot.model.people import Person, Robot
from bot.model.record import Offer, Proposal, RoomEvent
from bot.model.timeline import has_secrets, ready_seats, timeline_of
from bot.screens.table import board_view
from bot.text.words import Words
from engine import GAMES, Entry, Table
from tests.bot.support.room_values import altered, room_value
from tests.bot.support.tiny_games import VOTES
from tests.cases import each

POSTED = 10.0
NOW = POSTED + 1
OLD = POSTED + EDITABLE_FOR
CALL, QUIETLY = Post(pings=True), Post(pings=False)
LOOKS_OLD, BROUGHT = {"looks_old": True}, {"is_brought": True}


def room_of(table, seats, shown, **facts):
    given = {"message": 5, "posted": POSTED, **facts}
    return room_value(table, seats, shown=shown, changed_at=5.0, times=(5.0,) * len(table.log), **given)


def due(room, now=NOW, *, is_brought=False, looks_old=False):
    return plan_message(room, now, is_brought=is_brought, looks_old=looks_old).change


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


LOBBY = altered(room_of(azul(0), PEOPLE, -1), table=None, phase="lobby")
FIRST, NEXT, SAME = room_of(azul(0), PEOPLE, -1), room_of(azul(1), PEOPLE, 1), room_of(azul(1), PEOPLE, 2)
OVER = room_of(azul(1), PEOPLE, 2, phase="over")
ONE_VOTE, TWO_VOTES = room_of(votes((1, "yes")), PEOPLE, 0), room_of(votes((1, "yes"), (0, "no")), PEOPLE, 1)
ALL_VOTES = room_of(votes((1, "yes"), (0, "no"), (2, "no")), PEOPLE, 2)
RESIGNED = [RoomEvent(2, "resigned", {"name": "Ana"}, at) for at in (10.0, 11.0)]
BACK = altered(SAME, room_events=(RoomEvent(2, "took_back", {"name": "Ana"}, 11.0),))
LATE = [altered(SAME, shifted=at) for at in (9.0, 10.0, 11.0)]
OFFERED = [altered(SAME, offers=(Offer(1, Person(9, "Dee"), PEOPLE[1], at),)) for at in (9.0, 10.0, 11.0)]
ASKED = altered(SAME, proposal=Proposal(0, 2, 1, (0,), 11.0))


@each(
    ("what", "room", "now", "flags", "expected"),
    [
        ("a lobby has no message yet", altered(LOBBY, message=None, posted=0.0), POSTED, {}, CALL),
        ("a lobby with a young message", LOBBY, NOW, {}, Edit(-1)),
        ("somebody must hear of a lobby", altered(LOBBY, unpinged_guests=frozenset({2})), NOW, {}, CALL),
        ("a lobby with an old message", LOBBY, OLD, {}, QUIETLY),
        ("a lobby in another language", LOBBY, OLD, LOOKS_OLD, Edit(-1)),
        ("one without a message", altered(LOBBY, message=None), NOW, LOOKS_OLD, CALL),
        ("a lobby is closed", altered(LOBBY, phase="cancelled"), NOW, {}, Edit(-1, is_needed=False)),
        ("nobody has started it", altered(LOBBY, phase="expired"), OLD, {}, Edit(-1, is_needed=False)),
        ("a game begins", FIRST, NOW, {}, CALL),
        ("the next person, whoever moved between", NEXT, NOW, {}, CALL),
        ("nothing has happened", SAME, NOW, {}, NoChange()),
        ("nothing, and the language is another", SAME, OLD, LOOKS_OLD, Edit(2, is_needed=False)),
        ("one vote of several", ONE_VOTE, NOW, {}, Edit(1)),
        ("one vote, and the language is another", ONE_VOTE, OLD, LOOKS_OLD, Edit(0, is_needed=False)),
        ("a second vote", TWO_VOTES, NOW, {}, Edit(2)),
        ("a second vote below an old message", TWO_VOTES, OLD, {}, NoChange()),
        ("the last vote", ALL_VOTES, NOW, {}, CALL),
        ("a move was taken back", BACK, NOW, {}, Edit(2)),
        ("a move was taken back below an old message", BACK, OLD, {}, QUIETLY),
        ("and others are asked", altered(BACK, proposal=Proposal(0, 2, 1, (0,), 11.0)), NOW, {}, CALL),
        ("and were asked before", altered(BACK, proposal=Proposal(0, 2, 1, (0, 1), 9.0)), NOW, {}, Edit(2)),
        ("a deadline was moved before the message", LATE[0], NOW, {}, NoChange()),
        ("a deadline was moved with the message", LATE[1], NOW, {}, Edit(2, only_deadline=True)),
        ("a deadline was moved after the message", LATE[2], NOW, {}, Edit(2, only_deadline=True)),
        ("or after an old one", LATE[2], OLD, {}, Edit(2, is_needed=False, only_deadline=True)),
        ("or before the last change", altered(LATE[2], changed_at=12.0), OLD, {}, NoChange()),
        ("an offer was made before the message", OFFERED[0], NOW, {}, NoChange()),
        ("an offer was made with the message", OFFERED[1], NOW, {}, CALL),
        ("an offer was made after the message", OFFERED[2], NOW, {}, CALL),
        ("a game ended early", altered(NEXT, phase="ended"), NOW, {}, CALL),
        ("a game ended early with the message", altered(OVER, phase="ended", changed_at=10.0), NOW, {}, CALL),
        ("an early end that shows", altered(OVER, phase="ended"), NOW, LOOKS_OLD, Edit(2)),
        ("an early end that an old message shows", altered(OVER, phase="ended"), OLD, LOOKS_OLD, QUIETLY),
        ("a game is over", altered(NEXT, phase="over"), NOW, {}, CALL),
        ("an end that shows", OVER, NOW, {}, Edit(2)),
        ("an end that an old message shows", OVER, OLD, {}, QUIETLY),
        ("somebody resigned with the message", altered(OVER, room_events=(RESIGNED[0],)), NOW, {}, CALL),
        ("somebody resigned after the message", altered(OVER, room_events=(RESIGNED[1],)), NOW, {}, CALL),
        ("somebody wants the table at the end", SAME, NOW, BROUGHT, QUIETLY),
        ("and somebody else is next", NEXT, NOW, BROUGHT, CALL),
        ("others are asked", ASKED, NOW, {}, CALL),
        ("others are asked, and one wants the table at the end", ASKED, NOW, BROUGHT, QUIETLY),
    ],
)
def test_what_is_done_about_a_message_at_once(what, room, now, flags, expected):
    assert due(room, now, **flags) == expected, what


def test_whom_a_message_must_call_and_who_is_ready():
    robots = (PEOPLE[0], Robot("greedy", "Vera"), Robot("greedy", "Otto"))
    assert [newly_to_move(one) for one in (NEXT, room_of(azul(3), robots, 1), ALL_VOTES)] == [{1}, {0}, {0, 1}]
    assert [ready_seats(one.table) for one in (ONE_VOTE, TWO_VOTES, ALL_VOTES)] == [{1}, {0, 1}, frozenset()]


def test_games_in_which_seats_act_one_by_one_have_nobody_ready():
    for moves in range(30):
        assert ready_seats(azul(moves).back_to(len(azul(moves).log))) == frozenset()


@each("game", GAMES)
def test_only_hidden_hands_make_a_game_secret(game):
    assert has_secrets(Table.new(GAMES[game], 2, {}, "x")) is (game == "match_five")


def test_a_step_that_nobody_sees_shows_nothing():
    table = Table.new(GAMES["match_five"], 2, {}, "x")
    shown, seat = len(table.log), table.state.to_act()[0]
    place = next(str(move) for move in table.view(seat).moves if type(move).__name__ == "Place")
    step = table.play(seat, place)
    assert due(room_of(step, PEOPLE[:2], shown)) == NoChange()
    assert due(room_of(step.play(seat, "done"), PEOPLE[:2], shown)) == CALL


def test_a_log_that_corrected_rules_no_longer_allow_is_shown_all_the_same():
    table = azul(4)
    broken = replace(table, log=(table.log[0], Entry(0, "9B1"), *table.log[2:]))
    room = room_of(broken, PEOPLE, 2)
    owed = timeline_of(broken).seats_to_act
    assert (len(owed), owed[-1], owed[2]) == (len(broken.log) + 1, table.state.to_act(), ())
    assert due(room) == CALL
    assert not has_secrets(broken)


def test_what_happened_besides_the_moves_stands_between_them_in_order():
    back = RoomEvent(2, "took_back", {"name": "Ben"}, 12.0)
    room = room_of(azul(3), PEOPLE, 1, room_events=(back,))
    lines = board_view(room, Words(), None, 1).lines
    assert ["took back" in line for line in lines] == [False, True, False, False]
    late = altered(room, room_events=(replace(back, at=9.0),))
    assert not any("took back" in line for line in board_view(late, Words(), None, 1).lines)


def test_a_game_waits_for_more_moves_shortly_after_its_message():
    room = room_of(azul(1), PEOPLE, 1)
    plans = [
        plan_message(one, now, is_brought=False, looks_old=False, burst=2.0)
        for one, now in (
            (room, 10.5),
            (room, 12.0),
            (altered(room, shown=-1), 10.5),
            (altered(room, phase="over"), 10.5),
        )
    ]
    assert plans == [MessagePlan(CALL, 1.5), MessagePlan(CALL), MessagePlan(CALL), MessagePlan(CALL)]
    assert plan_message(room, 9.0, is_brought=False, looks_old=False, burst=2.0) == MessagePlan(CALL, 2.0)
