"""Games as text: written, read again, and refused with the line that cannot be. Knows no Discord."""

from __future__ import annotations

from random import Random

import pytest

from engine import GAMES, IllegalMove, Table
from engine.ai import choose
from engine.transcript import read, written


def played(key: str, seats: int, seed: str, options=None, first: int = 0, most: int = 10_000) -> Table:
    table, rng = Table.new(GAMES[key], seats, options or {}, seed, first), Random(seed)
    while table.state.to_act() and len(table.log) < most:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("random", table.view(seat), rng)))
    return table


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("end", [0, -1])
def test_a_game_goes_out_and_comes_in_again(key, end):
    game = GAMES[key]
    options = {name: values[end] for name, values in game.options.items()}
    seats = game.seats[end]
    table = played(key, seats, "text", options, first=seats - 1)
    names = [f"Ana  {seat}" for seat in range(seats)]
    back = read(written(table, names, "text"), GAMES)
    assert (back.table.state, back.table.log) == (table.state, table.log)
    assert (back.table.options, back.table.first) == (table.options, table.first)
    assert back.names == tuple(f"Ana {seat}" for seat in range(seats))
    assert back.edition == game.edition


def test_a_seed_is_written_only_when_it_is_given():
    table = played("azul", 2, "only I know", most=5)
    assert "only I know" not in written(table, ["Ana", "Ben"])
    assert "\nseed only I know\n" in written(table, ["Ana", "Ben"], "only I know")


def test_a_name_cannot_pretend_to_be_a_line():
    text = written(played("azul", 2, "s", most=3), ["Ana\n1 3B2", "* deal"])
    assert read(text, GAMES).names == ("Ana 1 3B2", "* deal")


@pytest.mark.parametrize(
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
    text = written(played("azul", 2, "s", most=3), ["Ana", "Ben"])
    assert len(text.splitlines()) == 15
    with pytest.raises(IllegalMove, match="record") as refused:
        read(change(text), GAMES)
    assert refused.value.facts["line"] == line


def test_a_puzzle_is_not_written():
    table = played("azul", 2, "s", most=3)
    with pytest.raises(IllegalMove, match="origin"):
        written(Table(table.game, 2, table.options, None, (), table.state, origin=table.state), ["Ana", "Ben"])


@pytest.mark.parametrize("key", GAMES)
def test_a_spoiled_text_is_read_or_refused_and_never_a_fault(key):
    rng, lines = Random(key), written(played(key, GAMES[key].seats[0], "spoil"), ["Ana"]).splitlines()
    refused = 0
    for _ in range(300):
        spoiled = lines[: rng.randrange(8, 40)]
        line = rng.randrange(len(spoiled))
        at = rng.randrange(len(spoiled[line]) + 1)
        signs = rng.choice("0123456789ABXYZ\u00b2\u0663\U0001d7d9-=/ *~.") * rng.choice([1, 1, 9])
        spoiled[line] = spoiled[line][:at] + signs + spoiled[line][at + rng.randrange(2) :]
        try:
            read("\n".join(spoiled), GAMES)
        except IllegalMove as no:
            assert no.reason == "record"
            refused += 1
    assert refused > 100
