"""The words of a page: those of the message, without its marks; and the same wherever only hidden tiles differ."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.model.history import story
from bot.screens.page import AT, END, bare, moment_page, moments_of, table_page
from bot.text.words import Words
from engine import GAMES
from tests.bot.support.rooms import ANA, BEN, CY, doors_at
from tests.trials.worlds import pairs

PAIRS = 6


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("### Azul · #3f · round 2", "Azul · #3f · round 2"),
        ("**Ana**, your turn.", "Ana, your turn."),
        (r"**\*\*Zo\_e\`\*\*** took `3B2`", "**Zo_e`** took 3B2"),
        ("-# Bag lock: ab", "Bag lock: ab"),
        ("<@17>, your turn. <@18>", "Ana, your turn. "),
        (r"\<\@17\>", "<@17>"),
        ("until <t:1700000000:f>.", f"until {AT}1700000000f{END}."),
        (r"\<t\:17\:f\>", "<t:17:f>"),
        ("@\u200beveryone", "@everyone"),
    ],
)
def test_a_text_reads_as_discord_shows_it(text, said):
    assert bare(text, {17: "Ana"}) == said.strip()


@pytest.mark.parametrize("people", [2, 3])
async def test_pages_of_worlds_that_differ_in_what_is_hidden_are_the_same(tmp_path, people):
    """Whoever watches has no seat: no hand and no choice that waits for others changes anything of a page."""
    async with doors_at(tmp_path / "tessera.db") as doors:
        doors.wire(lambda: "a seed", GAMES)
        room = await doors.table(*(ANA, BEN, CY)[:people], game="match_five")
    lot, seen = Random(7), 0
    found = (pair for _ in range(40) for pair in pairs(GAMES["match_five"], people, {}, lot) if pair.watcher is None)
    unlike = (pair for pair in found if pair.worlds[0].table.state != pair.worlds[1].table.state)
    for pair in islice(unlike, PAIRS):
        one, other = (at_table(room, world.table) for world in pair.worlds)
        assert everything(one) == everything(other)
        seen += 1
    assert seen == PAIRS


def at_table(room, table):
    """The room with that table, every move of it made at the same moment."""
    return replace(room, table=table, times=(1.0,) * len(table.log), hows=("",) * len(table.log))


def everything(room):
    """All that pages say of the room, its last moments among it."""
    words, last = Words(), len(story(room, None)) - 1
    return table_page(room, words), moments_of(room, words), [moment_page(room, words, at) for at in (last - 1, last)]
