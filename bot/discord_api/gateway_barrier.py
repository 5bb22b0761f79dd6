"""The barrier around Discord's gateway: an event that the library cannot parse is logged, counted and skipped.

discord.py 2.7.1 ends the client at the first such event, and cannot parse a hidden voice channel without `bitrate`.
Delete `SkippingSocket` once the library skips such events itself, and `LenientState` once it also supports hidden
channels (its pull request 10473) and servers with malformed parts. Independent of handlers.
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

from bot import logs, metrics

HIDDEN_CHANNEL = 1 << 17  # flag of a channel that the bot may not view [D1.18]
UNKNOWN_EVENT = "other"  # the logged name of events that the library does not know
AUTOCOMPLETE = 4  # Discord's type of an autocomplete interaction
MAX_SNOWFLAKE = (1 << 63) - 1
ESSENTIAL_EVENTS = frozenset(("HELLO", "READY", "RESUMED"))  # without these a connection is useless
HEARTBEAT_RANGE = (1.0, 600.0)  # seconds between heartbeats; the library itself would accept an interval of 0
CHANNEL_DEFAULTS: dict[str, Any] = {
    "name": "",
    "position": 0,
    "flags": 0,
    "bitrate": 0,
    "user_limit": 0,
    "available_tags": (),
}

log = logging.getLogger(__name__)


def report_unreadable(event: str, error: Exception) -> None:
    """Log and count an event that cannot be parsed, without its content."""
    log.error("event %s cannot be read", event, exc_info=error, extra={"code": logs.fault_code()})
    metrics.current().count("unread", event)


class SkippingSocket(DiscordWebSocket):
    """A gateway connection that survives malformed events."""

    async def received_message(self, msg: Any, /) -> None:
        """Handle the message, or skip it if malformed. Raises ConnectionError if only a new connection can help."""
        sequence = self.sequence
        text = msg
        try:
            text = self._decompressor.decompress(msg) if isinstance(msg, bytes) else msg
            if text is not None:
                await super().received_message(text)
                self._check_heartbeats()
        except (
            ReconnectWebSocket,
            discord.ConnectionClosed,
            aiohttp.ClientError,
            OSError,
        ):  # the library handles these
            raise
        except Exception as error:  # noqa: BLE001  # no event may end the process
            event = self._event_name(text)
            report_unreadable(event, error)
            if event in ESSENTIAL_EVENTS or self._keep_alive is None or isinstance(text, bytes):
                await self.close()
                raise ConnectionError(
                    "Discord's connection cannot be read"
                ) from None  # the library waits and reconnects
        finally:
            self.sequence = self.sequence if isinstance(self.sequence, int | None) else sequence

    def _check_heartbeats(self) -> None:
        shortest, longest = HEARTBEAT_RANGE
        if self._keep_alive is not None and not shortest <= (self._keep_alive.interval or 0.0) <= longest:
            raise ValueError("heartbeats")

    def _event_name(self, text: Any) -> str:
        with suppress(ValueError, RecursionError, TypeError):
            match json.loads(text):
                case {"op": self.HELLO}:
                    return "HELLO"
                case {"t": str(event)} if event in self._discord_parsers:
                    return event
        return UNKNOWN_EVENT


for _module in (
    discord.client,
    discord.shard,
):  # the modules that create connections; the library has no setting for the class
    _module.DiscordWebSocket = SkippingSocket  # type: ignore[attr-defined]


class LenientState(ConnectionState[Any]):
    """The library's state of servers, without the parts that it cannot parse."""

    def parse_ready(self, data: Any) -> None:
        """Begin a new session. Only the IDs of its servers are kept; their details follow in later events."""
        data["guilds"] = [{"id": number, "unavailable": True} for number in server_numbers(data["guilds"])]
        super().parse_ready(data)

    def parse_guild_create(self, data: Any) -> None:
        """Add the server, without malformed parts."""
        self._read_server("GUILD_CREATE", super().parse_guild_create, data)

    def parse_guild_update(self, data: Any) -> None:
        """Update the server. An update without roles is skipped, because permissions depend on them."""
        if not data["roles"]:
            raise LookupError("roles")
        self._read_server("GUILD_UPDATE", super().parse_guild_update, data)

    def parse_channel_create(self, data: Any) -> None:
        """Add the channel, with missing fields filled in."""
        super().parse_channel_create(fill_in_channel(data, data.get("guild_id")))

    def parse_channel_update(self, data: Any) -> None:
        """Update the channel after a trial, because a failure halfway could make a private channel look public."""
        guild = data["guild_id"]
        channel = fill_in_channel(data, guild)
        self._read(guild, "channels", [channel])
        super().parse_channel_update(channel)

    def parse_interaction_create(self, data: Any) -> None:
        """Handle an interaction. One without a valid person, place or token cannot be answered and is skipped."""
        guild = int(data.get("guild_id") or 0)
        person = data["member"] if guild else data
        user = person["user"]
        for text in (data["token"], user["username"], user.get("global_name") or "", person.get("nick") or ""):
            if not isinstance(text, str):
                raise TypeError("texts")
        if max(guild, int(user["id"]), int(data["channel"]["id"])) > MAX_SNOWFLAKE:
            raise TypeError("numbers")
        if data["type"] == AUTOCOMPLETE:
            _ = [(option["name"], option["type"], option["value"]) for option in data["data"].get("options", ())]
        if not isinstance(data.get("locale"), str):
            data["locale"] = "en-US"
        super().parse_interaction_create(data)

    def _read_server(self, event: str, parse: Callable[[Any], None], data: Any) -> None:
        guild = int(data["id"])
        if isinstance(data.get("channels"), list):
            data = {**data, "channels": [fill_in_channel(channel, guild) for channel in data["channels"]]}
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001  # then only the readable parts are used
            report_unreadable(event, error)
            parse(self._readable_parts(data))

    def _readable_parts(self, server: dict[str, Any]) -> dict[str, Any]:
        """Return the server without the channels, roles, threads and other parts that cannot be parsed."""
        kept: dict[str, Any] = {"id": server["id"]}
        for part, value in server.items():
            items = (
                [item for item in value if self._is_readable(server, part, [item])]
                if isinstance(value, list)
                else value
            )
            if self._is_readable(server, part, items):
                kept[part] = items
        return kept

    def _is_readable(self, server: dict[str, Any], part: str, value: Any) -> bool:
        try:
            self._read(server["id"], part, value)
        except Exception:  # noqa: BLE001  # the fault is already reported
            return False
        return True

    def _read(self, guild: Any, part: str, value: Any) -> None:
        """Parse that part of a server with the library and discard the result. Raises what the library raises."""
        discord.Guild(data={"id": guild, part: value}, state=self)  # type: ignore[misc]


def server_numbers(guilds: Sequence[Any]) -> list[int]:
    """Return the IDs of the servers listed in READY."""
    found = []
    for guild in guilds:
        with suppress(KeyError, TypeError, ValueError):
            found.append(int(guild["id"]))
    return found


def fill_in_channel(channel: Any, guild: Any) -> Any:
    """Return the channel with all fields that the library requires; Discord sends few fields of a hidden channel.

    A hidden channel, or one without permission overwrites, counts as invisible to everyone.
    """
    if not isinstance(channel, dict):
        return channel
    filled = {**channel, **{key: value for key, value in CHANNEL_DEFAULTS.items() if channel.get(key) is None}}
    is_hidden = isinstance(filled["flags"], int) and filled["flags"] & HIDDEN_CHANNEL
    if is_hidden or channel.get("permission_overwrites") is None:
        deny = str(discord.Permissions.view_channel.flag)
        filled["permission_overwrites"] = [{"id": guild, "type": 0, "allow": "0", "deny": deny}]
    return filled
