"""Who somebody is in the bot's Activity, and where that is open, as Discord says. Knows no page and no token of ours.

What the page says of the person, the channel and the instance is not believed: a code is worth what Discord gives for
it, and an instance is what Discord's list of it says. Neither codes nor tokens are logged or kept.
"""

import asyncio
import logging
import re
from typing import Any

import aiohttp
import discord

from bot.discord_api.components import UNANSWERED
from bot.logs import summary
from bot.model.activity import ActivityInstance, DiscordAway, NotAdmitted
from bot.model.people import Location

HOSTS = tuple(  # of Discord's own pages, which show Activities in frames
    f"https://{stage}{name}.com" for name in ("discord", "discordapp") for stage in ("", "ptb.", "canary.")
)
QUESTION_TIMEOUT = 8.0  # seconds for one question
CODE = re.compile(r"[\x21-\x7e]{1,200}")
INSTANCE = re.compile(r"[\w-]{1,128}", re.ASCII)  # no dots: it becomes a part of a path
INSTANCES = "/applications/{application}/activity-instances/{instance}"
REFUSED = 400
WRONG_SECRET = 401

log = logging.getLogger(__name__)


class DiscordSignIn:
    """Asks Discord for the application of this client, whose `secret` only the operator knows."""

    def __init__(self, client: discord.Client, secret: str) -> None:
        self._client = client
        self._secret = secret

    @property
    def application(self) -> str:
        """The number of the application, "" before the client is connected."""
        return str(self._client.application_id or "")

    async def person(self, code: str) -> int:
        """The account number of whom Discord gave the code, which is used up. Raises NotAdmitted, DiscordAway."""
        if not CODE.fullmatch(code):
            raise NotAdmitted
        try:
            async with asyncio.timeout(QUESTION_TIMEOUT), aiohttp.ClientSession(raise_for_status=False) as session:
                headers = {"Authorization": f"Bearer {await self._token(session, code)}"}
                url = f"{discord.http.Route.BASE}/users/@me"  # which names whom the token is of [D7.7]
                async with session.get(url, headers=headers, proxy=self._client.http.proxy) as answer:
                    answer.raise_for_status()
                    return int((await answer.json(content_type=None))["id"])
        except (*UNANSWERED, TimeoutError, KeyError, TypeError, ValueError) as error:
            log.warning("Discord did not say who opened the Activity (%s)", _harmless(error))
            raise DiscordAway from None

    async def instance(self, name: str) -> ActivityInstance | None:
        """The instance of our own Activity that has this name, None if there is none. Raises DiscordAway."""
        ours = self._client.application_id
        if not INSTANCE.fullmatch(name) or ours is None:
            return None
        route = discord.http.Route("GET", INSTANCES, application=ours, instance=name)
        try:
            async with asyncio.timeout(QUESTION_TIMEOUT):
                found = await self._client.http.request(route)
            return _instance(found, ours, name)
        except discord.NotFound:
            return None
        except (*UNANSWERED, TimeoutError, KeyError, TypeError, ValueError) as error:
            log.warning("Discord did not say who has the Activity open (%s)", _harmless(error))
            raise DiscordAway from None

    async def _token(self, session: aiohttp.ClientSession, code: str) -> str:
        """The access token for that code [D7.6]."""
        form = {
            "client_id": self.application, "client_secret": self._secret,
            "grant_type": "authorization_code", "code": code,
        }  # fmt: skip
        url = f"{discord.http.Route.BASE}/oauth2/token"
        async with session.post(url, data=form, proxy=self._client.http.proxy) as answer:
            if answer.status == REFUSED:
                raise NotAdmitted
            if answer.status == WRONG_SECRET:
                log.error("Discord does not accept the secret of the Activity: see TESSERA_ACTIVITY_SECRET_FILE")
                raise DiscordAway
            answer.raise_for_status()
            return str((await answer.json(content_type=None))["access_token"])


def _instance(found: Any, ours: int, name: str) -> ActivityInstance | None:
    """What Discord tells of an instance [D7.8]; None for one of somebody else, and where no channel can be told."""
    where = found["location"]
    if int(found["application_id"]) != ours or found["instance_id"] != name or where["kind"] not in ("gc", "pc"):
        return None
    guild = int(where["guild_id"]) if where["kind"] == "gc" else None
    people = frozenset(int(one["id"] if isinstance(one, dict) else one) for one in found["users"])
    return ActivityInstance(Location(guild, int(where["channel_id"])), people)


def _harmless(error: BaseException) -> str:
    """What may be logged: an error that shows what was read, or asked, could show a code or a token."""
    return summary(error) if isinstance(error, discord.HTTPException) else type(error).__name__
