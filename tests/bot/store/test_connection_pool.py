"""Who gets a connection, and what becomes of all of them at the end."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.connection_pool import ConnectionPool


class Line:
    """Stands for a connection."""

    def __init__(self):
        self.ended = ""

    def is_closed(self):
        return bool(self.ended)

    def terminate(self):
        self.ended = "abruptly"

    async def close(self, *, timeout):  # noqa: ASYNC109 - the driver calls it so
        self.ended = "in order"


@pytest.fixture
def made():
    """All connections that came about."""
    return []


@pytest.fixture
def pool(made):
    async def connect():
        made.append(Line())
        return made[-1]

    return ConnectionPool(connect, 2)


async def test_who_comes_when_all_are_lent_gets_the_next_that_is_given_back(pool, made):
    first, second = await pool.take(), await pool.take()
    third = asyncio.create_task(pool.take())
    await asyncio.sleep(0)
    assert (first is second, third.done()) == (False, False)
    pool.give_back(first)
    assert (await third, len(made)) == (first, 2)


@pytest.mark.parametrize("lent", [False, True])
async def test_a_connection_that_ended_is_not_lent_again(pool, made, lent):
    first = await pool.take()
    if lent:
        first.terminate()
    pool.give_back(first)
    first.terminate()
    assert (await pool.take(), len(made)) == (made[1], 2)


async def test_who_was_refused_leaves_room_for_others(made):
    async def refuse():
        made.append(None)
        raise ConnectionRefusedError

    pool = ConnectionPool(refuse, 1)
    for _ in range(3):
        with pytest.raises(ConnectionRefusedError):
            await pool.take()
    assert len(made) == 3


async def test_at_the_end_what_is_lent_is_ended_abruptly_and_nobody_gets_a_new_one(pool):
    first, second = await pool.take(), await pool.take()
    pool.give_back(second)
    await pool.close(1.0)
    pool.give_back(first)
    assert (first.ended, second.ended) == ("abruptly", "in order")
    with pytest.raises(ConnectionError):
        await pool.take()
