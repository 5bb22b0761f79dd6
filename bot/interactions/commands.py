"""The slash commands and those of a person's menu: what is typed, handed to the handlers; and how Discord lists them.

Knows no rules.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.discord_api.caller import asker_of, is_own
from bot.discord_api.reply import Reply, showing
from bot.interactions.open_lobby import LobbyRequest
from bot.interactions.router import Handlers
from bot.model.errors import Refusal
from bot.model.lobby_options import PLAYED
from bot.model.people import Asker, Person
from bot.screens.screen import Screen, Suggestion
from bot.screens.verbs import Manner
from bot.services.sandboxes import MAX_RECORD_BYTES
from bot.text.words import DEFAULT, Words, words_for
from engine.games import GAMES
from engine.robots import COACHES
from engine.robots.core import OFFERED_LEVELS

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Json = dict[str, Any]
PATH = "/applications/{application_id}/commands"
ENTRY_POINT = 4  # Discord's number of this kind of command; the library knows none
READING = 30.0  # seconds in which a file of at most 64 KB must have been fetched from Discord

_COMPARED = (  # what makes two commands differ, beside their contexts, options and choices
    "name", "type", "description", "required", "autocomplete", "min_value", "max_value", "min_length", "max_length",
    "value", "default_member_permissions", "nsfw", "name_localizations", "description_localizations",
)  # fmt: skip
_SENT_BACK = (  # what Discord must be told again of a command that it made
    "id", "name", "type", "handler", "name_localizations", "description_localizations", "contexts",
    "integration_types", "default_member_permissions",
)  # fmt: skip


class CommandClient(discord.AutoShardedClient):
    """The client behind the commands: all handlers, and the one way of answering."""

    handlers: Handlers

    @abstractmethod
    async def answer(
        self, interaction: Interaction, manner: Manner, work: Callable[[Reply], Awaitable[None]], *, once: bool = False
    ) -> None:
        """Do the work and make sure that the person is answered; `once`: not if Discord delivers it again."""


Typed = discord.Interaction[CommandClient]
Known = app_commands.Command[Any, ..., None] | app_commands.ContextMenu
Complete = Callable[[Typed, str], Coroutine[Any, Any, Choices]]
Answer = Callable[[Asker, Reply], Awaitable[None]]


async def _tables(press: Typed, current: str) -> Choices:
    return _choices(await press.client.handlers.tables.named(asker_of(press), current))


async def _past_tables(press: Typed, current: str) -> Choices:
    return _choices(await press.client.handlers.replay.named(asker_of(press), current))


async def _reviewable(press: Typed, current: str) -> Choices:
    return _choices(await press.client.handlers.review.named(asker_of(press), current))


async def _titles(press: Typed, current: str) -> Choices:
    game = str(getattr(press.namespace, "game", None) or "")
    return _choices(await press.client.handlers.rules.titles(asker_of(press), game, current))


async def _moves(press: Typed, current: str) -> Choices:
    """What to type next; the reason if no table is found."""
    asker = asker_of(press)
    every = press.client.handlers
    try:
        room = await every.tables.find_own(asker, getattr(press.namespace, "table", None) or None)
        return _choices(await every.moves.menu.suggest(asker, room, current))
    except Refusal as error:
        text = asker.words(f"refusal.{error.key}", **error.facts).replace("`", "")  # suggestions show no markdown
        return _choices([Suggestion(text[:100], current or "?")])


SUGGESTIONS: dict[str, dict[str, Complete]] = {  # by command and option
    "move": {"move": _moves, "table": _tables},
    "rules": {"find": _titles},
    **{name: {"table": _tables} for name in ("board", "resign")},
    **{name: {"table": _past_tables} for name in ("history", "replay", "export", "verify")},
    "review": {"table": _reviewable},
}


async def suggested(press: Typed) -> Choices:
    """Suggestions for the option that is being typed. Raises Refusal, for a command of another version too."""
    typed = cast(dict[str, Any], press.data or {})
    focused: dict[str, Any] = next((one for one in typed.get("options", ()) if one.get("focused")), {})
    complete = SUGGESTIONS.get(str(typed.get("name")), {}).get(str(focused.get("name")))
    if complete is None:
        raise Refusal("unknown")
    return await complete(press, str(focused.get("value", "")))


def _choices(rows: list[Suggestion]) -> Choices:
    return [app_commands.Choice(name=row.name, value=row.value) for row in rows]


_WORDS = Words()
_TOP = "command.leaderboard"  # of the words for its options
_TITLES = [app_commands.Choice(name=GAMES[key].title, value=key) for key in PLAYED]
_at_home = app_commands.allowed_installs(guilds=True, users=False)
_anywhere = app_commands.allowed_installs(guilds=True, users=True)
_with_bot = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
_everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
_on_servers = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)


async def _answer(press: Typed, answer: Answer, manner: Manner = Manner.PRIVATE, *, once: bool = False) -> None:
    await press.client.answer(press, manner, lambda reply: answer(asker_of(press), reply), once=once)


def _simple(verb: str, answer: Callable[[Handlers], Answer], at: Any = _anywhere, within: Any = _everywhere) -> Known:

    async def run(press: Typed) -> None:
        await _answer(press, answer(press.client.handlers))

    description = _WORDS(f"command.{verb}.description")
    return app_commands.Command(name=verb, description=description, callback=at(within(run)))


def _about_a_table(verb: str) -> Known:

    @app_commands.describe(table=_WORDS(f"command.{verb}.table"))
    @app_commands.autocomplete(**SUGGESTIONS[verb])
    @_anywhere
    @_everywhere
    async def run(press: Typed, table: str | None = None) -> None:
        await _answer(press, lambda asker, reply: press.client.handlers.table_commands.ask(asker, reply, verb, table))

    return app_commands.Command(name=verb, description=_WORDS(f"command.{verb}.description"), callback=run)


def _options(family: str, *values: str) -> Choices:
    choices: Choices = []
    for value in values:
        key = f"{family}.{value}"
        choices.append(app_commands.Choice(name=app_commands.locale_str(_WORDS(key), key=key), value=value))
    return choices


@app_commands.command(name="play", description=_WORDS("command.play.description"))
@app_commands.rename(guest="with")
@app_commands.describe(
    game=_WORDS("command.play.game"), guest=_WORDS("command.play.with"), thread=_WORDS("command.play.thread"),
    robot=_WORDS("command.play.robot"),
)  # fmt: skip
@app_commands.choices(game=_TITLES, robot=_options("robot.level", *(level.value for level in OFFERED_LEVELS)))
@_at_home
@_with_bot
async def _play(
    press: Typed, game: str, guest: discord.User | None = None, thread: bool | None = None, robot: str | None = None
) -> None:
    request = LobbyRequest(game, guest, thread, robot)
    opener = press.client.handlers.opener
    await _answer(press, lambda _, reply: opener.play(reply, request), Manner.PUBLIC, once=True)


@app_commands.context_menu(name=app_commands.locale_str(_WORDS("command.invite.name"), key="command.invite.name"))
@_at_home
@_on_servers
async def _invite(press: Typed, guest: discord.User) -> None:
    await press.client.answer(press, Manner.PRIVATE, lambda reply: press.client.handlers.opener.ask_game(reply, guest))


@app_commands.command(name="move", description=_WORDS("command.move.description"))
@app_commands.describe(move=_WORDS("command.move.move"), table=_WORDS("command.move.table"))
@app_commands.autocomplete(**SUGGESTIONS["move"])
@_anywhere
@_everywhere
async def _move(press: Typed, move: str, table: str | None = None) -> None:
    await _answer(
        press, lambda asker, reply: press.client.handlers.table_commands.ask(asker, reply, f"move:{move}", table)
    )


@app_commands.command(name="rules", description=_WORDS("command.rules.description"))
@app_commands.describe(game=_WORDS("command.rules.game"), find=_WORDS("command.rules.find"))
@app_commands.choices(game=_TITLES)
@app_commands.autocomplete(**SUGGESTIONS["rules"])
@_anywhere
@_everywhere
async def _rules(press: Typed, game: str = "", find: app_commands.Range[str, 1, 60] = "") -> None:
    rules = press.client.handlers.rules
    await _answer(press, showing(lambda asker: rules.find(asker, game, find)))


@app_commands.command(name="puzzle", description=_WORDS("command.puzzle.description"))
@app_commands.describe(game=_WORDS("command.puzzle.game"))
@app_commands.choices(game=[one for one in _TITLES if one.value in COACHES])
@_anywhere
@_everywhere
async def _puzzle(press: Typed, game: str = "") -> None:
    await _answer(press, lambda asker, reply: press.client.handlers.puzzle.ask(asker, reply, game), once=True)


@app_commands.command(name="import", description=_WORDS("command.import.description"))
@app_commands.describe(record=_WORDS("command.import.record"))
@_anywhere
@_everywhere
async def _import(press: Typed, record: discord.Attachment) -> None:
    async def bring(asker: Asker) -> Screen:
        if record.size > MAX_RECORD_BYTES:
            raise Refusal("record_large", n=MAX_RECORD_BYTES // 1024)
        try:
            async with asyncio.timeout(READING):
                content = await record.read()
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            raise Refusal("record_lost") from None
        return await press.client.handlers.sandbox.bring(asker, content)

    await _answer(press, showing(bring), once=True)


@app_commands.command(name="leaderboard", description=_WORDS("command.leaderboard.description"))
@app_commands.describe(
    game=_WORDS("command.leaderboard.game"),
    scope=_WORDS("command.leaderboard.scope"),
    time=_WORDS("command.leaderboard.time"),
)
@app_commands.choices(game=_TITLES, scope=_options(_TOP, "server", "global"), time=_options(_TOP, "season", "all"))
@_anywhere
@_everywhere
async def _leaderboard(press: Typed, game: str = "", scope: str = "", time: str = "") -> None:
    show = press.client.handlers.ratings.leaderboard
    await _answer(press, lambda asker, reply: show(asker, reply, (game, scope, time)))


@app_commands.command(name="profile", description=_WORDS("command.profile.description"))
@app_commands.describe(person=_WORDS("command.profile.person"))
@_anywhere
@_everywhere
async def _profile(press: Typed, person: discord.User | None = None) -> None:
    await _show_profile(press, person or press.user)


@app_commands.context_menu(name=app_commands.locale_str(_WORDS("command.profile.menu"), key="command.profile.menu"))
@_anywhere
@_on_servers
async def _profile_of(press: Typed, person: discord.User) -> None:
    await _show_profile(press, person)


async def _show_profile(press: Typed, person: discord.User | discord.Member) -> None:
    async def answer(asker: Asker, reply: Reply) -> None:
        if person.bot:
            raise Refusal("bot_profile", own=is_own(press, person.id))
        await press.client.handlers.ratings.profile(asker, reply, Person(person.id, person.display_name))

    await _answer(press, answer)


ALL: tuple[Known, ...] = (
    _play,
    _move,
    _simple("turns", lambda every: showing(lambda asker: every.tables.turns(asker, 0))),
    _simple("games", lambda every: showing(lambda asker: every.tables.games(asker, 0)), _at_home, _with_bot),
    _about_a_table("board"),
    _about_a_table("history"),
    _about_a_table("replay"),
    _about_a_table("review"),
    _puzzle,
    _about_a_table("resign"),
    _rules,
    _simple("help", lambda every: every.rules.show_help),
    _simple("me", lambda every: every.preferences.open),
    _invite,
    _about_a_table("export"),
    _import,
    _about_a_table("verify"),
    _leaderboard,
    _profile,
    _profile_of,
    app_commands.default_permissions(manage_guild=True)(
        _simple("settings", lambda every: every.server_settings.open, _at_home, _on_servers)
    ),
    _simple("privacy", lambda every: every.privacy.open),
)


async def definitions(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """All commands of the tree as they are registered."""
    names = CommandNames()
    return [await command.get_translated_payload(tree, names) for command in tree.get_commands()]


async def registered(http: discord.http.HTTPClient, application: int) -> list[Json]:
    """All commands that Discord has."""
    # Not `fetch_commands`: in 2.7.1 its objects forget the last context and installation type. Without the parameter
    # Discord leaves out the localizations, and every start would register everything again.
    route = discord.http.Route("GET", PATH, application_id=application)
    found: list[Json] = await http.request(route, params={"with_localizations": "true"})
    return found


def entry_points(commands: Iterable[Json]) -> list[Any]:
    """The command with which Discord itself opens the Activity, as it must stand among those that are registered.

    Discord makes it when an operator switches Activities on, and refuses a list without it [D7.2].
    """
    found = (command for command in commands if command.get("type") == ENTRY_POINT)
    kept = [{key: one[key] for key in _SENT_BACK if one.get(key) is not None} for one in found]
    rights = "default_member_permissions"  # Discord returns a text and takes a number
    return [one | ({rights: int(one[rights])} if rights in one else {}) for one in kept]


def comparable(commands: Iterable[Any]) -> dict[str, Json]:
    """Our commands by name in a form to compare, without Discord's own additions and empty fields."""
    return {command["name"]: _definition(command) for command in commands if command.get("type") != ENTRY_POINT}


def _definition(command: Any) -> Json:
    kept = {key: command[key] for key in _COMPARED if command.get(key) not in (None, False, "", {}, [])}
    if "default_member_permissions" in kept:  # the library sends a number, Discord returns a string
        kept["default_member_permissions"] = str(kept["default_member_permissions"])
    for key in ("contexts", "integration_types"):
        if command.get(key) is not None:
            kept[key] = sorted(command[key])
    for key in ("options", "choices"):
        kept[key] = [_definition(part) for part in command.get(key) or []]
    return kept


class CommandNames(app_commands.Translator):
    """Translates for the command tree; a command's texts are under `command.<name>`, its options' below that."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in that language; None to keep the English one."""
        words = words_for(str(locale))
        if words.language == DEFAULT:
            return None
        key = key_of(string, context)
        return words(key) if key in words else None


def key_of(string: app_commands.locale_str, context: app_commands.TranslationContextTypes) -> str:
    """The key of the text's translation: its own `key` if it names one; "" for the title of a game."""
    if "key" in string.extras:
        return str(string.extras["key"])
    part = "description" if context.location in (Place.command_description, Place.parameter_description) else "name"
    match context.data:
        case app_commands.Parameter(display_name=name, command=command):
            return f"command.{command.name}.{name if part == 'description' else f'option.{name}'}"
        case app_commands.Command(name=name):
            return f"command.{name}.{part}"
    return ""
