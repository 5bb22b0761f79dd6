"""Homes: every server is seen to by exactly one process, however the shards are dealt out."""

from __future__ import annotations

import pytest

from bot.model.home import Home

GUILDS = [None, 5, *(number << 22 | 77 for number in range(40))]


@pytest.mark.parametrize("count", [2, 3, 16])
def test_every_server_is_at_home_at_one_process(count):
    homes = [Home(0, 0, count), Home(1, count - 1, count)]
    assert [sum(home.has(guild) for home in homes) for guild in GUILDS] == [1] * len(GUILDS)
    assert [home.is_everything for home in homes] == [False, False]


def test_direct_messages_belong_to_the_first_shard():
    assert Home(0, 1, 4).has(None)
    assert not Home(2, 3, 4).has(None)


@pytest.mark.parametrize("home", [Home(), Home(0, 15, 16)])
def test_a_process_with_all_shards_is_the_home_of_every_server(home):
    assert home.is_everything
    assert all(home.has(guild) for guild in GUILDS)
