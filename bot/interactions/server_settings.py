"""Handlers of the lists and buttons of /settings. Independent of rules.

Every press checks the permission to change settings again.
"""

from bot.discord_api.caller import drop_deleted, may_manage_server, missing_write_permissions
from bot.discord_api.rate_limit import RateLimiter
from bot.discord_api.reply import Reply, bind
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.screens import refusals as refusals_screen
from bot.screens import server_settings as server_settings_screen
from bot.screens import verbs
from bot.services.servers import Servers
from bot.services.watching import Watching


class ServerSettingsHandlers:
    """Handles the pages of /settings."""

    def __init__(self, servers: Servers, watching: Watching, limiter: RateLimiter) -> None:
        self._servers = servers
        self._watching = watching
        self._limiter = limiter
        self.handlers = (
            bind(verbs.SHOW_SERVER_SETTINGS, self._page),
            bind(verbs.SET_SERVER_SETTING, self._decide),
            bind(verbs.FORGET_SERVER, self._ask_to_forget),
            bind(verbs.CONFIRM_FORGET_SERVER, self._forget),
        )

    async def open(self, asker: Asker, reply: Reply, name: str = "tables", *, saved: bool = False) -> None:
        """Show one of the pages, or all values read-only without the permission. Raises Refusal("no_server")."""
        server = drop_deleted(reply.interaction, await self._servers.load_settings(_require_guild(asker)))
        words = asker.words
        web = bool(self._watching.address)
        if may_manage_server(reply.interaction):
            await reply.show(server_settings_screen.page(name, server, words, saved=saved, has_web=web))
        else:
            await reply.show(server_settings_screen.read_only_settings(server, words, has_web=web))

    async def _page(self, asker: Asker, reply: Reply, name: str) -> None:
        if name not in server_settings_screen.SETTING_PAGES:
            raise Refusal("unknown")
        await self.open(asker, reply, name)

    async def _decide(self, asker: Asker, reply: Reply, name: str, key: str, values: verbs.ChosenValues) -> None:
        if key not in server_settings_screen.SETTINGS_BY_PAGE.get(name, ()):
            raise Refusal("unknown")
        guild = _managed_guild(asker, reply)
        if key == "announce" and (lacking := missing_write_permissions(reply.interaction, values)):
            raise Refusal("unheard", rights=", ".join(lacking))
        await self._servers.choose(guild, key, values)
        await self.open(asker, reply, name, saved=True)

    async def _ask_to_forget(self, asker: Asker, reply: Reply) -> None:
        tables = await self._servers.count_open_tables(_managed_guild(asker, reply))
        await reply.show(server_settings_screen.confirm_server_erasure(tables, asker.words))

    async def _forget(self, asker: Asker, reply: Reply) -> None:
        guild = _managed_guild(asker, reply)
        self._limiter.admit_database_wide(asker.person.id)
        await self._servers.forget(guild)
        traces = asker.words("privacy.traces", server=self._servers.is_on_server)
        await reply.show(refusals_screen.notice(asker.words, "server.forgotten", traces=traces))


def _require_guild(asker: Asker) -> int:
    if asker.guild is None:
        raise Refusal("no_server")
    return asker.guild


def _managed_guild(asker: Asker, reply: Reply) -> int:
    """Check that the person may manage the server and return its ID. Raises Refusal: no_server, may_not_manage."""
    guild = _require_guild(asker)
    if not may_manage_server(reply.interaction):
        raise Refusal("may_not_manage")
    return guild
