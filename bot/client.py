"""The bot on Discord: start-up, the way of every interaction, its one error handler, the chores. Knows no game."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import discord
from discord import app_commands

from bot import presses, show_pages
from bot.asking import note_wishes, spoken
from bot.clock import Clock
from bot.clocks import Clocks
from bot.commands import ALL, Commands, Host
from bot.commands_records import RECORDS
from bot.desk import Desk
from bot.posts import BURST, Posts
from bot.reply import Manner, Reply
from bot.room import Refusal
from bot.rooms import Rooms
from bot.show_lobby import LOBBY_HOURS, RIPE_MINUTES
from bot.wishes import Wishes
from bot.words import words_for

CHORES_EVERY = 15.0  # seconds
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz"

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
Work = Callable[[Reply], Awaitable[None]]


class Tessera(Host):
    """Needs only the guilds intent; keeps no members, no messages and no games in memory."""

    def __init__(self, rooms: Rooms, now: Callable[[], float], alive: Path | None = None, burst: float = BURST) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
        )
        self._rooms, self._alive = rooms, alive
        self.posts = Posts(self, rooms, now, burst)
        self.clock = Clock(Clocks(rooms), self.posts.wake, self.posts.calls.remind)
        self._wishes = Wishes(rooms)
        desk = Desk(rooms, self._wishes)
        self._presses = presses.Presses(rooms, desk, self.posts)
        self.commands = Commands(rooms, desk, self.posts, self._presses)
        self.tree = Tree(self)
        for command in (*ALL, *RECORDS):
            self.tree.add_command(command)
        self._chores: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Commands are registered if they changed, whatever the last run owed is taken up again."""
        await self.tree.sync_if_changed()
        self._chores = asyncio.create_task(self._do_chores(), name="chores")
        self.clock.start()

    async def close(self) -> None:
        """Nothing is begun any more; what is owed stays in the outbox."""
        if self._chores is not None:
            self._chores.cancel()
        await self.clock.close()
        await self.posts.close()
        await super().close()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Buttons, lists and forms; commands have their own way through the tree."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        pressed = cast(dict[str, Any], interaction.data or {})
        press = presses.read(str(pressed.get("custom_id", "")), presses.chosen(pressed))
        await self.answer(interaction, presses.manner(press, interaction), lambda r: self._presses.answer(press, r))

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """The library's news; while there is no connection nobody can press anything, so no deadline passes."""
        if event in ("connect", "resumed", "disconnect"):
            self.clock.open = event != "disconnect"
        super().dispatch(event, *args, **kwargs)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Back on a server: what slept there is tried again."""
        await self.posts.rouse(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server is reachable again."""
        await self.posts.rouse(guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Rights in a channel may have changed."""
        await self.posts.rouse(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Rights of a role may have changed."""
        await self.posts.rouse(after.guild.id)

    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        """A thread may have been opened again."""
        await self.posts.rouse(after.guild.id)

    async def answer(self, interaction: Interaction, manner: Manner, work: Work) -> None:
        """Do the work and see that the person is answered, whatever happens."""
        async with Reply(interaction, manner) as reply:
            try:
                reply.pictures = (await note_wishes(interaction, self._wishes)).pictures != "none"
                await work(reply)
            except Refusal as no:
                await reply.refuse(show_pages.refused(spoken(interaction), no))
            except Exception:  # the one place where our bugs end
                code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
                log.exception("fault %s at %s", code, _about(interaction))
                key = "fault_after" if await self._rooms.counted(interaction.id) else "fault_before"
                await reply.refuse(show_pages.said(spoken(interaction), f"refusal.{key}", code=code))

    async def _do_chores(self) -> None:
        await self.wait_until_ready()
        await self.posts.rouse(every=True)
        while not self.is_closed():
            for chore in (self._expire, self._ripen, self.posts.sweep):
                try:
                    await chore()
                except Exception:  # one failed chore must not end the others
                    log.exception("chore %s failed", chore.__name__)
            if self._alive is not None:
                self._alive.touch()
            await asyncio.sleep(CHORES_EVERY)

    async def _ripen(self) -> None:
        for room in await self._rooms.lobbies.ripen(RIPE_MINUTES * 60.0):
            self.posts.wake(room.id)

    async def _expire(self) -> None:
        for room in await self._rooms.expire(LOBBY_HOURS * 3600.0):
            self.posts.wake(room.id)


class Tree(app_commands.CommandTree[Tessera]):
    """The commands, registered with Discord only when their definitions changed."""

    async def sync_if_changed(self) -> bool:
        """Compare with what Discord has and register all if anything differs; whether anything did."""
        # Not `fetch_commands`: in 2.7.1 its objects forget the last context and installation type.
        known = await self.client.http.get_global_commands(self.client.application_id or 0)
        theirs = {command["name"]: _definition(command) for command in known}
        ours = {command.name: _definition(command.to_dict(self)) for command in self.get_commands()}
        if theirs == ours:
            return False
        await self.sync()
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """A command that this version does not know, or arguments that do not fit it."""
        log.info("command refused: %s", error)
        if not interaction.response.is_done() and interaction.type is not discord.InteractionType.autocomplete:
            words = words_for(str(interaction.locale))
            async with Reply(interaction, Manner.PRIVATE) as reply:
                await reply.refuse(show_pages.refused(words, Refusal("unknown")))


def _about(interaction: Interaction) -> str:
    """Verb, room and stamp of a press, or the command: never the move, which may be secret."""
    data = cast(dict[str, Any], interaction.data or {})
    return ":".join(str(data.get("custom_id", data.get("name", ""))).split(":")[:3])


_DEFINED = (
    "name", "type", "description", "required", "autocomplete", "min_value", "max_value", "min_length", "max_length",
    "value", "default_member_permissions", "nsfw", "name_localizations", "description_localizations",
)  # fmt: skip


def _definition(command: Any) -> Any:
    """What makes two registrations the same: Discord's own additions and empty fields left out."""
    kept = {key: command[key] for key in _DEFINED if command.get(key) not in (None, False, "", {}, [])}
    for key in ("contexts", "integration_types"):
        if command.get(key) is not None:
            kept[key] = sorted(command[key])
    for key in ("options", "choices"):
        kept[key] = [_definition(part) for part in command.get(key) or []]
    return kept
