"""Which puzzles are still there, and for whom."""

from __future__ import annotations

from bot.model.puzzle import ALL_SERVERS, shift_day, utc_day
from bot.services.puzzles import HOUR
from tests.bot.store.test_puzzles import one
from tests.bot.support.rooms import ANA, BEN, refusal_of

DAY = 86_400.0


async def tried(backend):
    """Ana's try of the puzzle of this day."""
    today = utc_day(backend.clock())
    await backend.store.puzzles.save(one(today))
    return await backend.store.puzzles.open(ANA, await backend.store.puzzles.load_daily(today, "stones", ALL_SERVERS))


async def test_a_puzzle_can_be_looked_at_for_two_weeks(backend):
    """The number of days stands in docs/PRIVACY.md, so it stands here too and is not asked of the program."""
    mine, puzzles = await tried(backend), backend.services.puzzles
    for days, is_there in ((0, True), (1, True), (13, True), (14, True), (15, False)):
        backend.clock.time = 1_000_000.0 + days * DAY
        await puzzles.forget_old()
        assert (await backend.store.puzzles.load(mine.id) is not None) is is_there
    assert (await refusal_of(puzzles.load_try(mine.id))).key == "puzzle_gone"


async def test_old_ones_are_looked_for_once_an_hour(backend):
    mine, puzzles = await tried(backend), backend.services.puzzles
    backend.clock.time += 16 * DAY - HOUR + 1
    await puzzles.forget_old()
    fresh = one(shift_day(utc_day(backend.clock()), -15))
    await backend.store.puzzles.save(fresh)
    backend.clock.time += HOUR - 1
    await puzzles.forget_old()
    assert await backend.store.puzzles.load_daily(fresh.day, "stones", ALL_SERVERS)
    backend.clock.time += 1
    await puzzles.forget_old()
    assert await backend.store.puzzles.load_daily(fresh.day, "stones", ALL_SERVERS) is None
    assert await backend.store.puzzles.load(mine.id) is None


async def test_a_try_is_nobody_elses(backend):
    mine = await tried(backend)
    assert await backend.services.puzzles.load_try(mine.id, ANA.id) == mine
    assert (await refusal_of(backend.services.puzzles.load_try(mine.id, BEN.id))).key == "puzzle_gone"


async def test_a_game_without_puzzles_is_refused(backend):
    assert (await refusal_of(backend.services.puzzles.open(ANA, "stones"))).key == "unknown"
