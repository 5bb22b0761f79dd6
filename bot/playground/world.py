"""simcord's backend as a world with real time; describes its messages as Discord does.

Independent of HTTP, sockets, pages and the actions of people; other modules use it through `Simulation`.
"""

import json
import re
import struct
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import discord
from simcord import intents
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Guild, GuildEmoji, Interaction, Message, User
from simcord.enums import OverwriteType
from simcord.http import client as _routes  # noqa: F401  # importing it registers every route
from simcord.http.router import RouteNotImplemented, UnsupportedField, dispatch

from bot.playground.protocol import Call, News, RestAnswer, WireObject, all_components, json_copy
from bot.playground.world_file import pack, unpack

SHAPE_EVENTS = ("GUILD_", "CHANNEL_", "THREAD_")  # events that may change the list of channels
ACCESS_EVENTS = ("CHANNEL_", "GUILD_ROLE_", "GUILD_MEMBER_UPDATE")  # events that may change which channels the bot sees
# Discord sends these fields of a channel that the bot may not view, omits those below, and sends null for all others.
HIDDEN_CHANNEL_FIELDS = frozenset(("id", "type", "position", "guild_id"))
OMITTED_CHANNEL_FIELDS = frozenset(("bitrate", "user_limit"))
CATEGORY = 4  # a kind of channel
MESSAGE_FIELDS = {"components", "attachments", "channel_id"}  # fields that only a message has
GUILD_CHANNELS_PATH = re.compile(r"/guilds/\d+/channels")  # the path of the list of channels
SAVED_FIELDS: dict[str, Any] = {
    "users": dict[int, User],
    "guilds": dict[int, Guild],
    "channels": dict[int, Channel],
    "messages": dict[int, dict[int, Message]],
    "dm_channels": dict[int, int],
    "interactions": dict[int, Interaction],
    "interaction_tokens": dict[str, int],
    "application_emojis": dict[int, GuildEmoji],
}


class _RealClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)


class _Cdn(CdnStore):
    """Attachments by id, with addresses that a browser can open; `older` finds those not in memory."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.base = base
        self.fresh: dict[str, bytes] = {}
        self.older: Callable[[str], bytes | None] = lambda _: None

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> WireObject:
        stored = super().store_attachment(attachment_id, channel_id, filename, b"", description)
        self._blobs.clear()
        self.fresh[str(attachment_id)] = data
        stored["url"] = stored["proxy_url"] = f"{self.base}/attachments/{channel_id}/{attachment_id}/{filename}"
        stored["size"] = len(data)
        if data.startswith(b"\x89PNG") and len(data) >= 24:
            stored["width"], stored["height"] = struct.unpack(">II", data[16:24])
        return stored


class World(Backend):
    """Users, servers, channels, messages, interactions. Publishes changes, also of private messages."""

    def __init__(self, publish: Callable[[News], None], base: str, seconds: Callable[[], float]) -> None:
        """Attachments get addresses under `base`; a first answer to an interaction is due after `seconds`."""
        super().__init__(clock=_RealClock())
        self.publish, self.seconds = publish, seconds
        self.files = self.cdn = _Cdn(base)
        self.bot_user.name = "Tessera"
        self.application_id = self.bot_user.id  # [D1.1]
        self._hidden: set[int] = set()  # channels that were hidden in the last update to the bot

    # -- publishing changes

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send the gateway event to every subscriber."""
        super().emit(event, payload)
        self.transcript.clear()  # a log for simcord's own tests that would only grow
        if event.startswith(SHAPE_EVENTS):
            self.publish(News("world"))
        if event.startswith(ACCESS_EVENTS):
            # Send the bot channels that it may view again [D1.19] after its roles or a channel of a category changed.
            guild = int(payload.get("guild_id") or 0)
            told_channel = int(payload["id"]) if "id" in payload else None
            own_channels = set(self.guilds[guild].channel_ids) if guild in self.guilds else set()
            changed = (
                own_channels
                if told_channel is None
                else own_channels
                & {told_channel, self.channels[told_channel].parent_id if told_channel in own_channels else None}
            )
            hidden = {channel for channel in changed if not self._is_viewable(channel)}
            again = changed & self._hidden - hidden - {told_channel}
            self._hidden = self._hidden - changed | hidden
            for channel in sorted(again):
                self.announce_channel_update(channel)

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        """Store and publish the message."""
        stored = super().commit_message(message, broadcast=broadcast)
        self.publish(News("message", stored.channel_id, stored.id))
        return stored

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        """Store and publish the edited message."""
        stored = super().edit_message(channel_id, message_id, fields)
        self.publish(News("message", channel_id, message_id))
        return stored

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete the message; after a deleted thinking message the next answer is a new message [D6.19]."""
        super().delete_message(channel_id, message_id)
        for record in self.interactions.values():
            if record.loading and record.message_id == message_id:
                record.complete_deferred()
        self.publish(News("gone", channel_id, message_id))

    def create_thread(
        self, parent_id: int, name: str, owner_id: int, *,
        message_id: int | None = None, broadcast: bool = True, **rest: Any,
    ) -> Channel:  # fmt: skip
        """Create a thread. It leaves a note in the channel [D3.9] unless it starts from a message [D3.3]."""
        noted = broadcast and message_id is None
        thread = super().create_thread(parent_id, name, owner_id, message_id=message_id, broadcast=noted, **rest)
        if broadcast and not noted:
            self.announce_thread_create(thread)
        return thread

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:  # noqa: A002
        """Return a new interaction with this world's own time limit."""
        record = super().new_interaction(type, channel_id, user_id, guild_id)
        record.initial_response_deadline = self.iso_after(self.seconds())
        return record

    # -- shapes

    def user_json(self, user: int) -> WireObject:
        """A user as Discord sends it."""
        return dict(serializers.user_payload(self.users[user]))

    def guild_json(self, guild: int) -> WireObject:
        """A server as GUILD_CREATE has it, all members included."""
        return dict(serializers.guild_create_payload(self, self.guilds[guild]))

    def channel_json(self, channel: int) -> WireObject:
        """A channel or thread."""
        shown: WireObject = json_copy(serializers.channel_payload(self, self.channels[channel]))
        return shown

    def _obfuscate(self, channel: WireObject) -> WireObject:
        """Return the channel as the gateway shows it to the bot: complete only if the bot may view it [D1.18]."""
        if self._is_viewable(int(channel["id"])):
            return channel
        kept = {
            key: value if key in HIDDEN_CHANNEL_FIELDS else None
            for key, value in channel.items()
            if key not in OMITTED_CHANNEL_FIELDS
        }
        guild = self.channels[int(channel["id"])].guild_id
        deny = str(discord.Permissions.view_channel.flag)
        overwrites = [{"id": str(guild), "type": OverwriteType.ROLE, "allow": "0", "deny": deny}]
        return {**kept, "name": "___hidden___", "flags": 1 << 17, "permission_overwrites": overwrites}

    def _is_viewable(self, channel: int) -> bool:
        """Whether the bot may view the channel; a category if it may view any channel in it."""
        found = self.channels.get(channel)
        if found is None or found.guild_id is None or not self.has_bot(found.guild_id):
            return True  # deleted, or not in a server of the bot
        every = self.guilds[found.guild_id].channel_ids if found.type == CATEGORY else ()
        inside = (inner_channel for inner_channel in every if self.channels[inner_channel].parent_id == channel)
        return self.accessible(self.bot_user.id, channel) or any(map(self._is_viewable, inside))

    def describe_answer(self, body: Any) -> Any:
        """Return the body of an answer, with every message as the bot gets it."""
        return self._describe_body(json_copy(body))

    def _describe_body(self, body: Any) -> Any:
        if isinstance(body, list):
            return [self._describe_body(value) for value in body]
        if not isinstance(body, dict):
            return body
        held = {key for key, value in body.items() if isinstance(value, (dict, list)) and key != "components"}
        inner = {key: self._describe_body(value) if key in held else value for key, value in body.items()}
        if not inner.keys() >= MESSAGE_FIELDS:
            return inner
        message = finish_message(inner)
        # Omits files that embeds or components show [D2.4], and mentioned people who were not pinged [D2.5].
        shown = json.dumps([message["embeds"], message["components"]])
        files = [file for file in message["attachments"] if json.dumps(file["url"]) not in shown]
        found = self.messages.get(int(message["channel_id"]), {}).get(int(message["id"]))
        pinged = found.ping_user_ids if found is not None else []
        mentions = [user for user in message["mentions"] if int(user["id"]) in pinged]
        return {**message, "attachments": files, "mentions": mentions}

    # -- the bot's servers

    def has_bot(self, guild: int) -> bool:
        """Whether the bot is a member of the server."""
        return self.bot_user.id in self.guilds[guild].members

    # -- permissions

    def accessible(self, person: int, channel: int) -> bool:
        """Whether the person can open the channel."""
        return channel_accessible(self, channel, person)

    # -- requests and events of the bot

    def serve(self, call: Call) -> RestAnswer:
        """Answer one request like Discord, and change the world accordingly, or not at all."""
        try:
            body = dispatch(
                self, call.method, call.path,
                json=call.body, params=call.query, files=list(call.files), reason=call.reason,
            )  # fmt: skip
        except (RouteNotImplemented, UnsupportedField) as error:
            return RestAnswer(501, {"code": 0, "message": error.message})
        except BackendError as error:
            return RestAnswer(error.status, error.to_json())
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            return RestAnswer(400, {"code": 50035, "message": f"Invalid Form Body: {type(error).__name__} {error}"})
        finally:
            self.http_requests.clear()
        if call.method == "GET" and GUILD_CHANNELS_PATH.fullmatch(call.path):
            body = [channel for channel in body if self._is_viewable(int(channel["id"]))]  # [D1.18]
        return RestAnswer(204) if body is None else RestAnswer(200, self.describe_answer(body))

    def event_for_bot(self, event: str, payload: Mapping[str, Any], declared: int) -> WireObject | None:
        """The event as a bot with these intents gets it; None if it does not."""
        is_own = event == "GUILD_MEMBER_UPDATE" and payload["user"]["id"] == str(self.bot_user.id)
        gate = None if is_own else intents.required_intent(event, payload)
        if gate is not None and not declared & getattr(discord.Intents, gate).flag:
            return None
        shaped: WireObject = json_copy(dict(payload))
        if event.startswith("MESSAGE_") and not declared & discord.Intents.message_content.flag:
            intents.censor_message(shaped, self.bot_user.id, backend=self)
        if event == "GUILD_CREATE":
            shaped["members"] = [
                member for member in shaped["members"] if member["user"]["id"] == str(self.bot_user.id)
            ]
            self._hidden |= {
                int(channel["id"]) for channel in shaped["channels"] if not self._is_viewable(int(channel["id"]))
            }
        if event in ("GUILD_CREATE", "GUILD_UPDATE"):
            shaped["channels"] = [self._obfuscate(channel) for channel in shaped["channels"]]
        return self._obfuscate(shaped) if event in ("CHANNEL_CREATE", "CHANNEL_UPDATE") else shaped

    # -- on disk

    def snapshot(self) -> WireObject:
        """Return everything that outlives the process, except attachments, as JSON."""
        now = self.now_iso()
        for record in [old for old in self.interactions.values() if (old.expires_at or "") < now]:
            del self.interactions[record.id], self.interaction_tokens[record.token]
        saved = {name: pack(getattr(self, name)) for name in SAVED_FIELDS}
        commands = [
            {"scope": scope, "command": command} for scope, all_ in self.commands.items() for command in all_.values()
        ]
        return {**saved, "commands": pack(commands), "bot": self.bot_user.id, "base": self.files.base}

    def restore(self, saved: WireObject) -> None:
        """Restore a snapshot; the addresses of attachments become this world's."""
        there = replace_text(saved, f"{saved['base']}/attachments/", f"{self.files.base}/attachments/")
        for name, kind in SAVED_FIELDS.items():
            setattr(self, name, unpack(kind, there.get(name, {})))  # older worlds have no emojis
        self.bot_user = self.users[there["bot"]]
        self.application_id = self.bot_user.id
        self.commands.clear()
        for saved_command in there["commands"]:
            command = saved_command["command"]
            self.commands.setdefault(saved_command["scope"], {})[(command["name"], command["type"])] = command


def finish_message(message: WireObject) -> WireObject:
    """Fill in the addresses of files in its embeds, and make the ids in its components strings."""
    for file in message["attachments"]:
        message["embeds"] = replace_text(message["embeds"], f"attachment://{file['filename']}", file["url"])
    for part in all_components(message["components"]):  # the library sends numbers, too large for JavaScript
        chosen = [option.get("emoji") for option in part.get("options") or ()]
        for item in [*(part.get("default_values") or ()), part.get("emoji"), *chosen]:
            if item and item.get("id"):
                item["id"] = str(item["id"])
    return message


def replace_text(value: Any, old: str, new: str) -> Any:
    """Return the value with `old` replaced by `new` in all its strings."""
    if isinstance(value, str):
        return value.replace(old, new) if old in value else value
    if isinstance(value, list):
        return [replace_text(item, old, new) for item in value]
    if isinstance(value, dict):
        return {key: replace_text(item, old, new) for key, item in value.items()}
    return value
