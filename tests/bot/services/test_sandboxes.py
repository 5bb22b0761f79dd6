"""How much of what people bring is kept, and for whom."""

from __future__ import annotations

import pytest

from bot.services.sandboxes import MOST_BYTES, MOST_RECORDS
from tests.bot.support.rooms import ANA, BEN, refused

RECORD = b"tessera 1\ngame stones\nseats 2\n"


@pytest.fixture
def sandboxes(backend):
    return backend.services.sandboxes


async def test_a_record_of_more_than_64_kilobytes_is_not_read(sandboxes):
    assert MOST_BYTES == 64 * 1024
    whole = RECORD + b"\n" * (MOST_BYTES - len(RECORD))
    assert (await sandboxes.bring(ANA, whole)).person == ANA.id
    refusal = await refused(sandboxes.bring(ANA, whole + b"\n"))
    assert (refusal.key, refusal.facts) == ("record_large", {"n": 64})


async def test_of_a_persons_records_the_newest_twenty_are_kept(sandboxes):
    assert MOST_RECORDS == 20
    others = await sandboxes.bring(BEN, RECORD)
    mine = [(await sandboxes.bring(ANA, RECORD)).id for _ in range(21)]
    assert (await refused(sandboxes.brought(mine[0], ANA.id))).key == "record_gone"
    assert [(await sandboxes.brought(one, ANA.id)).id for one in mine[1:]] == mine[1:]
    assert (await sandboxes.brought(others.id, BEN.id)).id == others.id


async def test_a_record_is_nobody_elses(sandboxes):
    mine = await sandboxes.bring(ANA, RECORD)
    for deed in (sandboxes.brought(mine.id, BEN.id), sandboxes.begin(mine.id, BEN.id, 0)):
        assert (await refused(deed)).key == "record_gone"
