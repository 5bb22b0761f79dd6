"""Fixtures of the operator's tests: a probe of the local Discord as if it were the real one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

import pytest

from bot.ops.probe import probe
from bot.settings import Settings

VOICE = 2  # a kind of channel


@pytest.fixture
async def bot_was_there(local, running_bot):
    """The bot has registered its commands and is stopped. A voice channel of the server is hidden from it."""
    local.forbid(local.server.simulation.add_channel(local.guild, "council", "", VOICE), "view_channel")
    await running_bot.client.close()
    local.strict = False  # one request is refused on purpose


@dataclass
class Probed:
    """What a probe printed. `code`: with which it ended."""

    code: int
    text: str

    @property
    def marks(self) -> dict[str, str]:
        """The mark of every belief."""
        return dict(re.findall(r"^(D\d\.\d+) +(.+?)[:.] ", self.text, re.MULTILINE))


@pytest.fixture
def probed(local, tmp_path, capsys) -> Callable:
    async def ran(channel: int | None = None, beliefs: Collection[str] = (), **chosen) -> Probed:
        settings = Settings(
            **{"token": local.token, "database": tmp_path / "probe.sqlite3", "discord_url": local.url, **chosen}
        )
        code = await probe(settings, local.channel("games") if channel is None else channel, beliefs)
        said = capsys.readouterr()
        return Probed(code, said.out + said.err)

    return ran
