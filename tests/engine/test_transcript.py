"""Games as text: written, read again, and refused with the line that cannot be. Knows no Discord."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine import GAMES, IllegalMove, Table
from engine.robots.ai import choose
from engine.transcript import read_transcript, write_transcript
from tests.cases import each


def played(key: str, seats: int, seed: str, options=None, first: int = 0, most: int = 10_000) -> Table:
    table, rng = Table.new(GAMES[key], seats, options or {}, seed, first), Random(seed)
    while table.state.to_act() and len(table.log) < most:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("random", table.view(seat), rng)))
    return table


@each("key", GAMES)
@each("end", [0, -1])
def test_a_game_goes_out_and_comes_in_again(key, end):
    game = GAMES[key]
    options = {name: values[end] for name, values in game.options.items()}
    seats = game.seats[end]
    table = played(key, seats, "text", options, first=seats - 1)
    names = [f"Ana  {seat}" for seat in range(seats)]
    back = read_transcript(write_transcript(table, names, "text"), GAMES)
    assert (back.table.state, back.table.log) == (table.state, table.log)
    assert (back.table.options, back.table.first) == (table.options, table.first)
    assert back.names == tuple(f"Ana {seat}" for seat in range(seats))
    assert back.edition == game.edition


def test_a_seed_is_written_only_when_it_is_given_and_while_the_game_runs_for_a_referee_only():
    table = played("azul", 2, "only I know", most=5)
    assert "only I know" not in write_transcript(table, ["Ana", "Ben"])
    assert "\nseed only I know\n" in write_transcript(table, ["Ana", "Ben"], "only I know", for_referee=True)
    with pytest.raises(IllegalMove, match="secret"):
        write_transcript(table, ["Ana", "Ben"], "only I know")
    assert "\nseed over\n" in write_transcript(played("azul", 2, "over"), ["Ana", "Ben"], "over")


def refused_as_secret(table: Table) -> bool:
    try:
        assert read_transcript(write_transcript(table, []), GAMES).table.state == table.state.view(None)
    except IllegalMove as no:
        assert no.reason == "secret"
        return True
    return False


@each("key", ["azul", "pillars", "pavilion"])
def test_a_game_without_secrets_is_written_at_any_moment(key):
    table = played(key, 3, "open", {"rules": "hungarian"} if key == "azul" else {})
    for length in range(0, len(table.log) + 1, 20):
        assert not refused_as_secret(table.back_to(length))


def test_hands_are_written_for_a_referee_only_until_the_game_is_over():
    table = played("match_five", 2, "hands", {"copies": "2"})
    moments = [table.back_to(length) for length in range(2, len(table.log), 3)]
    assert all(map(refused_as_secret, moments))
    assert all(
        read_transcript(write_transcript(each, [], for_referee=True), GAMES).table.log == each.log
        for each in moments[::3]
    )
    assert "draw 1 " in write_transcript(table, ["Ana", "Ben"])
    assert not refused_as_secret(table)


def test_an_open_hand_does_not_open_what_was_drawn_in_secret():
    """Both hands are laid out and the bag is empty, yet nobody may read when each tile was drawn."""
    table = played("match_five", 2, "hands", {"copies": "2"}, most=2)
    bare = replace(table.state, hands=["", ""], bag="")
    assert bare.to_act()
    assert bare.view(None) == bare
    assert refused_as_secret(replace(table, state=bare))


def test_choices_that_wait_for_others_are_written_for_a_referee_only():
    table, found = played("azul", 3, "gray", {"wall": "gray"}), Counter()
    for length in range(0, len(table.log), 2):
        earlier = table.back_to(length)
        waits = any(chosen.strip("-") for chosen in earlier.state.plans)
        assert refused_as_secret(earlier) == waits
        found[waits] += 1
        if waits:
            assert read_transcript(write_transcript(earlier, [], for_referee=True), GAMES).table.state == earlier.state
    assert min(found[True], found[False]) > 3


def test_where_corrected_rules_refuse_the_log_of_a_running_game_nobody_can_say_what_is_open():
    table = played("pillars", 2, "old", most=4)
    assert refused_as_secret(replace(table, log=(*table.log, table.log[-1])))


def test_a_name_cannot_pretend_to_be_a_line():
    text = write_transcript(played("azul", 2, "s", most=3), ["Ana\n1 3B2", "* deal"])
    assert read_transcript(text, GAMES).names == ("Ana 1 3B2", "* deal")


@each(
    ("change", "line"),
    [
        (lambda text: text.replace("game azul", "game chess"), 2),
        (lambda text: text.replace("tessera 1", "tessera 9"), 1),
        (lambda text: text.replace("seats 2", "seats 7"), 4),
        (lambda text: text.replace("seats 2", "seats two"), 4),
        (lambda text: text.replace("wall colored", "wall green"), 5),
        (lambda text: text.replace("wall colored", "roof colored"), 5),
        (lambda text: text.replace("first 1", "first 3"), 9),
        (lambda text: text + "1 3X2\n", 16),
        (lambda text: text + "7 1B1\n", 16),
        (lambda text: text + "what\n", 16),
        (lambda text: text + "* deal BBBB////\n", 16),
        (lambda text: text.replace("name 1 Ana", "name one Ana"), 10),
        (lambda _: "", 1),
        (lambda _: "1 3B2\n" * 9, 1),
    ],
)
def test_the_first_line_that_cannot_be_is_named(change, line):
    text = write_transcript(played("azul", 2, "s", most=3), ["Ana", "Ben"])
    assert len(text.splitlines()) == 15
    with pytest.raises(IllegalMove, match="record") as refused:
        read_transcript(change(text), GAMES)
    assert refused.value.facts["line"] == line


def test_of_a_wrong_line_at_most_forty_characters_are_told():
    lines = write_transcript(played("azul", 2, "s", most=3), ["Ana", "Ben"]).splitlines()
    longer = ("x" * 5_000, f"{{0}} {'7' * 5_000}", f"{{0}} {{1}}{'x' * 5_000}", f"name {'7' * 5_000} x")
    for line, form in product(range(15), longer):
        long = form.format(*lines[line].partition(" ")[::2])
        try:
            read_transcript("\n".join([*lines[:line], long, *lines[line + 1 :]]), GAMES)
        except IllegalMove as no:
            assert all(len(fact) <= 40 for fact in no.facts.values() if isinstance(fact, str))
        else:
            assert long.startswith("name ")  # names may be long


def test_a_puzzle_is_not_written():
    table = played("azul", 2, "s", most=3)
    with pytest.raises(IllegalMove, match="origin"):
        write_transcript(Table(table.game, 2, table.options, None, (), table.state, origin=table.state), ["Ana", "Ben"])


@each("key", GAMES)
def test_a_spoiled_text_is_read_or_refused_and_never_a_fault(key):
    rng, lines = Random(key), write_transcript(played(key, GAMES[key].seats[0], "spoil"), ["Ana"]).splitlines()
    refused = 0
    for _ in range(150):
        spoiled = lines[: rng.randrange(8, 40)]
        line = rng.randrange(len(spoiled))
        at = rng.randrange(len(spoiled[line]) + 1)
        signs = rng.choice("0123456789ABXYZ\u00b2\u0663\U0001d7d9-=/ *~.") * rng.choice([1, 1, 9])
        spoiled[line] = spoiled[line][:at] + signs + spoiled[line][at + rng.randrange(2) :]
        try:
            read_transcript("\n".join(spoiled), GAMES)
        except IllegalMove as no:
            assert no.reason == "record"
            refused += 1
    assert refused > 50
