"""How much of what people bring is kept, and for whom."""

from __future__ import annotations

import pytest

from bot.services.sandboxes import MAX_RECORD_BYTES, MAX_RECORDS_PER_PERSON
from tests.bot.support.rooms import ANA, BEN, refusal_of

RECORD = b"tessera 1\ngame stones\nseats 2\n"


@pytest.fixture
def sandboxes(backend):
    return backend.services.sandboxes


async def test_a_record_of_more_than_64_kilobytes_is_not_read(sandboxes):
    assert MAX_RECORD_BYTES == 64 * 1024
    whole = RECORD + b"\n" * (MAX_RECORD_BYTES - len(RECORD))
    assert (await sandboxes.import_record(ANA, whole)).person == ANA.id
    refusal = await refusal_of(sandboxes.import_record(ANA, whole + b"\n"))
    assert (refusal.key, refusal.facts) == ("record_large", {"n": 64})


async def test_of_a_persons_records_the_newest_twenty_are_kept(sandboxes):
    assert MAX_RECORDS_PER_PERSON == 20
    others = await sandboxes.import_record(BEN, RECORD)
    mine = [(await sandboxes.import_record(ANA, RECORD)).id for _ in range(21)]
    assert (await refusal_of(sandboxes.load_record(mine[0], ANA.id))).key == "record_gone"
    assert [(await sandboxes.load_record(one, ANA.id)).id for one in mine[1:]] == mine[1:]
    assert (await sandboxes.load_record(others.id, BEN.id)).id == others.id


async def test_a_record_is_nobody_elses(sandboxes):
    mine = await sandboxes.import_record(ANA, RECORD)
    for deed in (sandboxes.load_record(mine.id, BEN.id), sandboxes.begin(mine.id, BEN.id, 0)):
        assert (await refusal_of(deed)).key == "record_gone"
