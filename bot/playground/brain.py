"""The world of the local Discord: servers, channels, messages, interactions. The only module that touches simcord.

Knows no HTTP, no socket, no page: requests come in as `Call`, changes go out as gateway events and `News`.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

import discord
from simcord import intents, interactions
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.command_access import command_access
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Channel, Guild, Interaction, Message, Overwrite, User
from simcord.enums import OverwriteType
from simcord.http import client as _routes  # noqa: F401  # importing it registers every route
from simcord.http.router import RouteNotImplemented, UnsupportedField, dispatch

from bot.playground.saved import pack, unpack
from bot.playground.wire import Answer, Call, Impossible, Json, News, plain

ANSWER_SECONDS = 3.0  # Discord's limit for the first answer to an interaction
IN_DIRECT_MESSAGES = 442368  # app_permissions there: attach files, embed links, mention everyone, emojis
SHAPE = ("GUILD_", "CHANNEL_", "THREAD_")  # events after which the list of channels may look different
SAVED: dict[str, Any] = {
    "users": dict[int, User],
    "guilds": dict[int, Guild],
    "channels": dict[int, Channel],
    "messages": dict[int, dict[int, Message]],
    "dm_channels": dict[int, int],
    "interactions": dict[int, Interaction],
    "interaction_tokens": dict[str, int],
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
    ) -> Json:
        stored = super().store_attachment(attachment_id, channel_id, filename, b"", description)
        self._blobs.clear()
        self.fresh[str(attachment_id)] = data
        stored["url"] = stored["proxy_url"] = f"{self.base}/attachments/{channel_id}/{attachment_id}/{filename}"
        stored["size"] = len(data)
        if data.startswith(b"\x89PNG") and len(data) >= 24:
            stored["width"], stored["height"] = struct.unpack(">II", data[16:24])
        return stored


class _World(Backend):
    """simcord's backend with real time, which tells its changes, private messages included."""

    def __init__(self, tell: Callable[[News], None], base: str, seconds: float) -> None:
        super().__init__(clock=_RealClock())
        self.tell, self.seconds = tell, seconds
        self.files = self.cdn = _Cdn(base)
        self.bot_user.name = "Tessera"
        self.application_id = self.bot_user.id  # the same number, as for every application made since 2016

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        super().emit(event, payload)
        self.transcript.clear()  # a log for simcord's own tests; it would only grow
        if event.startswith(SHAPE):
            self.tell(News("world"))

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        stored = super().commit_message(message, broadcast=broadcast)
        self.tell(News("message", stored.channel_id, stored.id))
        return stored

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        stored = super().edit_message(channel_id, message_id, fields)
        self.tell(News("message", channel_id, message_id))
        return stored

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self.tell(News("gone", channel_id, message_id))

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:  # noqa: A002
        record = super().new_interaction(type, channel_id, user_id, guild_id)
        record.initial_response_deadline = self.iso_after(self.seconds)
        return record


class Brain:
    """One Discord with everything in it. Ids are whole numbers here and strings in every JSON, as in Discord."""

    def __init__(self, base: str = "http://127.0.0.1", seconds: float = ANSWER_SECONDS) -> None:
        """An empty world; attachments get addresses under `base`, a first answer is due after `seconds`."""
        self.listeners: list[Callable[[News], None]] = []
        self.locales: dict[int, str] = {}
        self.answers: Counter[int] = Counter()
        self.touched: dict[int, list[int]] = {}
        self._raised: dict[int, Json] = {}
        self._world = _World(self.tell, base, seconds)

    def tell(self, news: News) -> None:
        """Everybody who listens has heard `news`."""
        for listener in tuple(self.listeners):
            listener(news)

    # -- what is there

    @property
    def seconds(self) -> float:
        """How long a bot may take to a first answer."""
        return self._world.seconds

    @property
    def bot(self) -> Json:
        """The bot's user."""
        return self.user(self._world.bot_user.id)

    @property
    def bot_id(self) -> int:
        """The number of the bot's user and of its application."""
        return self._world.bot_user.id

    def user(self, user: int) -> Json:
        """A user's JSON, in the locale that the person chose."""
        found = dict(serializers.user_payload(self._world.users[user]))
        return {**found, "locale": self.locales.get(user, "en-US")}

    def people(self) -> list[int]:
        """Everybody who is no bot, oldest first."""
        return [one.id for one in self._world.users.values() if not one.bot]

    def guilds(self) -> list[int]:
        """All servers."""
        return list(self._world.guilds)

    def guild(self, guild: int) -> Json:
        """A server as the gateway sends it, all members included."""
        return dict(serializers.guild_create_payload(self._world, self._world.guilds[guild]))

    def channel(self, channel: int) -> Json:
        """A channel's or thread's JSON. Raises Impossible for one that is not there."""
        found = self._world.channels.get(channel)
        if found is None:
            raise Impossible("this channel is not there")
        shown: Json = plain(serializers.channel_payload(self._world, found))
        return shown

    def channels(self, guild: int, person: int) -> list[int]:
        """The channels and threads of a server that this person may see."""
        home = self._world.guilds[guild]
        return [one for one in (*home.channel_ids, *home.thread_ids) if self.sees(person, one)]

    def direct(self, person: int) -> int | None:
        """The channel of this person's direct messages with the bot, None before anybody opened it."""
        return self._world.dm_channels.get(person)

    def open_direct(self, person: int) -> int:
        """The same, now there in any case."""
        known = self.direct(person)
        channel = self._world.get_dm_channel(person).id
        if known is None:
            self.tell(News("world"))
        return channel

    def commands(self) -> list[Json]:
        """All registered commands."""
        return [one for scope in self._world.commands.values() for one in scope.values()]

    # -- who may what

    def sees(self, person: int, channel: int) -> bool:
        """Whether this person can open the channel."""
        return channel_accessible(self._world, channel, person)

    def may(self, user: int, channel: int, *permissions: str) -> bool:
        """Whether the user holds all these permissions there; direct messages give all of them."""
        guild = self._world.channels[channel].guild_id
        if guild is None:
            return True
        held = self._world.compute_permissions(guild, user, channel)
        return all(held & getattr(discord.Permissions, name).flag for name in permissions)

    def may_run(self, command: Json, person: int, channel: int) -> bool:
        """Whether Discord would offer this command to this person there."""
        return command_access(self._world, command, user_id=person, channel_id=channel).allowed

    def forbid(self, channel: int, user: int, permissions: Iterable[str]) -> None:
        """From now on the user lacks exactly these permissions in the channel, whatever its roles say."""
        names = discord.Permissions(**dict.fromkeys(permissions, True))
        self._world.set_overwrite(channel, Overwrite(user, OverwriteType.MEMBER, deny=names.value))

    def unarchive(self, thread: int) -> None:
        """The thread is open again, as after any message to it."""
        self._world.edit_channel(thread, {}, thread_metadata={"archived": False})

    # -- messages

    def message(self, channel: int, message: int) -> Json | None:
        """A message's JSON as a person sees it, `mentions` being those who were pinged; None if there is none."""
        found = self._world.messages.get(channel, {}).get(message)
        if found is None:
            return None
        shown: Json = plain(serializers.message_payload(self._world, found))
        shown["mentions"] = [plain(self.user(one)) for one in found.ping_user_ids if one in self._world.users]
        return shown

    def shown(self, channel: int, message: int, person: int) -> bool:
        """Whether the message is there and this person sees it: private ones only its addressee."""
        found = self._world.messages.get(channel, {}).get(message)
        return found is not None and message_accessible(self._world, channel, found, person)

    def history(self, channel: int, person: int) -> list[int]:
        """The messages of a channel that this person sees, oldest first."""
        return [one for one in sorted(self._world.messages.get(channel, {})) if self.shown(channel, one, person)]

    def say(self, channel: int, person: int, text: str) -> int:
        """A person's own message stands in the channel. Raises Impossible where the person may not write."""
        thread = self._world.channels[channel].is_thread if channel in self._world.channels else False
        if not self.sees(person, channel) or not self.may(
            person, channel, "send_messages_in_threads" if thread else "send_messages"
        ):
            raise Impossible("you may not write here")
        try:
            return self._world.create_message(channel, person, text).id
        except BackendError as why:
            raise Impossible(why.message) from why

    def remove(self, channel: int, message: int) -> None:
        """The message is gone."""
        self._world.delete_message(channel, message)

    def blob(self, attachment: str) -> bytes | None:
        """An attachment's bytes by its id."""
        return self._world.files.fresh.get(attachment) or self._world.files.older(attachment)

    # -- the bot's requests

    def listen(self, subscriber: Callable[[str, Mapping[str, Any]], None]) -> None:
        """`subscriber` gets every gateway event from now on."""
        self._world.subscribers.append(subscriber)

    def serve(self, call: Call) -> Answer:
        """What Discord answers to one request; the world has changed accordingly, or not at all."""
        try:
            body = dispatch(
                self._world, call.method, call.path,
                json=call.body, params=call.query, files=list(call.files), reason=call.reason,
            )  # fmt: skip
        except (RouteNotImplemented, UnsupportedField) as gap:
            return Answer(501, {"code": 0, "message": gap.message})
        except BackendError as no:
            return Answer(no.status, no.to_json())
        except (AttributeError, KeyError, TypeError, ValueError) as why:
            return Answer(400, {"code": 50035, "message": f"Invalid Form Body: {type(why).__name__} {why}"})
        finally:
            self._world.http_requests.clear()
        return Answer(204) if body is None else Answer(200, plain(body))

    def deliverable(self, event: str, payload: Mapping[str, Any], declared: int) -> Json | None:
        """The event as a bot with these intents gets it; None if it gets nothing."""
        gate = intents.required_intent(event, payload)
        if gate is not None and not declared & getattr(discord.Intents, gate).flag:
            return None
        shaped: Json = plain(dict(payload))
        if event.startswith("MESSAGE_") and not declared & discord.Intents.message_content.flag:
            intents.censor_message(shaped, self.bot_id, backend=self._world)
        if event == "GUILD_CREATE":
            shaped["members"] = [one for one in shaped["members"] if one["user"]["id"] == str(self.bot_id)]
        return shaped

    # -- interactions

    def interaction(self, interaction: int) -> Interaction | None:
        """What became of an interaction, None if there is none of that number."""
        return self._world.interactions.get(interaction)

    def interaction_of(self, token: str) -> int | None:
        """The number of the interaction with this token."""
        return self._world.interaction_tokens.get(token)

    def start(self, kind: int, person: int, channel: int, body: Json, source: Json | None = None) -> int:
        """The bot has been told that a person did something; `source` is the message it was done on. Its number."""
        world = self._world
        record, payload = interactions.base_payload(
            world, type=kind, channel_id=channel, guild_id=world.channels[channel].guild_id, user_id=person, data=body
        )
        guild = payload.get("guild_id")
        payload |= {"locale": self.locales.get(person, "en-US"), "attachment_size_limit": 10 * 1024 * 1024}
        payload["authorizing_integration_owners"] = {"0": guild or "0"}
        if guild is None:
            payload["app_permissions"] = str(IN_DIRECT_MESSAGES)
        if source is not None:
            payload["message"] = source
            record.source_message_id = int(source["id"])
        self._raised[record.id] = plain(payload)
        self.tell(News("asked", channel, record.id))
        world.emit("INTERACTION_CREATE", self._raised[record.id])
        return record.id

    def state(self, interaction: int) -> Literal["waiting", "thinking", "done", "failed"]:
        """How far the bot is with an interaction: no answer yet, thinking, answered, or too late for a first answer."""
        record = self._world.interactions[interaction]
        if record.responded:
            return "thinking" if record.loading else "done"
        late = self._world.now_iso() >= (record.initial_response_deadline or "")
        return "failed" if late else "waiting"

    def repeat(self, interaction: int) -> None:
        """The same interaction reaches the bot once more, as after a resumed connection."""
        self._world.emit("INTERACTION_CREATE", self._raised[interaction])

    def checked(self, command: str, option: Json, value: Any) -> Any:
        """The value, if Discord's client would accept it for this option. Raises Impossible."""
        try:
            return interactions.validate_option_value(command, option, value)
        except SetupError as why:
            raise Impossible(str(why)) from why

    def resolved(self, kind: str, channel: int, found: int) -> Json | None:
        """The JSON of `users`, `members`, `roles` or `channels` with that number, as seen from the channel."""
        guild = self._world.guilds.get(self._world.channels[channel].guild_id or 0)
        if kind == "users":
            return self.user(found) if found in self._world.users else None
        if guild is None:
            return None
        if kind == "members" and found in guild.members:
            return dict(serializers.member_payload(self._world, guild, guild.members[found], with_user=False))
        if kind == "roles" and found in guild.roles:
            return dict(serializers.role_payload(guild.roles[found]))
        if kind == "channels" and found in (*guild.channel_ids, *guild.thread_ids):
            return {**self.channel(found), "permissions": str(discord.Permissions.all().value)}
        return None

    # -- founding and saving

    def found_person(self, name: str) -> int:
        """A new person of that name; the number."""
        return self._world.make_user(name.lower(), global_name=name).id

    def found_guild(self, name: str, owner: int, members: Iterable[int], permissions: Iterable[str]) -> int:
        """A new server where the bot holds exactly these permissions beside what everybody may; the number."""
        guild = self._world.create_guild(name, owner_id=owner)
        for one in members:
            self._world.add_member(guild.id, one)
        granted = discord.Permissions(**dict.fromkeys(permissions, True))
        for role in guild.roles.values():
            if role.managed:
                role.permissions = granted.value
        return guild.id

    def found_channel(self, guild: int, name: str, topic: str) -> int:
        """A new text channel; the number."""
        return self._world.create_channel(guild, name, topic=topic).id

    def snapshot(self) -> Json:
        """Everything that outlives the process, attachments excepted, as JSON material."""
        world = self._world
        saved = {name: pack(getattr(world, name)) for name in SAVED}
        commands = [{"scope": scope, "command": one} for scope, all_ in world.commands.items() for one in all_.values()]
        return {
            **saved, "commands": pack(commands), "bot": world.bot_user.id,
            "locales": pack(self.locales), "base": world.files.base,
        }  # fmt: skip

    def restore(self, saved: Json) -> None:
        """The world is as it was when `saved` was made; attachments have moved to this world's address."""
        world = self._world
        moved = _moved(saved, f"{saved['base']}/attachments/", f"{world.files.base}/attachments/")
        for name, kind in SAVED.items():
            setattr(world, name, unpack(kind, moved[name]))
        world.bot_user = world.users[moved["bot"]]
        world.application_id = world.bot_user.id
        self.locales = unpack(dict[int, str], moved["locales"])
        world.commands.clear()
        for one in moved["commands"]:
            command = one["command"]
            world.commands.setdefault(one["scope"], {})[(command["name"], command["type"])] = command

    def fresh_blobs(self) -> dict[str, bytes]:
        """Attachments that only memory holds, by id."""
        return dict(self._world.files.fresh)

    def forget_blobs(self, names: Iterable[str], older: Callable[[str], bytes | None]) -> None:
        """These attachments leave memory; `older` finds them from now on."""
        self._world.files.older = older
        for name in names:
            self._world.files.fresh.pop(name, None)

    def attachments(self) -> set[str]:
        """The ids of all attachments that some message holds."""
        stored = (one for channel in self._world.messages.values() for one in channel.values())
        return {str(file["id"]) for message in stored for file in message.attachments}


def _moved(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return value.replace(old, new) if old in value else value
    if isinstance(value, list):
        return [_moved(one, old, new) for one in value]
    if isinstance(value, dict):
        return {key: _moved(one, old, new) for key, one in value.items()}
    return value
