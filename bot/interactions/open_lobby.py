"""Opens lobbies: from `/play`, or from a person's context menu, which asks for the game first. Independent of rules."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.discord_api.caller import asker_of, is_this_bot, may_open_thread, require_may_open, require_permissions
from bot.discord_api.rate_limit import RateLimiter
from bot.discord_api.reply import Reply
from bot.logic.lobby import LobbyPreset
from bot.model.errors import Refusal
from bot.model.lobby_options import PLAYABLE_GAMES, initial_terms
from bot.model.people import Location, Person, label
from bot.model.preferences import HOST_DECIDES, ServerSettings
from bot.model.room import Room
from bot.screens import lobby as lobby_screen
from bot.screens import lobby_options as lobby_options_screen
from bot.services.lobby_options import LobbyOptions
from bot.services.rooms import Rooms
from bot.services.servers import Servers


@dataclass(frozen=True)
class LobbyRequest:
    """The arguments of /play."""

    game: str  # the key of the game
    guest: discord.abc.User | None = None  # the invited person, None for nobody
    thread: bool | None = None  # whether in a thread, None for the default of the server
    robot: str | None = None  # level of the robot against which the game starts at once, None for an open lobby


class LobbyOpener:
    """Opens lobbies after checking permissions and the rate limit."""

    def __init__(self, rooms: Rooms, lobbies: LobbyOptions, servers: Servers, limiter: RateLimiter) -> None:
        self._rooms = rooms
        self._lobbies = lobbies
        self._servers = servers
        self._limiter = limiter

    async def play(self, reply: Reply, request: LobbyRequest) -> None:
        """Open a lobby here and show it; if a robot was chosen and nobody was invited, start the game at once.

        Raises Refusal as `open` does.
        """
        asker = asker_of(reply.interaction)
        room = await self.open(reply.interaction, request)
        starts = request.robot is not None and not room.record.guests and room.phase == "lobby"
        message = await reply.show(lobby_screen.lobby(room, asker.shared_words, off=starts))
        if message is not None:
            await self._rooms.note_shown(room, message, -1, fresh=True)
        if starts:
            await self._rooms.start(room.id, asker.person.id, None)

    async def open(self, interaction: discord.Interaction[Any], request: LobbyRequest) -> Room:
        """Open a lobby of the standard game here without showing it; the lobby offers its host's last choices.

        Raises Refusal: not_member, missing, not_here, may_not_open, unknown, self, bot_user, stranger, no_guests,
        too_many_person, too_many_channel, too_many_server, slow_down.
        """
        asker = asker_of(interaction)
        server = await self._check_place(interaction)
        if request.game not in PLAYABLE_GAMES:
            raise Refusal("unknown")
        wanted = (
            request.guest if request.guest and request.guest.id != asker.person.id else None
        )  # the host has a seat already
        guests = (guest_person(interaction, wanted),) if wanted else ()
        habit = await self._lobbies.load_habit(asker.person.id, request.game)
        first = await self._lobbies.is_first(asker.person.id, request.game)
        terms = {} if asker.guild is None else _terms(interaction, server, request)
        self._limiter.admit_opening(asker.person.id)
        place = Location(asker.guild, asker.channel)
        preset = LobbyPreset(guests, terms=terms, last_answers=habit, is_first_game=first, robot_level=request.robot)
        return await self._rooms.open(request.game, asker.person, place, asker.press, preset)

    async def ask_game(self, reply: Reply, user: discord.abc.User) -> None:
        """Ask the person which game to play with the user, or with nobody yet. Raises Refusal as `open` does."""
        asker = asker_of(reply.interaction)
        await self._check_place(reply.interaction)
        is_self = user.id == asker.person.id
        person = asker.person if is_self else guest_person(reply.interaction, user)
        await reply.show(lobby_options_screen.ask_which_game(person, asker.words, is_self=is_self))

    async def _check_place(self, interaction: discord.Interaction[Any]) -> ServerSettings:
        """Check that this person may open a table here now, and return the settings of the server."""
        if interaction.guild_id is not None and not interaction.is_guild_integration():
            raise Refusal("not_member", link=discord.utils.oauth_url(interaction.application_id))
        require_permissions(interaction)
        server = await self._servers.load_settings(interaction.guild_id)
        require_may_open(interaction, server)
        return server


def _terms(interaction: discord.Interaction[Any], server: ServerSettings, request: LobbyRequest) -> dict[str, str]:
    """Return the terms of a new lobby: as requested, otherwise as set for the server, otherwise the defaults.

    If the server has threads disabled, the lobby does not offer them.
    """
    threads = may_open_thread(interaction)
    thread = request.thread
    if server.threads == "no":
        threads = None
    elif server.threads == "yes" and thread is None and threads is not None:
        thread = True
    terms = initial_terms(threads, thread)
    return terms if server.clock == HOST_DECIDES else {**terms, "clock": server.clock}


def guest_person(interaction: discord.Interaction[Any], user: discord.abc.User) -> Person:
    """Return the person to reserve a seat for. Raises Refusal: bot_user, no_guests, stranger."""
    if user.bot:
        raise Refusal("bot_user", own=is_this_bot(interaction, user.id))
    if interaction.guild_id is None:
        raise Refusal("no_guests")
    if not isinstance(user, discord.Member):
        raise Refusal("stranger", name=label(Person(user.id, user.display_name)))
    return Person(user.id, user.display_name)
