"""The words of a page: those of the message, without its marks; and the same wherever only hidden tiles differ."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from bot.model.history import game_history
from bot.model.people import Person, Robot
from bot.model.record import Offer
from bot.screens.news import MAX_NEWS_LINES, fold_lines
from bot.screens.page import MOMENT_END, MOMENT_START, moment_page, moment_texts, strip_markdown, table_page
from bot.text.words import Words
from engine import GAMES
from tests.bot.support.room_values import altered
from tests.bot.support.rooms import ANA, BEN, CY, backend_at
from tests.cases import each
from tests.trials.worlds import pairs

PAIRS = 6


@each(
    ("text", "said"),
    [
        ("### Azul · #3f · round 2", "Azul · #3f · round 2"),
        ("**Ana**, your turn.", "Ana, your turn."),
        (r"**\*\*Zo\_e\`\*\*** took `3B2`", "**Zo_e`** took 3B2"),
        ("-# Bag lock: ab", "Bag lock: ab"),
        ("<@17>, your turn. <@18>", "Ana, your turn. "),
        (r"\<\@17\>", "<@17>"),
        ("until <t:1700000000:f>.", f"until {MOMENT_START}1700000000f{MOMENT_END}."),
        (r"\<t\:17\:f\>", "<t:17:f>"),
        ("@\u200beveryone", "@everyone"),
    ],
)
def test_a_text_reads_as_discord_shows_it(text, said):
    assert strip_markdown(text, {17: "Ana"}) == said.strip()


async def test_pages_of_worlds_that_differ_in_what_is_hidden_are_the_same(tmp_path):
    """Whoever watches has no seat: no hand and no choice that waits for others changes anything of a page."""
    async with backend_at(tmp_path / "tessera.db") as backend:
        backend.wire(lambda: "a seed", GAMES)
        room = await backend.table(ANA, BEN, CY, game="match_five")
    lot, seen = Random(7), 0
    found = (pair for _ in range(40) for pair in pairs(GAMES["match_five"], 3, {}, lot) if pair.watcher is None)
    unlike = (pair for pair in found if pair.worlds[0].table.state != pair.worlds[1].table.state)
    for pair in islice(unlike, PAIRS):
        one, other = (at_table(room, world.table) for world in pair.worlds)
        assert everything(one) == everything(other)
        seen += 1
    assert seen == PAIRS


def at_table(room, table):
    """The room with that table, every move of it made at the same moment."""
    return altered(room, table=table, times=(1.0,) * len(table.log), hows=("",) * len(table.log))


def everything(room):
    """All that pages say of the room, its last moments among it."""
    words, last = Words(), len(game_history(room, None)) - 1
    return table_page(room, words), moment_texts(room, words), [moment_page(room, words, at) for at in (last - 1, last)]


@pytest.mark.parametrize("moves", ["few", "all"])
async def test_what_is_left_out_is_where_the_page_has_it(tmp_path, moves):
    """Discord's message names its own list "More", which a page does not have."""
    async with backend_at(tmp_path / "tessera.db") as backend:
        backend.wire(lambda: "a seed", GAMES)
        room, lot = await backend.table(ANA, BEN, game="pillars"), Random(5)
        for _ in range(MAX_NEWS_LINES + 2 if moves == "few" else 1_000):
            if room.phase != "playing":
                break
            room = await backend.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
    robots = altered(room, seats=tuple(Robot("amateur", f"Robot {seat}") for seat in range(2)))  # all of it is new
    assert any("History under More" in line for line in fold_lines([""] * MAX_NEWS_LINES * 2, Words()))
    lines = table_page(robots, Words()).lines
    assert [line for line in lines if line.endswith(" earlier events: see Replay the game.")]
    assert not [line for line in lines if "More" in line]


@pytest.mark.parametrize("words", [Words(), Words("hu")])
@pytest.mark.parametrize("game", GAMES)
async def test_a_page_says_your_move_to_whoever_it_is_and_calls_nobody_else(tmp_path, game, words):
    async with backend_at(tmp_path / "tessera.db") as backend:
        backend.wire(lambda: "a seed", GAMES)
        room = await backend.table(ANA, BEN, game=game)
    room = altered(room, offers=(Offer(0, CY, room.occupants[0], room.now),))
    calls = [words("table.your_turn", who=one.name).rstrip(".") for one in (ANA, BEN, CY)]
    for seat in (None, 0, 1):
        *_, offer, turn = table_page(room, words, seat).lines
        others = [room.occupants[one].name for one in room.to_act if one != seat]
        assert turn.startswith(words("page.turn")) is (seat in room.to_act)
        assert all(name in turn for name in others)
        assert offer.startswith(room.occupants[0].name)
        assert not [call for call in calls if call in f"{offer} {turn}"]


@pytest.mark.parametrize(
    ("giver", "seat", "start"),
    [
        (0, 0, "(1) Ana offers Ana seat 1."),
        (1, 0, "Ben offers Ana seat 1 of (1) Ana."),
        (1, 1, "Ben offers Ana seat 2."),
    ],
)
async def test_an_offer_tells_whoever_gives_a_seat_from_a_namesake(tmp_path, giver, seat, start):
    async with backend_at(tmp_path / "tessera.db") as backend:
        backend.wire(lambda: "a seed", GAMES)
        room = await backend.table(ANA, BEN, game="azul")
    seats = tuple(sorted(room.occupants, key=lambda one: one.name))
    room = altered(room, seats=seats, offers=(Offer(seat, Person(9, "Ana"), seats[giver], room.now),))
    assert table_page(room, Words(), None).lines[-2].startswith(start)
