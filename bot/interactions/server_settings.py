"""The lists and buttons of /settings. Knows no rules.

The right to change anything is looked at again at every press.
"""

from __future__ import annotations

from bot.discord_api.caller import known_here, manages, unheard
from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.rate_limit import RateLimiter
from bot.discord_api.reply import Reply
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.screens import server_settings as server_settings_screen
from bot.services.servers import Servers


class ServerSettingsHandlers:
    """What each of them does; `verbs` has them by name."""

    def __init__(self, servers: Servers, limiter: RateLimiter) -> None:
        self._servers, self._limiter = servers, limiter
        self.verbs: dict[str, Deed] = {
            "server": self._page,
            "decide": self._decide,
            "forget": self._forget,
            "forgotten": self._forgotten,
        }

    async def open(self, asker: Asker, reply: Reply, name: str = "tables", *, saved: bool = False) -> None:
        """One of the pages is shown; to those who may not change it, all values. Raises Refusal("no_server")."""
        server = known_here(reply.interaction, await self._servers.of(_guild(asker)))
        if manages(reply.interaction):
            await reply.show(server_settings_screen.page(name, server, asker.words, saved=saved))
        else:
            await reply.show(server_settings_screen.read_only(server, asker.words))

    async def _page(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self.open(asker, reply, _known(press.rest, 0))

    async def _decide(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`decide:<page>:<key>` with what is chosen in the list."""
        name = _known(press.rest, 0)
        if len(press.rest) != 2 or press.rest[1] not in server_settings_screen.ON_PAGE[name]:
            raise Refusal("unknown")
        guild, key = _managed(asker, reply), press.rest[1]
        if key == "announce" and (lacking := unheard(reply.interaction, press.values)):
            raise Refusal("unheard", rights=", ".join(lacking))
        await self._servers.choose(guild, key, press.values)
        await self.open(asker, reply, name, saved=True)

    async def _forget(self, _: Press, asker: Asker, reply: Reply) -> None:
        tables = await self._servers.tables(_managed(asker, reply))
        await reply.show(server_settings_screen.sure(tables, asker.words))

    async def _forgotten(self, _: Press, asker: Asker, reply: Reply) -> None:
        guild = _managed(asker, reply)
        self._limiter.whole(asker.person.id)
        await self._servers.forget(guild)
        await reply.show(server_settings_screen.forgotten(asker.words))


def _guild(asker: Asker) -> int:
    if asker.guild is None:
        raise Refusal("no_server")
    return asker.guild


def _managed(asker: Asker, reply: Reply) -> int:
    """The number of the server. Raises Refusal: no_server, may_not_manage."""
    guild = _guild(asker)
    if not manages(reply.interaction):
        raise Refusal("may_not_manage")
    return guild


def _known(parts: tuple[str, ...], place: int) -> str:
    """The page of that name. Raises Refusal("unknown")."""
    if len(parts) <= place or parts[place] not in server_settings_screen.PAGES:
        raise Refusal("unknown")
    return parts[place]
