"""One simulated Discord as the other parts use it: its contents, who sees what, what happened.

Independent of HTTP, sockets and pages: requests come in as `Call`, changes go out as gateway events and `News`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import discord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.access import message_accessible
from simcord.backend.command_access import command_access
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType

from bot.playground.protocol import Impossible, News, WireObject, json_copy
from bot.playground.world import World, finish_message
from bot.playground.world_file import pack, unpack

ANSWER_SECONDS = 3.0  # Discord's limit for the first answer to an interaction [D6.8]
FILE_BYTES = 10 * 1024 * 1024
# app_permissions in direct messages: attach files, embed links, mention everyone, emojis [D6.20]
DIRECT_MESSAGE_PERMISSIONS = 442368
MAX_REPEATABLE_INTERACTIONS = 1000  # interactions that can still be delivered a second time


class Simulation:
    """The interface to a world. Ids are integers here and strings in every JSON, as in Discord."""

    def __init__(self, base: str = "http://127.0.0.1", seconds: float = ANSWER_SECONDS) -> None:
        """Create an empty world; attachments get addresses under `base`, a first answer is due after `seconds`."""
        self.listeners: list[Callable[[News], None]] = []
        self.locales: dict[int, str] = {}
        self.personal: set[int] = set()  # servers that the bot has not joined, where people use it for themselves
        self.answer_counts: Counter[int] = Counter()
        self.touched_messages: dict[int, list[int]] = {}
        self.payloads: dict[int, WireObject] = {}
        self.seconds = seconds  # time for a first answer; may be changed for later interactions
        self._world = World(self.publish, base, lambda: self.seconds)
        self.guild = self._world.guild_json
        self.sees = self._world.accessible
        self.describe_answer = self._world.describe_answer
        self.serve = self._world.serve
        self.listen = self._world.subscribers.append  # adds a listener of all later gateway events
        self.remove = self._world.delete_message
        self.admit = self._world.add_member
        self.expel = self._world.remove_member
        self.appoint = self._world.add_member_role
        self.dismiss_from = self._world.remove_member_role
        self.leave_thread = self._world.remove_thread_member
        self.close_channel = self._world.delete_channel

    def publish(self, news: News) -> None:
        """Pass `news` to all listeners."""
        for listener in tuple(self.listeners):
            listener(news)

    # -- contents

    @property
    def bot(self) -> WireObject:
        """The bot's user."""
        return self.user(self.bot_id)

    @property
    def bot_id(self) -> int:
        """The id of the bot's user and of its application."""
        return self._world.bot_user.id

    def user(self, user: int) -> WireObject:
        """A user's JSON, with the locale that the person chose."""
        return {**self._world.user_json(user), "locale": self.locales.get(user, "en-US")}

    def people(self) -> list[int]:
        """Everybody but bots, oldest first."""
        return [user.id for user in self._world.users.values() if not user.bot]

    def guilds(self) -> list[int]:
        """All servers."""
        return list(self._world.guilds)

    def joined_guilds(self) -> list[int]:
        """The servers that the bot has joined."""
        return [guild for guild in self.guilds() if self._world.has_bot(guild)]

    def memberships(self) -> list[WireObject]:
        """The bot's servers in brief, each with the bot's permissions, as Discord lists them [D1.2]."""
        return [
            {
                "id": str(guild), "name": self.guild(guild)["name"], "icon": None, "owner": False, "features": [],
                "permissions": str(self._world.compute_permissions(guild, self.bot_id)),
            }
            for guild in self.joined_guilds()
        ]  # fmt: skip

    def channel(self, channel: int) -> WireObject:
        """A channel's or thread's JSON. Raises Impossible if there is none."""
        if not self.has_channel(channel):
            raise Impossible("this channel is not there")
        return self._world.channel_json(channel)

    def has_channel(self, channel: int) -> bool:
        """Whether there is a channel or thread with that id."""
        return channel in self._world.channels

    def channels(self, guild: int, person: int) -> list[int]:
        """The channels and threads of a server that this person may see."""
        home = self._world.guilds[guild]
        return [channel for channel in (*home.channel_ids, *home.thread_ids) if self.sees(person, channel)]

    def direct_channel(self, person: int) -> int | None:
        """The channel of this person's direct messages with the bot, None before it was opened."""
        return self._world.dm_channels.get(person)

    def open_direct(self, person: int) -> int:
        """Return that channel, and open it if necessary."""
        known = self.direct_channel(person)
        channel = self._world.get_dm_channel(person).id
        if known is None:
            self.publish(News("world"))
        return channel

    def commands(self) -> list[WireObject]:
        """All registered commands."""
        return [command for scope in self._world.commands.values() for command in scope.values()]

    def emojis(self) -> set[str]:
        """The names of the application's own emojis."""
        return {emoji.name for emoji in self._world.application_emojis.values()}

    def keep_emoji(self, emoji: str, image: bytes) -> None:
        """Store the image of the emoji."""
        self._world.files.fresh[emoji] = image

    # -- permissions

    def has_permissions(self, user: int, channel: int, *permissions: str) -> bool:
        """Whether the user has all these permissions in the channel; direct messages grant all of them."""
        guild = self._world.channels[channel].guild_id
        if guild is None:
            return True
        held = self._world.compute_permissions(guild, user, channel)
        return all(held & getattr(discord.Permissions, name).flag for name in permissions)

    def may_run(self, command: WireObject, person: int, channel: int) -> bool:
        """Whether Discord offers this command to this person in the channel [D5.4]."""
        guild = self._world.channels[channel].guild_id
        there = guild is None or guild in self.personal or self._world.has_bot(guild)
        return there and command_access(self._world, command, user_id=person, channel_id=channel).allowed

    def forbid(self, channel: int, user: int, permissions: Iterable[str]) -> None:
        """Deny the user exactly these permissions in the channel, whatever the user's roles grant."""
        lacking = discord.Permissions(**dict.fromkeys(permissions, True))
        self._world.set_overwrite(channel, Overwrite(user, OverwriteType.MEMBER, deny=lacking.value))

    def let_in(self, channel: int, role: int) -> None:
        """Let people with the role see the channel."""
        view = discord.Permissions.view_channel.flag
        self._world.set_overwrite(channel, Overwrite(role, OverwriteType.ROLE, allow=view))

    def change_thread(self, thread: int, **changes: Any) -> WireObject:
        """Rename, archive, reopen or lock the thread; return its JSON."""
        name = {"name": changes.pop("name")} if "name" in changes else {}
        self._world.edit_channel(thread, name, thread_metadata=changes)
        return self.channel(thread)

    # -- messages

    def message(self, channel: int, message: int) -> WireObject | None:
        """A message's JSON as a person sees it, `mentions` being those who were pinged; None if there is none."""
        found = self._world.messages.get(channel, {}).get(message)
        return None if found is None else self.describe_message(found)

    def describe_message(self, found: Message) -> WireObject:
        """The JSON of a message as a person sees it; the message may have been deleted."""
        pinged = [self.user(user) for user in found.ping_user_ids if user in self._world.users]
        # A copy, which edits do not change.
        shaped = finish_message(json_copy(serializers.message_payload(self._world, found)))
        return {**shaped, "mentions": pinged}

    def is_visible(self, channel: int, message: int, person: int) -> bool:
        """Whether the message exists and this person sees it; a private one only its addressee [D6.16]."""
        found = self._world.messages.get(channel, {}).get(message)
        return found is not None and message_accessible(self._world, channel, found, person)

    def history(self, channel: int, person: int) -> list[int]:
        """The messages of a channel that this person sees, oldest first."""
        numbers = sorted(self._world.messages.get(channel, {}))
        return [number for number in numbers if self.is_visible(channel, number, person)]

    def say(self, channel: int, person: int, text: str) -> int:
        """Send a message by the person; return its number. Raises Impossible if the person may not."""
        if not self.sees(person, channel):
            raise Impossible("this channel is not there")
        thread = self._world.channels[channel].is_thread
        if not self.has_permissions(person, channel, "send_messages_in_threads" if thread else "send_messages"):
            raise Impossible("you may not write here")
        try:
            return self._world.create_message(channel, person, text).id
        except BackendError as error:
            raise Impossible(error.message) from error

    # -- the bot

    def event_for_bot(self, event: str, payload: Mapping[str, Any], declared: int) -> WireObject | None:
        """The event as a bot with these intents gets it; None if it does not."""
        guild = int(payload.get("guild_id") or 0)
        away = guild in self._world.guilds and guild not in self.personal and not self._world.has_bot(guild)
        return None if away else self._world.event_for_bot(event, payload, declared)

    # -- interactions

    def interaction(self, interaction: int) -> Any:
        """The record of an interaction in simcord, None if there is none with that number."""
        return self._world.interactions.get(interaction)

    def interaction_of(self, token: str) -> int | None:
        """The number of the interaction with this token."""
        return self._world.interaction_tokens.get(token)

    def is_valid_token(self, token: str) -> bool:
        """Whether the token belongs to an interaction and is less than 15 minutes old [D6.10]."""
        record = self.interaction(self.interaction_of(token) or 0)
        return record is not None and self._world.now_iso() < record.expires_at

    def start_interaction(
        self, kind: int, person: int, channel: int, body: WireObject, source: WireObject | None = None
    ) -> int:
        """Send the bot an interaction of this person; `source`: the message it was done on. Return its number."""
        home = self._world.channels[channel].guild_id
        record, payload = interactions.base_payload(
            self._world, type=kind, channel_id=channel, guild_id=home, user_id=person, data=body
        )
        guild = payload.get("guild_id")
        payload |= {"locale": self.locales.get(person, "en-US"), "attachment_size_limit": FILE_BYTES}
        personal = int(guild or 0) in self.personal
        payload["authorizing_integration_owners"] = {"1": str(person)} if personal else {"0": guild or "0"}
        if guild is None:
            payload["app_permissions"] = str(DIRECT_MESSAGE_PERMISSIONS)
        if source is not None:
            payload["message"] = self._world.describe_answer(source)
            record.source_message_id = int(source["id"])
        self.payloads[record.id] = json_copy(payload)
        if len(self.payloads) > MAX_REPEATABLE_INTERACTIONS:
            del self.payloads[next(iter(self.payloads))]
        self.publish(News("asked", channel, record.id))
        self.deliver_interaction(record.id)
        return record.id

    def deliver_interaction(self, interaction: int) -> None:
        """Send the interaction to the bot, perhaps again, as after a resumed connection [D1.11]."""
        self._world.emit("INTERACTION_CREATE", self.payloads[interaction])

    def interaction_state(self, interaction: int) -> Literal["waiting", "thinking", "done", "failed"]:
        """The state of an interaction: no answer yet, thinking, answered, or too late for a first answer."""
        record = self._world.interactions[interaction]
        if record.responded:
            return "thinking" if record.loading else "done"
        late = self._world.now_iso() >= (record.initial_response_deadline or "")
        return "failed" if late else "waiting"

    def check_option(self, command: str, option: WireObject, value: Any) -> Any:
        """Return the value as the bot gets it. Raises Impossible if a client would refuse it for this option."""
        try:
            return interactions.validate_option_value(command, option, value)
        except SetupError as error:
            raise Impossible(str(error)) from error

    def resolve(self, kind: str, channel: int, found: int) -> WireObject | None:
        """The JSON of one of the `users`, `members`, `roles` or `channels` by its id, as seen from the channel."""
        guild = self._world.guilds.get(self._world.channels[channel].guild_id or 0)
        if kind == "users":
            return self._world.user_json(found) if found in self._world.users else None
        if guild is None:
            return None
        if kind == "members" and found in guild.members:
            return dict(serializers.member_payload(self._world, guild, guild.members[found], with_user=False))
        if kind == "roles" and found in guild.roles:
            return dict(serializers.role_payload(guild.roles[found]))
        if kind == "channels" and found in (*guild.channel_ids, *guild.thread_ids):
            return {**self._world.channel_json(found), "permissions": str(discord.Permissions.all().value)}
        return None

    def upload(self, channel: int, name: str, content: bytes) -> WireObject:
        """Store a file that somebody gives to a command; return its JSON. No message contains it."""
        return self._world.files.store_attachment(self._world.snowflake(), channel, name, content, None)

    # -- building and saving

    def add_person(self, name: str) -> int:
        """Add a person of that name; return the number."""
        return self._world.make_user(name.lower(), global_name=name).id

    def ban(self, guild: int, person: int) -> None:
        """Ban the person from the server."""
        self._world.apply_ban(guild, person, None)

    def dismiss(self, guild: int) -> None:
        """Remove the bot from the server; it is notified, and gets no later events. Raises Impossible."""
        if not self._world.has_bot(guild):
            raise Impossible("the bot is not on this server")
        self._world.remove_member(guild, self.bot_id)
        self._world.emit("GUILD_DELETE", {"id": str(guild)})

    def invite(self, guild: int) -> None:
        """Add the bot to the server again, with its former permissions. Raises Impossible."""
        if self._world.has_bot(guild):
            raise Impossible("the bot is on this server already")
        roles = [role.id for role in self._world.guilds[guild].roles.values() if role.managed]
        self._world.add_member(guild, self.bot_id, roles=roles)
        self._world.emit("GUILD_CREATE", self.guild(guild))

    def add_role(self, guild: int, name: str) -> int:
        """Add a role without permissions; return its number."""
        return self._world.create_role(guild, name).id

    def show_to(self, channel: int, role: int) -> None:
        """Hide the channel from everybody but people with this role."""
        view = discord.Permissions.view_channel.flag
        everyone = self._world.channels[channel].guild_id or 0
        only = [Overwrite(everyone, OverwriteType.ROLE, deny=view), Overwrite(role, OverwriteType.ROLE, allow=view)]
        self._world.edit_channel(channel, {}, overwrites=only)

    def add_thread(self, channel: int, name: str, only: Iterable[int] = ()) -> int:
        """Add a thread of the channel, opened by the bot; return its number. `only`: who sees it, if not everybody."""
        members = tuple(only)
        kind = discord.ChannelType.private_thread if members else discord.ChannelType.public_thread
        thread = self._world.create_thread(channel, name, self.bot_id, type=kind.value)
        for person in members:
            self._world.add_thread_member(thread.id, person)
        return thread.id

    def add_guild(self, name: str, owner: int, members: Iterable[int], permissions: Iterable[str]) -> int:
        """Add a server; the bot has exactly these permissions in addition to everybody's. Return its number."""
        guild = self._world.create_guild(name, owner_id=owner)
        for person in members:
            self._world.add_member(guild.id, person)
        granted = discord.Permissions(**dict.fromkeys(permissions, True))
        for role in guild.roles.values():
            if role.managed:
                role.permissions = granted.value
        return guild.id

    def add_channel(self, guild: int, name: str, topic: str, kind: int = 0, category: int | None = None) -> int:
        """Add a channel of that kind, by default a text channel, in that category; return its number."""
        return self._world.create_channel(guild, name, type=kind, topic=topic, parent_id=category).id

    def snapshot(self) -> WireObject:
        """Return everything that outlives the process, except attachments, as JSON."""
        return {**self._world.snapshot(), "locales": pack(self.locales)}

    def restore(self, saved: WireObject) -> None:
        """Restore a snapshot; the addresses of attachments become this world's."""
        self._world.restore(saved)
        self.locales = unpack(dict[int, str], saved["locales"])

    def blob(self, attachment: str) -> bytes | None:
        """An attachment's bytes by its id."""
        fresh = self._world.files.fresh
        return fresh[attachment] if attachment in fresh else self._world.files.older(attachment)

    def fresh_blobs(self) -> dict[str, bytes]:
        """Attachments that are only in memory, by id."""
        return dict(self._world.files.fresh)

    def forget_blobs(self, names: Iterable[str], older: Callable[[str], bytes | None]) -> None:
        """Remove these attachments from memory; `older` finds them from now on."""
        self._world.files.older = older
        for name in names:
            self._world.files.fresh.pop(name, None)

    def attachments(self) -> set[str]:
        """The ids of all attachments of messages, and of all emojis."""
        stored = (message for channel in self._world.messages.values() for message in channel.values())
        found = {str(file["id"]) for message in stored for file in message.attachments}
        return found | set(map(str, self._world.application_emojis))
