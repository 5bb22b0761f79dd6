"""Waits at the start for what is not there yet: Discord, a proxy, the server of a database.

Knows no connection itself. What a person has to change first is raised at once, as waiting would not help.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from bot.logs import summary
from bot.store.database import DatabaseAway
from bot.store.migrations import StoreAway
from bot.text.words import Words

Result = TypeVar("Result")
FIRST, LONGEST = 1.0, 60.0  # seconds between two tries; each wait is twice as long as the one before
TOO_MANY = 429  # HTTP: requests
LASTING = (4004, 4010, 4011, 4012, 4013, 4014)  # the gateway's reasons that no later try changes

log = logging.getLogger(__name__)


async def patiently(deed: Callable[[], Awaitable[Result]]) -> Result:
    """What the deed returns, once what it needs can be reached. Raises what waiting does not change."""
    tries = 1
    pause = FIRST
    while True:
        try:
            done = await deed()
        except Exception as error:
            if not is_passing(error):
                raise
            if isinstance(error, StoreAway):
                reason = Words()(error.key, **error.facts)
            else:
                reason = Words()("start.unreachable", reason=summary(error))
            log.warning("%s; trying again in %d seconds", reason.rstrip("."), round(pause))
        else:
            if tries > 1:
                log.info("reached, after %d tries", tries)
            return done
        await asyncio.sleep(pause)
        tries += 1
        pause = min(2 * pause, LONGEST)


def is_passing(error: Exception) -> bool:
    """Whether that may be otherwise soon without anybody changing a setting."""
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, Exception):
        return is_passing(error.__cause__)
    if isinstance(error, discord.ConnectionClosed):
        return error.code not in LASTING
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_MANY
    if isinstance(error, DatabaseAway):  # nothing of this is repeated while the program starts
        return False
    return isinstance(error, StoreAway | aiohttp.ClientError | OSError | discord.RateLimited | ReconnectWebSocket)
