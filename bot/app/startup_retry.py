"""Retries at start-up until Discord, a proxy or the database server is reachable.

Independent of the connection itself. Errors that a person has to fix are raised at once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from bot.discord_api.components import SERVER_ERROR
from bot.discord_api.rate_limit import TOO_MANY_REQUESTS
from bot.logs import error_summary
from bot.store.database import DatabaseUnavailable
from bot.store.migrations import StoreUnavailable
from bot.text.words import Words

_Result = TypeVar("_Result")
FIRST_RETRY_DELAY, MAX_RETRY_DELAY = (
    1.0,
    60.0,
)  # seconds between tries; each delay is twice as long as the previous one
PERMANENT_CLOSE_CODES = (4004, 4010, 4011, 4012, 4013, 4014)  # close codes of the gateway that no retry fixes

log = logging.getLogger(__name__)


async def retry_until_reachable(attempt: Callable[[], Awaitable[_Result]]) -> _Result:
    """Retry until what the attempt needs is reachable, and return its result. Raises permanent errors."""
    tries = 1
    delay = FIRST_RETRY_DELAY
    while True:
        try:
            result = await attempt()
        except Exception as error:
            if not is_temporary(error):
                raise
            if isinstance(error, StoreUnavailable):
                reason = Words()(error.key, **error.facts)
            else:
                reason = Words()("start.unreachable", reason=error_summary(error))
            log.warning("%s; trying again in %d seconds", reason.rstrip("."), round(delay))
        else:
            if tries > 1:
                log.info("reached, after %d tries", tries)
            return result
        await asyncio.sleep(delay)
        tries += 1
        delay = min(2 * delay, MAX_RETRY_DELAY)


def is_temporary(error: Exception) -> bool:
    """Whether a retry may succeed without a change of settings."""
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, Exception):
        return is_temporary(error.__cause__)
    if isinstance(error, discord.ConnectionClosed):
        return error.code not in PERMANENT_CLOSE_CODES
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERROR or error.status == TOO_MANY_REQUESTS
    if isinstance(error, DatabaseUnavailable):  # not retried during start-up
        return False
    return isinstance(
        error, StoreUnavailable | aiohttp.ClientError | OSError | discord.RateLimited | ReconnectWebSocket
    )
