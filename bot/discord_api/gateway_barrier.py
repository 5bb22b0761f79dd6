"""The barrier around Discord's gateway: an event that the library cannot read is logged, counted and skipped.

discord.py 2.7.1 ends the client at the first such event, and reads no hidden voice channel without `bitrate`. Delete
`SkippingSocket` once the library skips by itself what it cannot read, and `LenientState` once it also knows hidden
channels (its pull request 10473) and reads a server without the part of it that it cannot read. Knows no handler.
"""

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.state import ConnectionState

from bot import logs, measures

HIDDEN = 1 << 17  # the flag of a channel that the bot may not view [D1.18]
UNKNOWN = "other"  # an event without a name, or with one that the library does not know
SUGGESTIONS = 4  # the kind of an interaction that asks for some
MOST_NUMBER = (1 << 63) - 1
NEEDED = frozenset(("HELLO", "READY", "RESUMED"))  # a connection is of no use without these
HEARTBEATS = (1.0, 600.0)  # seconds between two of them; the library would send them without a pause if told so
FILLED: dict[str, Any] = {"name": "", "position": 0, "flags": 0, "bitrate": 0, "user_limit": 0, "available_tags": ()}

log = logging.getLogger(__name__)


def report_unreadable(event: str, error: Exception) -> None:
    """Log and count an event that cannot be read. Nothing that it said is written down."""
    log.error("event %s cannot be read", event, exc_info=error, extra={"code": logs.fault_code()})
    measures.current().count("unread", event)


class SkippingSocket(DiscordWebSocket):
    """A connection that outlives whatever Discord says in it."""

    async def received_message(self, msg: Any, /) -> None:
        """Act on the message, or skip it. Raises ConnectionError if only a new connection can help."""
        sequence = self.sequence
        text = msg
        try:
            text = self._decompressor.decompress(msg) if isinstance(msg, bytes) else msg
            if text is not None:
                await super().received_message(text)
                self._check_heartbeats()
        except (ReconnectWebSocket, discord.ConnectionClosed, aiohttp.ClientError, OSError):  # what the library awaits
            raise
        except Exception as error:  # noqa: BLE001  # whatever Discord says, the process must not end
            event = self._name(text)
            report_unreadable(event, error)
            if event in NEEDED or self._keep_alive is None or isinstance(text, bytes):
                await self.close()
                raise ConnectionError("Discord's connection cannot be read") from None  # the library waits, and retries
        finally:
            self.sequence = self.sequence if isinstance(self.sequence, int | None) else sequence

    def _check_heartbeats(self) -> None:
        shortest, longest = HEARTBEATS
        if self._keep_alive is not None and not shortest <= (self._keep_alive.interval or 0.0) <= longest:
            raise ValueError("heartbeats")

    def _name(self, text: Any) -> str:
        with suppress(ValueError, RecursionError, TypeError):
            match json.loads(text):
                case {"op": self.HELLO}:
                    return "HELLO"
                case {"t": str(event)} if event in self._discord_parsers:
                    return event
        return UNKNOWN


for _module in (discord.client, discord.shard):  # where the library makes its connections; it has no setting for that
    _module.DiscordWebSocket = SkippingSocket  # type: ignore[attr-defined]


class LenientState(ConnectionState[Any]):
    """What the library keeps of servers, read as far as it can be read."""

    def parse_ready(self, data: Any) -> None:
        """A new session begins. Its servers are told by number; what they are like comes later, one by one."""
        data["guilds"] = [{"id": number, "unavailable": True} for number in server_numbers(data["guilds"])]
        super().parse_ready(data)

    def parse_guild_create(self, data: Any) -> None:
        """The bot is on this server."""
        self._read_server("GUILD_CREATE", super().parse_guild_create, data)

    def parse_guild_update(self, data: Any) -> None:
        """The server has changed. Without its roles nobody could tell who may do what there."""
        if not data["roles"]:
            raise LookupError("roles")
        self._read_server("GUILD_UPDATE", super().parse_guild_update, data)

    def parse_channel_create(self, data: Any) -> None:
        """There is a new channel."""
        super().parse_channel_create(fill_in(data, data.get("guild_id")))

    def parse_channel_update(self, data: Any) -> None:
        """The channel has changed. It is read by itself first: half a change could make a private channel public."""
        guild = data["guild_id"]
        channel = fill_in(data, guild)
        self._read(guild, "channels", [channel])
        super().parse_channel_update(channel)

    def parse_interaction_create(self, data: Any) -> None:
        """Somebody has pressed or typed something. Nobody can be answered who is nobody, or nowhere."""
        guild = int(data.get("guild_id") or 0)
        person = data["member"] if guild else data
        user = person["user"]
        for text in (data["token"], user["username"], user.get("global_name") or "", person.get("nick") or ""):
            if not isinstance(text, str):
                raise TypeError("texts")
        if max(guild, int(user["id"]), int(data["channel"]["id"])) > MOST_NUMBER:
            raise TypeError("numbers")
        if data["type"] == SUGGESTIONS:
            _ = [(one["name"], one["type"], one["value"]) for one in data["data"].get("options", ())]
        if not isinstance(data.get("locale"), str):
            data["locale"] = "en-US"
        super().parse_interaction_create(data)

    def _read_server(self, event: str, parse: Callable[[Any], None], data: Any) -> None:
        guild = int(data["id"])
        if isinstance(data.get("channels"), list):
            data = {**data, "channels": [fill_in(one, guild) for one in data["channels"]]}
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001  # then what can be read of it is
            report_unreadable(event, error)
            parse(self._readable(data))

    def _readable(self, server: dict[str, Any]) -> dict[str, Any]:
        """The server without the channels, roles, threads and other parts that cannot be read by themselves."""
        kept: dict[str, Any] = {"id": server["id"]}
        for part, value in server.items():
            items = [one for one in value if self._reads(server, part, [one])] if isinstance(value, list) else value
            if self._reads(server, part, items):
                kept[part] = items
        return kept

    def _reads(self, server: dict[str, Any], part: str, value: Any) -> bool:
        try:
            self._read(server["id"], part, value)
        except Exception:  # noqa: BLE001  # the server was reported already
            return False
        return True

    def _read(self, guild: Any, part: str, value: Any) -> None:
        """Have the library read that part of a server by itself; nothing is kept. Raises what the library raises."""
        discord.Guild(data={"id": guild, part: value}, state=self)  # type: ignore[misc]


def server_numbers(guilds: Sequence[Any]) -> list[int]:
    """The numbers of the servers that READY names."""
    found = []
    for guild in guilds:
        with suppress(KeyError, TypeError, ValueError):
            found.append(int(guild["id"]))
    return found


def fill_in(channel: Any, guild: Any) -> Any:
    """The channel with everything that the library asks for: of a hidden one Discord tells hardly more than its number.

    Nobody on the server sees a hidden channel, nor one of which it is not told who does.
    """
    if not isinstance(channel, dict):
        return channel
    filled = {**channel, **{key: value for key, value in FILLED.items() if channel.get(key) is None}}
    is_hidden = isinstance(filled["flags"], int) and filled["flags"] & HIDDEN
    if is_hidden or channel.get("permission_overwrites") is None:
        deny = str(discord.Permissions.view_channel.flag)
        filled["permission_overwrites"] = [{"id": guild, "type": 0, "allow": "0", "deny": deny}]
    return filled
