"""The screens of a review within every limit, in every language, and what they say of a game that has no result."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.model.review import ReviewProgress
from bot.screens import review as review_screen
from bot.screens.seat_names import names
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import GAMES, Table
from engine.robots.ai import choose
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision, JudgedLine, decisions, make_review
from tests.bot.screens.test_limits import check, controls
from tests.bot.screens.test_limits_replay_and_end import room_of
from tests.cases import each

WORDS = Words()


@cache
def played(seats: int, most: int = 1_000, **options: str) -> Table:
    """A game of Azul by robots, to its end or for so many moves."""
    table, rng = Table.new(GAMES["azul"], seats, options, "past"), Random(2)
    while (acting := table.state.to_act()) and most:
        table, most = table.play(acting[0], str(choose("greedy", table.view(acting[0]), rng))), most - 1
    return table


def judged_by_lot(table: Table) -> tuple[JudgedDecision, ...]:
    """Every decision, among three others that were open; what they are worth is chosen by lot."""
    rng, found = Random(4), []
    for one in decisions(table):
        others = rng.sample(one.view.moves, min(4, len(one.view.moves)))
        moves = dict.fromkeys([*one.played, *others])
        chances = sorted((rng.uniform(0.4, 0.6) for _ in moves), reverse=True)
        lines = [JudgedLine((str(move),), 20 * chance, chance) for move, chance in zip(moves, chances, strict=True)]
        best = (*lines[1:2], lines[0], *lines[2:])  # what was played is second
        both = (
            [best[0]._replace(chance=lines[0].chance), best[1]._replace(chance=best[0].chance)] if lines[1:] else best
        )
        found.append(JudgedDecision(one.place, one.view.seat, (*both, *best[2:]), len(both) - 1, closely=False))
    return tuple(found)


@each(("language", "seats", "options"), [("hu", 2, {}), ("en", 4, {"wall": "gray"})])
def test_every_page_of_a_review_stays_within_every_limit(language, seats, options):
    table, words = played(seats, **options), Words(language)
    room, all_ = room_of(table), judged_by_lot(table)
    of = len(all_)
    check(review_screen.progress(room, words, ReviewProgress(len(table.log), of, all_[:3], is_under_way=True)))
    check(review_screen.progress(room, words, ReviewProgress(len(table.log), of, all_[:3])))
    for complete, under_way in ((True, False), (False, True), (False, False)):
        check(review_screen.overview(room, 0, words, ReviewProgress(len(table.log), of, all_, complete, under_way)))
    for at in (*range(0, of, 27), -1):
        check(review_screen.decision(room, 1, words, ReviewProgress(len(table.log), of, all_, True), at))


def lucky(table: Table, *found: Luck) -> ReviewProgress:
    """A review of the table in which that is the luck of all its draws."""
    all_ = judged_by_lot(table)
    return ReviewProgress(len(table.log), len(all_), all_, True, luck=found, draw_count=len(found))


def overview_texts(room, seat, words, so_far):
    made = make_review(room.table, so_far.latest_judgments)
    return review_screen.overview_texts(room, seat, words, so_far, made)


LUCK = (
    Luck(1, (4.4, -4.4), (0.9, 0.9)),
    Luck(2, (-2.6, 2.6), (1.8, 1.8)),
    Luck(3, (0.8, -0.8), (0.9, 0.9)),
    Luck(4, (0.4, -0.4), (0.2, 0.2)),
)


def test_the_luck_of_each_round_is_told_from_the_seat_of_who_reads():
    table = played(2, 7)
    room, so_far = room_of(table), lucky(table, *LUCK)
    own = overview_texts(room, 0, WORDS, so_far)[-1].text.splitlines()
    assert own[1:] == [
        "**Round 1:** the deal favored you, about +4 (±1).",
        "**Round 2:** the deal was against you, about −3 (±2).",
        "**Round 3:** no clear luck.",
        "**Round 4:** no clear luck.",
    ]
    other = overview_texts(room, 1, WORDS, so_far)[-1].text.splitlines()
    assert other[1] == "**Round 1:** the deal was against you, about −4 (±1)."


def test_who_watched_reads_whom_the_deal_favored():
    table = played(2, 7)
    room = room_of(table)
    told = overview_texts(room, None, WORDS, lucky(table, *LUCK))[-1].text
    first, second = names(room, WORDS)
    assert f"**Round 1:** the deal favored {first} most, about +4 (±1)." in told
    assert f"**Round 2:** the deal favored {second} most, about +3 (±2)." in told


def test_the_luck_of_match_five_is_told_by_turns():
    table = Table.new(GAMES["match_five"], 2, {}, "past")
    told = overview_texts(room_of(table), 0, Words("hu"), lucky(table, *LUCK))[-1].text
    assert "**1–5. kör:** a húzott lapkák neked kedveztek, körülbelül +4 (±1)." in told
    assert "**6–10. kör:** a húzott lapkák neked rosszak voltak, körülbelül −3 (±2)." in told
    assert "**A 16. körtől:** nem volt" in told, "nobody knows here whether the last ones were five"
    assert told.endswith("**Minden kör együtt:** a húzott lapkák neked kedveztek, körülbelül +3 (±2).")


@each(("under_way", "said"), [(True, "is still being looked at"), (False, "**Go on** continues it.")])
def test_until_all_of_the_luck_is_known_none_is_told(under_way, said):
    table = played(2, 7)
    so_far = replace(lucky(table, *LUCK), draw_count=9, is_under_way=under_way)
    told = "\n".join(part.text for part in overview_texts(room_of(table), 0, WORDS, so_far))
    assert said in told
    assert "Round 1" not in told


def test_what_is_best_for_the_next_seat_is_told_below_the_move_that_it_answers():
    table = played(2, 6)
    first, second = decisions(table)[:2]
    better = next(str(move) for move in first.view.moves if move not in first.played)
    then = table.back_to(first.place).play(first.view.seat, better)
    to_better, to_played = str(then.state.moves(second.view.seat)[0]), str(second.view.moves[-1])
    lines = JudgedLine((better,), 9.0, 0.6, (to_better,)), JudgedLine(tuple(map(str, first.played)), 1.0, 0.5)
    one = JudgedDecision(first.place, first.view.seat, lines, 1, closely=True)
    other = JudgedDecision(second.place, second.view.seat, (JudgedLine((to_played,), 1.0, 0.5),), 0, closely=False)
    so_far, room = ReviewProgress(len(table.log), 2, (one, other), True), room_of(table)
    told = [
        part.text for part in review_screen.DecisionPage(room, WORDS, one).texts(one.seat, so_far.latest_judgments, 0)
    ]
    name, speech = names(room, WORDS)[other.seat], Speech(WORDS, "azul")
    below_better = speech.move_phrase(then.state, other.seat, GAMES["azul"].parse(to_better))
    below_played = speech.move_phrase(second.view.state, other.seat, GAMES["azul"].parse(to_played))
    assert told[1].splitlines()[-1] == f"The best answer then: {name}, {below_better}."
    assert told[2].splitlines()[-1] == f"The best answer then: {name}, {below_played}."
    assert len(told) == 3


@each(("reader", "marked"), [(0, False), (1, True), (None, True)])
def test_a_hand_that_was_secret_is_marked_for_all_others(reader, marked):
    table, rng = Table.new(GAMES["match_five"], 2, {}, "past"), Random(2)
    while table.log[-1].seat != 0 or 0 in table.state.to_act():
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    made = next(one for one in decisions(table) if one.view.seat == 0)
    one = JudgedDecision(made.place, 0, (JudgedLine(tuple(map(str, made.played)), 1.0, 0.5),), 0, closely=False)
    page = review_screen.DecisionPage(room_of(table), WORDS, one)
    told = "\n".join(part.text for part in page.texts(reader, (one,), 0))
    assert ("Shown now that the game is over" in told) == marked


def test_a_game_that_was_ended_early_ends_as_its_last_decision_left_it():
    table = played(2, 7)
    all_ = judged_by_lot(table)
    screen = review_screen.overview(room_of(table), None, WORDS, ReviewProgress(len(table.log), len(all_), all_, True))
    assert f"{len(all_)} decisions" in screen.pictures[0].alt
    last, made = all_[-1], make_review(table, all_)
    assert not made.result
    moments = review_screen._moments(made)
    assert len(moments) == len(all_) + 1
    assert moments[-1][last.seat] == pytest.approx(last.lines[last.played].chance)
    assert sum(moments[-1]) == pytest.approx(1)


def test_a_game_in_which_nothing_was_lost_says_so():
    table = played(2, 7)
    all_ = tuple(one._replace(lines=one.lines[:1], played=0) for one in judged_by_lot(table))
    screen = review_screen.overview(room_of(table), None, WORDS, ReviewProgress(len(table.log), len(all_), all_, True))
    assert "No decision cost anybody a notable part of the chances." in screen.parts[2].text
    assert not [one for one in controls(screen) if one.label.startswith("①")]


def test_where_the_best_move_was_played_nothing_is_called_better():
    table = played(2, 7)
    all_ = tuple(one._replace(played=0) for one in judged_by_lot(table))
    screen = review_screen.decision(room_of(table), 0, WORDS, ReviewProgress(len(table.log), len(all_), all_, True), 2)
    assert "Played, and nothing better was found" in screen.parts[2].text
    assert "Better" not in screen.pictures[0].alt


@each("result", [True, False])
def test_with_more_than_two_each_line_goes_through_the_chances_of_the_seats_own_decisions(result):
    table = played(4) if result else played(4, 30)
    all_ = judged_by_lot(table)
    made = make_review(table, all_)
    moments = review_screen._moments(made)
    assert len(moments) == len(all_) + 1
    assert all(moments[at][one.seat] == pytest.approx(one.lines[0].chance) for at, one in enumerate(all_))
    last = {one.seat: one.lines[one.played].chance for one in all_}
    assert moments[-1] == pytest.approx(made.result or [last[seat] for seat in range(4)])
    (first, then) = [at for at, one in enumerate(all_) if one.seat == 1][:2]
    middle = moments[first][1] + (moments[then][1] - moments[first][1]) / (then - first)
    assert moments[first + 1][1] == pytest.approx(middle), "straight from one to the next"


def test_the_alt_text_tells_what_a_turn_cost_as_the_list_of_turns_does():
    table = played(4)
    all_ = judged_by_lot(table)
    screen = review_screen.overview(room_of(table), 0, WORDS, ReviewProgress(len(table.log), len(all_), all_, True))
    (turn, *_) = make_review(table, all_).turning_points().values()
    before, after = (round(100 * turn.lines[at].chance) for at in (0, turn.played))
    assert f"{before} % before and {after} % after." in screen.pictures[0].alt
