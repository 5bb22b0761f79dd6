"""The screens of a review within every limit, in every language, and what they say of a game that has no result."""

from __future__ import annotations

from random import Random

import pytest

from bot.model.review import ReviewSoFar
from bot.screens import review as review_screen
from bot.text.words import Words, languages
from engine import GAMES, Table
from engine.ai import choose
from engine.review import Judged, JudgedLine, decisions
from tests.bot.screens.test_limits import check, controls
from tests.bot.screens.test_limits_replay_and_end import room_of

WORDS = Words()


def played(seats: int, most: int = 1_000, **options: str) -> Table:
    """A game of Azul by robots, to its end or for so many moves."""
    table, rng = Table.new(GAMES["azul"], seats, options, "past"), Random(2)
    while (acting := table.state.to_act()) and most:
        table, most = table.play(acting[0], str(choose("greedy", table.view(acting[0]), rng))), most - 1
    return table


def judged_by_lot(table: Table) -> tuple[Judged, ...]:
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
        found.append(Judged(one.place, one.view.seat, (*both, *best[2:]), len(both) - 1, closely=False))
    return tuple(found)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"wall": "gray"})])
def test_every_page_of_a_review_stays_within_every_limit(language, seats, options):
    table, words = played(seats, **options), Words(language)
    room, all_ = room_of(table), judged_by_lot(table)
    of = len(all_)
    check(review_screen.progress(room, words, ReviewSoFar(len(table.log), of, all_[:3], is_under_way=True)))
    check(review_screen.progress(room, words, ReviewSoFar(len(table.log), of, all_[:3])))
    for complete, under_way in ((True, False), (False, True), (False, False)):
        check(review_screen.overview(room, 0, words, ReviewSoFar(len(table.log), of, all_, complete, under_way)))
    for at in (*range(0, of, 9), -1):
        check(review_screen.decision(room, 1, words, ReviewSoFar(len(table.log), of, all_, True), at))


def test_a_game_that_was_ended_early_ends_as_its_last_decision_left_it():
    table = played(2, 7)
    all_ = judged_by_lot(table)
    screen = review_screen.overview(room_of(table), None, WORDS, ReviewSoFar(len(table.log), len(all_), all_, True))
    assert f"{len(all_)} decisions" in screen.pictures[0].alt
    last, made = all_[-1], review_screen.reviewed(table, all_)
    assert not made.result
    moments = review_screen._moments(made)
    assert len(moments) == len(all_) + 1
    assert moments[-1][last.seat] == pytest.approx(last.lines[last.played].chance)
    assert sum(moments[-1]) == pytest.approx(1)


def test_a_game_in_which_nothing_was_lost_says_so():
    table = played(2, 7)
    all_ = tuple(one._replace(lines=one.lines[:1], played=0) for one in judged_by_lot(table))
    screen = review_screen.overview(room_of(table), None, WORDS, ReviewSoFar(len(table.log), len(all_), all_, True))
    assert "No decision cost anybody a notable part of the chances." in screen.parts[2].text
    assert not [one for one in controls(screen) if one.label.startswith("①")]


def test_where_the_best_move_was_played_nothing_is_called_better():
    table = played(2, 7)
    all_ = tuple(one._replace(played=0) for one in judged_by_lot(table))
    screen = review_screen.decision(room_of(table), 0, WORDS, ReviewSoFar(len(table.log), len(all_), all_, True), 2)
    assert "Played, and nothing better was found" in screen.parts[2].text
    assert "Better" not in screen.pictures[0].alt
