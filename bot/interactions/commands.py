"""The slash commands: what a person types, handed to the handlers. Knows no rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.discord_api.caller import asker_of
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import SeveralTables
from bot.interactions.open_lobby import LobbyRequest
from bot.interactions.router import Handlers
from bot.model.errors import Refusal
from bot.model.lobby_options import PLAYED
from bot.screens import lobby as lobby_screen
from bot.screens import tables as tables_screen
from bot.screens.screen import Suggestion
from bot.screens.verbs import Manner
from bot.services.rooms import Rooms
from bot.text.words import Words
from engine.games import GAMES

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


class Commands:
    """What the commands do; ALL has their definitions."""

    def __init__(self, rooms: Rooms, handlers: Handlers) -> None:
        self._rooms, self._handlers, self.ratings = rooms, handlers, handlers.ratings

    async def play(self, reply: Reply, request: LobbyRequest) -> None:
        """A lobby is open in this channel."""
        room = await self._handlers.opener.open(reply.interaction, request)
        message = await reply.show(lobby_screen.lobby(room, asker_of(reply.interaction).shared))
        if message is not None:
            await self._rooms.showed(room, message, -1, fresh=True)

    async def invite(self, reply: Reply, guest: discord.abc.User) -> None:
        """The question which game to play with somebody."""
        await self._handlers.opener.ask_game(reply, guest)

    async def move(self, reply: Reply, move: str, table: str | None) -> None:
        """The preview of a typed move, or the menu at what it leaves open."""
        asker = asker_of(reply.interaction)
        try:
            room = await self._handlers.menu.find_own(asker, table)
        except SeveralTables as no:
            await reply.show(tables_screen.which(no.tables, asker.person.id, asker.words, f"move:{move}"))
        else:
            screen = await self._handlers.menu.typed(asker, room, move)
            await reply.show(await self._handlers.more.closed(asker, room.id, screen))

    async def board(self, reply: Reply, table: str | None) -> None:
        """The table as it stands."""
        asker = asker_of(reply.interaction)
        try:
            room = await self._handlers.menu.find(asker, table)
        except SeveralTables as no:
            await reply.show(tables_screen.which(no.tables, asker.person.id, asker.words, "board"))
        else:
            await reply.show(await self._handlers.menu.board(asker, room.id))

    async def past(self, reply: Reply, verb: str, table: str | None) -> None:
        """What this verb shows of the table: "history", "replay" or "resign"."""
        asker = asker_of(reply.interaction)
        find = self._handlers.menu.find_own if verb == "resign" else self._handlers.replay.find
        try:
            room = await find(asker, table)
        except SeveralTables as no:
            await reply.show(tables_screen.which(no.tables, asker.person.id, asker.words, verb))
        else:
            await self._handlers.more.open(verb, asker, room.id, reply)

    async def record(self, reply: Reply, verb: str, table: str | None) -> None:
        """What this verb says of the table's record: "verify" or "export"."""
        await reply.show(await self._handlers.records.asked(verb, asker_of(reply.interaction), table))

    async def bring(self, reply: Reply, content: bytes) -> None:
        """The replay of an imported record."""
        await reply.show(await self._handlers.sandbox.bring(asker_of(reply.interaction), content))

    async def turns(self, reply: Reply) -> None:
        """All tables of the person."""
        await reply.show(await self._handlers.menu.turns(asker_of(reply.interaction), 0))

    async def games(self, reply: Reply) -> None:
        """The tables of the channel."""
        await reply.show(await self._handlers.menu.games(asker_of(reply.interaction), 0))

    async def rules(self, reply: Reply, game: str, find: str) -> None:
        """The rules, from the first page or what they say about something; "" for the game played here."""
        await reply.show(await self._handlers.rules.find(asker_of(reply.interaction), game, find))

    async def help(self, reply: Reply) -> None:
        """The help on one screen."""
        await reply.show(self._handlers.rules.help(asker_of(reply.interaction)))

    async def me(self, reply: Reply) -> None:
        """The preferences of the person."""
        await self._handlers.preferences.open(asker_of(reply.interaction), reply)

    async def settings(self, reply: Reply) -> None:
        """The settings of the server."""
        await self._handlers.server_settings.open(asker_of(reply.interaction), reply)

    async def privacy(self, reply: Reply) -> None:
        """What is stored about the person."""
        await self._handlers.privacy.open(asker_of(reply.interaction), reply)

    async def titles_for(self, press: Interaction, typed: str) -> list[Suggestion]:
        """Paragraphs of the rules that may be meant."""
        game = str(getattr(press.namespace, "game", None) or "")
        return await self._handlers.rules.titles(asker_of(press), game, typed)

    async def moves_for(self, press: Interaction, typed: str) -> list[Suggestion]:
        """What to type next; nothing if no table is found."""
        asker = asker_of(press)
        try:
            room = await self._handlers.menu.find_own(asker, getattr(press.namespace, "table", None) or None)
            return await self._handlers.menu.suggest(asker, room, typed)
        except Refusal as no:
            text = asker.words(f"refusal.{no.key}", **no.facts).replace("`", "")  # suggestions show no markdown
            return [Suggestion(text[:100], typed or "?")]

    async def tables_for(self, press: Interaction, typed: str) -> list[Suggestion]:
        """The tables that may be meant."""
        return await self._handlers.menu.named(asker_of(press), typed)

    async def past_tables_for(self, press: Interaction, typed: str) -> list[Suggestion]:
        """The tables that may be meant, including finished ones."""
        return await self._handlers.replay.named(asker_of(press), typed)


class CommandClient(discord.Client):
    """The client behind the commands: their handlers, and the one way of answering."""

    commands: Commands

    @abstractmethod
    async def answer(self, interaction: Interaction, manner: Manner, work: Callable[[Reply], Awaitable[None]]) -> None:
        """Do the work and make sure that the person is answered."""


Typed = discord.Interaction[CommandClient]
Known = app_commands.Command[Any, ..., None] | app_commands.ContextMenu
Complete = Callable[[Typed, str], Coroutine[Any, Any, Choices]]
Answer = Callable[[Commands, Reply, str | None], Awaitable[None]]


async def _tables(press: Typed, current: str) -> Choices:
    return _choices(await press.client.commands.tables_for(press, current))


async def past_tables(press: Typed, current: str) -> Choices:
    """Suggestions of tables, including finished ones."""
    return _choices(await press.client.commands.past_tables_for(press, current))


async def _titles(press: Typed, current: str) -> Choices:
    return _choices(await press.client.commands.titles_for(press, current))


async def _moves(press: Typed, current: str) -> Choices:
    return _choices(await press.client.commands.moves_for(press, current))


def _choices(rows: list[Suggestion]) -> Choices:
    return [app_commands.Choice(name=row.name, value=row.value) for row in rows]


_WORDS = Words()
TITLES = [app_commands.Choice(name=GAMES[key].title, value=key) for key in PLAYED]
_at_home = app_commands.allowed_installs(guilds=True, users=False)
anywhere = app_commands.allowed_installs(guilds=True, users=True)
_with_bot = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)


def about(verb: str, tables: Complete, answer: Answer) -> Known:
    """The command of that name with a table as its optional argument, for which `tables` makes suggestions."""

    async def asked(press: Typed, table: str | None = None) -> None:
        await press.client.answer(press, Manner.PRIVATE, lambda reply: answer(press.client.commands, reply, table))

    asked = app_commands.describe(table=_WORDS(f"command.{verb}.table"))(asked)
    asked = anywhere(everywhere(app_commands.autocomplete(table=tables)(asked)))
    return app_commands.Command(name=verb, description=_WORDS(f"command.{verb}.description"), callback=asked)


@app_commands.command(name="play", description=_WORDS("command.play.description"))
@app_commands.rename(guest="with")
@app_commands.describe(
    game=_WORDS("command.play.game"), guest=_WORDS("command.play.with"), thread=_WORDS("command.play.thread")
)
@app_commands.choices(game=TITLES)
@_at_home
@_with_bot
async def _play(press: Typed, game: str, guest: discord.User | None = None, thread: bool | None = None) -> None:
    request = LobbyRequest(game, guest, thread)
    await press.client.answer(press, Manner.PUBLIC, lambda reply: press.client.commands.play(reply, request))


@app_commands.context_menu(name=app_commands.locale_str(_WORDS("command.invite.name"), key="command.invite.name"))
@_at_home
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def _invite(press: Typed, guest: discord.User) -> None:
    await press.client.answer(press, Manner.PRIVATE, lambda reply: press.client.commands.invite(reply, guest))


@app_commands.command(name="move", description=_WORDS("command.move.description"))
@app_commands.describe(move=_WORDS("command.move.move"), table=_WORDS("command.move.table"))
@app_commands.autocomplete(move=_moves, table=_tables)
@anywhere
@everywhere
async def _move(press: Typed, move: str, table: str | None = None) -> None:
    await press.client.answer(press, Manner.PRIVATE, lambda reply: press.client.commands.move(reply, move, table))


@app_commands.command(name="turns", description=_WORDS("command.turns.description"))
@anywhere
@everywhere
async def _turns(press: Typed) -> None:
    await press.client.answer(press, Manner.PRIVATE, press.client.commands.turns)


@app_commands.command(name="games", description=_WORDS("command.games.description"))
@_at_home
@_with_bot
async def _games(press: Typed) -> None:
    await press.client.answer(press, Manner.PRIVATE, press.client.commands.games)


@app_commands.command(name="rules", description=_WORDS("command.rules.description"))
@app_commands.describe(game=_WORDS("command.rules.game"), find=_WORDS("command.rules.find"))
@app_commands.choices(game=TITLES)
@app_commands.autocomplete(find=_titles)
@anywhere
@everywhere
async def _rules(press: Typed, game: str = "", find: app_commands.Range[str, 1, 60] = "") -> None:
    await press.client.answer(press, Manner.PRIVATE, lambda reply: press.client.commands.rules(reply, game, find))


@app_commands.command(name="help", description=_WORDS("command.help.description"))
@anywhere
@everywhere
async def _help(press: Typed) -> None:
    await press.client.answer(press, Manner.PRIVATE, press.client.commands.help)


@app_commands.command(name="me", description=_WORDS("command.me.description"))
@anywhere
@everywhere
async def _me(press: Typed) -> None:
    await press.client.answer(press, Manner.PRIVATE, press.client.commands.me)


ALL: tuple[Known, ...] = (
    _play,
    _move,
    _turns,
    _games,
    about("board", _tables, Commands.board),
    about("history", past_tables, lambda commands, reply, table: commands.past(reply, "history", table)),
    about("replay", past_tables, lambda commands, reply, table: commands.past(reply, "replay", table)),
    about("resign", _tables, lambda commands, reply, table: commands.past(reply, "resign", table)),
    _rules,
    _help,
    _me,
    _invite,
)
