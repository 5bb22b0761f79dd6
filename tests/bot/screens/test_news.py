"""What happened, in sentences: whom they name, what is left out of many and where too little is stored."""

from __future__ import annotations

import logging

from bot.model.people import Person
from bot.model.record import RoomEvent
from bot.screens.news import fold_lines, room_event_sentences
from bot.text.words import Words
from tests.bot.interactions.test_more import plays
from tests.bot.screens.test_table import room_of
from tests.bot.support.local_discord import text
from tests.bot.support.room_values import altered
from tests.bot.support.tessera import says, turn_of
from tests.cases import each

WORDS = Words()
TWO = altered(room_of(3), seats=(Person(1, "Alex"), Person(2, "Ben"), Person(3, "Alex")))


@each(
    ("kind", "facts", "reader", "said"),
    [
        ("resigned", {"name": "Alex", "seat": 2}, None, "**(3) Alex** resigned."),
        ("resigned", {"name": "Ben", "seat": 1}, None, "**Ben** resigned."),
        ("back", {"name": "Alex", "old": "Alex", "seat": 0}, 0, "You are back."),
        ("back", {"name": "Alex", "old": "Alex", "seat": 0}, 2, "**(1) Alex** is back."),  # not you, but your namesake
        ("replaced", {"name": "Ben", "old": "Alex", "seat": 1}, None, "**Ben** took over the seat of **(2) Alex**."),
        ("replaced", {"name": "Cy", "old": "cy", "seat": 1}, None, "**Cy** took over the seat of **(2) cy**."),
        ("resigned", {"name": "Alex"}, 0, "**Alex** resigned."),  # an old record, which does not say which of them
        ("more_time", {"name": "Ben"}, None, "**Ben** asked for more time."),
    ],
)
def test_an_aside_names_the_one_of_two_namesakes_who_is_meant(kind, facts, reader, said):
    ((_, sentence),) = room_event_sentences(TWO, [RoomEvent(0, kind, facts, 5.0)], WORDS, reader)
    assert sentence[:1].upper() + sentence[1:] == said


def test_what_cannot_be_told_is_left_out_and_logged_once(caplog):
    whole, bare = RoomEvent(2, "took_back", {"name": "Ana"}, 9.0), RoomEvent(3, "took_back", {}, 10.0)
    later = RoomEvent(4, "something of a later version", {"name": "Ana"}, 11.0)  # type: ignore[arg-type]
    for _ in range(2):
        told = room_event_sentences(TWO, [bare, whole, later], WORDS)
        assert told == [(whole, "**Ana** took back the last move.")]
    lines = [one for one in caplog.records if one.name == "bot.screens.news"]
    assert [one.levelno for one in lines] == [logging.ERROR] * 2
    assert "besides move 3" in lines[0].getMessage()


async def test_a_table_goes_on_though_one_stored_fact_is_missing(local, running_bot, ana, ben):
    """It could not be shown ever again: each try ended in a fault, and the next one followed."""
    await running_bot.table(ana, ben)
    acting = await asked(ana, ben)
    async with running_bot.changing() as database:
        database.execute("INSERT INTO room_events SELECT id, 1, length, 'took_back', '{}', 9e9 FROM rooms")
    await plays(acting, await turn_of(acting))
    other = ben if acting is ana else ana
    assert " took 1" in text(await turn_of(other))
    assert "took back" not in (await other.command("history", channel=local.channel("games"))).text


async def asked(*people):
    """Whoever is to move."""
    message = await people[0].until(says("your turn"))
    return next(one for one in people if f"{one.mention}, your turn" in text(message))


def test_of_more_than_six_lines_the_newest_five_stand_below_the_number_of_all_others():
    assert fold_lines("abcdef", WORDS) == list("abcdef")
    assert fold_lines("abcdefgh", WORDS) == [WORDS("table.folded", n=3), *"defgh"]


def test_what_was_done_at_a_deadline_is_never_left_out():
    lines = [f"line {n}" for n in range(12)]
    assert fold_lines(lines, WORDS, 2)[:2] == ["line 0", "line 1"]
    assert fold_lines(lines, WORDS, 2)[2:] == [WORDS("table.folded", n=5), *lines[7:]]
