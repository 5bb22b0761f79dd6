"""Names in remarks are found by indexes, whatever they are made of, and wherever a remark can have one."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import bot.logic
from bot.model.people import Location, Person
from bot.model.record import LobbyNote, RoomEvent
from bot.store.erasure import NAME_FACTS, NAMELESS
from bot.store.privacy import RECORDS_PER_STATEMENT
from tests.bot.store.test_store import ANA, BEN, LOBBY
from tests.bot.support.rooms import rows

NAMES = ('Zoe "the', 'x", ["y', '"name": "z"', '"old": "z', "\\", "Zőe名", "a~", "~", " ", "Zoe, ", "}", '"')
HARMLESS_FACTS = {"seat", "n", "until", "hours", "minutes", "lock", "of", "called"}


async def texts(store):
    facts = [text for (text,) in await rows(store, "SELECT facts FROM room_events ORDER BY room, n")]
    return facts, [note for (note,) in await rows(store, "SELECT note FROM rooms ORDER BY id")]


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_of_any_signs_is_taken_out_of_remarks_where_no_number_stands(store, name):
    zoe, like = Person(77, name), f"{name}!"
    await store.preferences.set(zoe, "theme", "dark")
    told = {"name": name}, {"name": "Ana", "old": name, "seat": 1}, {"name": like}, {"name": like, "old": like}
    events = tuple(RoomEvent(0, "replaced", facts, 5.0) for facts in told)
    notes = (
        LobbyNote("changed", name, ("pile",)),
        LobbyNote("host_left", "Ana", (name,)),
        LobbyNote("host_left", like, (like,)),
    )
    for press, note in enumerate(notes):
        record = await store.add(replace(LOBBY, note=note, guests=(), place=Location(9, 9)), press)
        await store.save(record, replace(record, room_events=events), None)
    before = await texts(store)
    await store.privacy.erase(zoe.id, 9.0)
    facts, left = await texts(store)
    assert facts == 3 * ['{"name": "N. N."}', '{"name": "Ana", "old": "N. N.", "seat": 1}', *before[0][2:4]]
    assert left == [None, None, before[1][2]]


async def test_who_ended_a_table_without_a_seat_is_nameless_there(store):
    zoe = Person(77, "Zoe")
    await store.preferences.set(zoe, "theme", "dark")
    records = [await store.add(replace(LOBBY, phase="ended", ended_by=by), n) for n, by in enumerate(("Zoe", "Ana"))]
    await store.privacy.erase(zoe.id, 9.0)
    assert [(await store.load(one.id)).ended_by for one in records] == [NAMELESS, "Ana"]


async def test_all_records_that_were_brought_are_looked_through_in_parts(store):
    await store.preferences.set(ANA, "theme", "dark")
    count = 2 * RECORDS_PER_STATEMENT + 3
    for n in range(count):
        await store.sandboxes.add(BEN, (f"tessera 1\nname 1 {ANA.name}\nname 2 Cy {n}\n", True), 5.0, count)
    await store.privacy.erase(ANA.id, 9.0)
    kept = (await store.privacy.person_export(BEN.id))["records"]
    assert [one["text"] for one in kept] == [f"tessera 1\nname 1 {NAMELESS}\nname 2 Cy {n}\n" for n in range(count)]


def test_every_fact_of_a_remark_is_known_to_be_a_name_or_not():
    """A new fact that is a name needs an index in the schema and its key in NAMED_IN_ASIDES."""
    files = Path(bot.logic.__path__[0]).glob("*.py")
    functions = [node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    noting = [
        node for node in functions if isinstance(node, ast.FunctionDef) and "with_room_event(" in ast.unparse(node)
    ]
    dicts = [one for node in noting for one in ast.walk(node) if isinstance(one, ast.Dict)]
    keys = {key.value for one in dicts for key in one.keys if isinstance(key, ast.Constant)}
    assert keys == {*NAME_FACTS, *HARMLESS_FACTS}
