"""Asks Discord who uses the bot's Activity and in which channel. Knows nothing about pages or our own tokens.

What the page says about the person, the channel and the instance is not trusted. The bot sends the page's code to
Discord to find out the person, and looks the instance up there. Neither codes nor tokens are logged or stored.
"""

import asyncio
import logging
import re
from typing import Any

import aiohttp
import discord

from bot.discord_api.components import REQUEST_ERRORS
from bot.logs import error_summary
from bot.model.activity import ActivityInstance, DiscordUnavailable, NotAdmitted
from bot.model.people import Location

DISCORD_ORIGINS = tuple(  # Discord's own pages, which embed Activities in frames
    f"https://{stage}{name}.com" for name in ("discord", "discordapp") for stage in ("", "ptb.", "canary.")
)
SIGN_IN_TIMEOUT = 8.0  # seconds for one request
AUTHORIZATION_CODE = re.compile(r"[\x21-\x7e]{1,200}")
INSTANCE_NAME = re.compile(r"[\w-]{1,128}", re.ASCII)  # no dots, because it becomes part of a path
INSTANCE_PATH = "/applications/{application}/activity-instances/{instance}"
BAD_REQUEST = 400
UNAUTHORIZED = 401

log = logging.getLogger(__name__)


class DiscordSignIn:
    """Sends sign-in requests for this client's application, whose `secret` only the operator knows."""

    def __init__(self, client: discord.Client, secret: str) -> None:
        self._client = client
        self._secret = secret

    @property
    def application(self) -> str:
        """The ID of the application, "" before the client is connected."""
        return str(self._client.application_id or "")

    async def person(self, code: str) -> int:
        """Exchange the code and return the account ID of its person. Raises NotAdmitted, DiscordUnavailable."""
        if not AUTHORIZATION_CODE.fullmatch(code):
            raise NotAdmitted
        try:
            async with asyncio.timeout(SIGN_IN_TIMEOUT), aiohttp.ClientSession(raise_for_status=False) as session:
                headers = {"Authorization": f"Bearer {await self._token(session, code)}"}
                url = f"{discord.http.Route.BASE}/users/@me"  # the owner of the token [D7.7]
                async with session.get(url, headers=headers, proxy=self._client.http.proxy) as answer:
                    answer.raise_for_status()
                    return int((await answer.json(content_type=None))["id"])
        except (*REQUEST_ERRORS, TimeoutError, KeyError, TypeError, ValueError) as error:
            log.warning("Discord did not say who opened the Activity (%s)", _safe_summary(error))
            raise DiscordUnavailable from None

    async def instance(self, name: str) -> ActivityInstance | None:
        """Return the instance of our own Activity with this name, None if there is none. Raises DiscordUnavailable."""
        ours = self._client.application_id
        if not INSTANCE_NAME.fullmatch(name) or ours is None:
            return None
        route = discord.http.Route("GET", INSTANCE_PATH, application=ours, instance=name)
        try:
            async with asyncio.timeout(SIGN_IN_TIMEOUT):
                found = await self._client.http.request(route)
            return _instance(found, ours, name)
        except discord.NotFound:
            return None
        except (*REQUEST_ERRORS, TimeoutError, KeyError, TypeError, ValueError) as error:
            log.warning("Discord did not say who has the Activity open (%s)", _safe_summary(error))
            raise DiscordUnavailable from None

    async def _token(self, session: aiohttp.ClientSession, code: str) -> str:
        """Exchange the code for an access token [D7.6]."""
        form = {
            "client_id": self.application, "client_secret": self._secret,
            "grant_type": "authorization_code", "code": code,
        }  # fmt: skip
        url = f"{discord.http.Route.BASE}/oauth2/token"
        async with session.post(url, data=form, proxy=self._client.http.proxy) as answer:
            if answer.status == BAD_REQUEST:
                raise NotAdmitted
            if answer.status == UNAUTHORIZED:
                log.error("Discord does not accept the secret of the Activity: see TESSERA_ACTIVITY_SECRET_FILE")
                raise DiscordUnavailable
            answer.raise_for_status()
            return str((await answer.json(content_type=None))["access_token"])


def _instance(found: Any, ours: int, name: str) -> ActivityInstance | None:
    """Parse Discord's answer about an instance [D7.8]; None if it is another application's or has no channel."""
    where = found["location"]
    if int(found["application_id"]) != ours or found["instance_id"] != name or where["kind"] not in ("gc", "pc"):
        return None
    guild = int(where["guild_id"]) if where["kind"] == "gc" else None
    people = frozenset(int(user["id"] if isinstance(user, dict) else user) for user in found["users"])
    return ActivityInstance(Location(guild, int(where["channel_id"])), people)


def _safe_summary(error: BaseException) -> str:
    """Return a summary that may be logged, without messages that could contain a code or a token."""
    return error_summary(error) if isinstance(error, discord.HTTPException) else type(error).__name__
