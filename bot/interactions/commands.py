"""The slash commands and context-menu commands, their autocomplete and their registration. Independent of rules."""

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.discord_api.caller import asker_of, is_this_bot
from bot.discord_api.reply import Reply, answer_with_screen
from bot.interactions.open_lobby import LobbyRequest
from bot.interactions.router import Handlers
from bot.model.errors import Refusal
from bot.model.lobby_options import PLAYABLE_GAMES
from bot.model.people import Asker, Person
from bot.screens.screen import Screen, Suggestion
from bot.screens.verbs import Manner
from bot.services.sandboxes import MAX_RECORD_BYTES
from bot.text.words import DEFAULT_LANGUAGE, Words, words_for
from engine.games import GAMES
from engine.robots import COACHES
from engine.robots.core import OFFERED_LEVELS

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
CommandJson = dict[str, Any]
COMMANDS_PATH = "/applications/{application_id}/commands"
ENTRY_POINT_TYPE = 4  # Discord's number of this command type, which the library does not know
DOWNLOAD_TIMEOUT = 30.0  # seconds for a file of at most 64 KB

_COMPARED_FIELDS = (  # fields in which commands are compared, besides contexts, options and choices
    "name", "type", "description", "required", "autocomplete", "min_value", "max_value", "min_length", "max_length",
    "value", "default_member_permissions", "nsfw", "name_localizations", "description_localizations",
)  # fmt: skip
_ENTRY_POINT_FIELDS = (  # fields of Discord's own command that must be sent back
    "id", "name", "type", "handler", "name_localizations", "description_localizations", "contexts",
    "integration_types", "default_member_permissions",
)  # fmt: skip


class CommandClient(discord.AutoShardedClient):
    """The client behind the commands: it has all handlers and answers interactions."""

    handlers: Handlers

    @abstractmethod
    async def answer(
        self, interaction: Interaction, manner: Manner, work: Callable[[Reply], Awaitable[None]], *, once: bool = False
    ) -> None:
        """Do the work and answer the person; `once`: skip an interaction delivered again."""


CommandInteraction = discord.Interaction[CommandClient]
AnyCommand = app_commands.Command[Any, ..., None] | app_commands.ContextMenu
Autocomplete = Callable[[CommandInteraction, str], Coroutine[Any, Any, Choices]]
ReplyFunction = Callable[[Asker, Reply], Awaitable[None]]


async def _suggest_tables(press: CommandInteraction, current: str) -> Choices:
    return _choices(await press.client.handlers.tables.suggest_tables(asker_of(press), current))


async def _suggest_past_tables(press: CommandInteraction, current: str) -> Choices:
    return _choices(await press.client.handlers.replay.suggest_tables(asker_of(press), current))


async def _suggest_reviewable_tables(press: CommandInteraction, current: str) -> Choices:
    return _choices(await press.client.handlers.review.suggest_tables(asker_of(press), current))


async def _suggest_titles(press: CommandInteraction, current: str) -> Choices:
    game = str(getattr(press.namespace, "game", None) or "")
    return _choices(await press.client.handlers.rules.suggest_paragraphs(asker_of(press), game, current))


async def _suggest_moves(press: CommandInteraction, current: str) -> Choices:
    """Suggest what to type next, or say why no table is found."""
    asker = asker_of(press)
    every = press.client.handlers
    try:
        room = await every.tables.find_own(asker, getattr(press.namespace, "table", None) or None)
        return _choices(await every.moves.menu.suggest(asker, room, current))
    except Refusal as error:
        text = asker.words(f"refusal.{error.key}", **error.facts).replace("`", "")  # suggestions do not render markdown
        return _choices([Suggestion(text[:100], current or "?")])


AUTOCOMPLETES: dict[str, dict[str, Autocomplete]] = {  # by command and option
    "move": {"move": _suggest_moves, "table": _suggest_tables},
    "rules": {"find": _suggest_titles},
    **{name: {"table": _suggest_tables} for name in ("board", "resign")},
    **{name: {"table": _suggest_past_tables} for name in ("history", "replay", "export", "verify")},
    "review": {"table": _suggest_reviewable_tables},
}


async def option_suggestions(press: CommandInteraction) -> Choices:
    """Return suggestions for the focused option. Raises Refusal, also if this version lacks the option."""
    typed = cast(dict[str, Any], press.data or {})
    focused: dict[str, Any] = next((each for each in typed.get("options", ()) if each.get("focused")), {})
    complete = AUTOCOMPLETES.get(str(typed.get("name")), {}).get(str(focused.get("name")))
    if complete is None:
        raise Refusal("unknown")
    return await complete(press, str(focused.get("value", "")))


def _choices(rows: list[Suggestion]) -> Choices:
    return [app_commands.Choice(name=row.name, value=row.value) for row in rows]


_WORDS = Words()
_LEADERBOARD_KEY = "command.leaderboard"  # prefix of the words for its options
_GAME_CHOICES = [app_commands.Choice(name=GAMES[key].title, value=key) for key in PLAYABLE_GAMES]
_server_install = app_commands.allowed_installs(guilds=True, users=False)
_any_install = app_commands.allowed_installs(guilds=True, users=True)
_servers_and_bot_messages = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
_any_context = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
_servers_only = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)


async def _answer(
    press: CommandInteraction, answer: ReplyFunction, manner: Manner = Manner.PRIVATE, *, once: bool = False
) -> None:
    await press.client.answer(press, manner, lambda reply: answer(asker_of(press), reply), once=once)


def _simple_command(
    verb: str, answer: Callable[[Handlers], ReplyFunction], at: Any = _any_install, within: Any = _any_context
) -> AnyCommand:

    async def run(press: CommandInteraction) -> None:
        await _answer(press, answer(press.client.handlers))

    description = _WORDS(f"command.{verb}.description")
    return app_commands.Command(name=verb, description=description, callback=at(within(run)))


def _table_command(verb: str) -> AnyCommand:

    @app_commands.describe(table=_WORDS(f"command.{verb}.table"))
    @app_commands.autocomplete(**AUTOCOMPLETES[verb])
    @_any_install
    @_any_context
    async def run(press: CommandInteraction, table: str | None = None) -> None:
        await _answer(press, lambda asker, reply: press.client.handlers.table_commands.ask(asker, reply, verb, table))

    return app_commands.Command(name=verb, description=_WORDS(f"command.{verb}.description"), callback=run)


def _option_choices(family: str, *values: str) -> Choices:
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
@app_commands.choices(
    game=_GAME_CHOICES, robot=_option_choices("robot.level", *(level.value for level in OFFERED_LEVELS))
)
@_server_install
@_servers_and_bot_messages
async def _play(
    press: CommandInteraction,
    game: str,
    guest: discord.User | None = None,
    thread: bool | None = None,
    robot: str | None = None,
) -> None:
    request = LobbyRequest(game, guest, thread, robot)
    opener = press.client.handlers.opener
    await _answer(press, lambda _, reply: opener.play(reply, request), Manner.PUBLIC, once=True)


@app_commands.context_menu(name=app_commands.locale_str(_WORDS("command.invite.name"), key="command.invite.name"))
@_server_install
@_servers_only
async def _invite(press: CommandInteraction, guest: discord.User) -> None:
    await press.client.answer(press, Manner.PRIVATE, lambda reply: press.client.handlers.opener.ask_game(reply, guest))


@app_commands.command(name="move", description=_WORDS("command.move.description"))
@app_commands.describe(move=_WORDS("command.move.move"), table=_WORDS("command.move.table"))
@app_commands.autocomplete(**AUTOCOMPLETES["move"])
@_any_install
@_any_context
async def _move(press: CommandInteraction, move: str, table: str | None = None) -> None:
    await _answer(
        press, lambda asker, reply: press.client.handlers.table_commands.ask(asker, reply, f"move:{move}", table)
    )


@app_commands.command(name="rules", description=_WORDS("command.rules.description"))
@app_commands.describe(game=_WORDS("command.rules.game"), find=_WORDS("command.rules.find"))
@app_commands.choices(game=_GAME_CHOICES)
@app_commands.autocomplete(**AUTOCOMPLETES["rules"])
@_any_install
@_any_context
async def _rules(press: CommandInteraction, game: str = "", find: app_commands.Range[str, 1, 60] = "") -> None:
    rules = press.client.handlers.rules
    await _answer(press, answer_with_screen(lambda asker: rules.search_rules(asker, game, find)))


@app_commands.command(name="puzzle", description=_WORDS("command.puzzle.description"))
@app_commands.describe(game=_WORDS("command.puzzle.game"))
@app_commands.choices(game=[choice for choice in _GAME_CHOICES if choice.value in COACHES])
@_any_install
@_any_context
async def _puzzle(press: CommandInteraction, game: str = "") -> None:
    await _answer(press, lambda asker, reply: press.client.handlers.puzzle.ask(asker, reply, game), once=True)


@app_commands.command(name="import", description=_WORDS("command.import.description"))
@app_commands.describe(record=_WORDS("command.import.record"))
@_any_install
@_any_context
async def _import(press: CommandInteraction, record: discord.Attachment) -> None:
    async def bring(asker: Asker) -> Screen:
        if record.size > MAX_RECORD_BYTES:
            raise Refusal("record_large", n=MAX_RECORD_BYTES // 1024)
        try:
            async with asyncio.timeout(DOWNLOAD_TIMEOUT):
                content = await record.read()
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            raise Refusal("record_lost") from None
        return await press.client.handlers.sandbox.import_record(asker, content)

    await _answer(press, answer_with_screen(bring), once=True)


@app_commands.command(name="leaderboard", description=_WORDS("command.leaderboard.description"))
@app_commands.describe(
    game=_WORDS("command.leaderboard.game"),
    scope=_WORDS("command.leaderboard.scope"),
    time=_WORDS("command.leaderboard.time"),
)
@app_commands.choices(
    game=_GAME_CHOICES,
    scope=_option_choices(_LEADERBOARD_KEY, "server", "global"),
    time=_option_choices(_LEADERBOARD_KEY, "season", "all"),
)
@_any_install
@_any_context
async def _leaderboard(press: CommandInteraction, game: str = "", scope: str = "", time: str = "") -> None:
    show = press.client.handlers.ratings.leaderboard
    await _answer(press, lambda asker, reply: show(asker, reply, (game, scope, time)))


@app_commands.command(name="profile", description=_WORDS("command.profile.description"))
@app_commands.describe(person=_WORDS("command.profile.person"))
@_any_install
@_any_context
async def _profile(press: CommandInteraction, person: discord.User | None = None) -> None:
    await _show_profile(press, person or press.user)


@app_commands.context_menu(name=app_commands.locale_str(_WORDS("command.profile.menu"), key="command.profile.menu"))
@_any_install
@_servers_only
async def _profile_menu(press: CommandInteraction, person: discord.User) -> None:
    await _show_profile(press, person)


async def _show_profile(press: CommandInteraction, person: discord.User | discord.Member) -> None:
    async def answer(asker: Asker, reply: Reply) -> None:
        if person.bot:
            raise Refusal("bot_profile", own=is_this_bot(press, person.id))
        await press.client.handlers.ratings.profile(asker, reply, Person(person.id, person.display_name))

    await _answer(press, answer)


ALL_COMMANDS: tuple[AnyCommand, ...] = (
    _play,
    _move,
    _simple_command("turns", lambda every: answer_with_screen(lambda asker: every.tables.turns(asker, 0))),
    _simple_command(
        "games",
        lambda every: answer_with_screen(lambda asker: every.tables.games(asker, 0)),
        _server_install,
        _servers_and_bot_messages,
    ),
    _table_command("board"),
    _table_command("history"),
    _table_command("replay"),
    _table_command("review"),
    _puzzle,
    _table_command("resign"),
    _rules,
    _simple_command("help", lambda every: every.rules.show_help),
    _simple_command("me", lambda every: every.preferences.open),
    _invite,
    _table_command("export"),
    _import,
    _table_command("verify"),
    _leaderboard,
    _profile,
    _profile_menu,
    app_commands.default_permissions(manage_guild=True)(
        _simple_command("settings", lambda every: every.server_settings.open, _server_install, _servers_only)
    ),
    _simple_command("privacy", lambda every: every.privacy.open),
)


async def command_definitions(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """Return all commands of the tree in the form in which they are registered."""
    names = CommandNames()
    return [await command.get_translated_payload(tree, names) for command in tree.get_commands()]


async def registered_commands(http: discord.http.HTTPClient, application: int) -> list[CommandJson]:
    """Return all commands registered with Discord."""
    # Not with `fetch_commands`, whose objects in 2.7.1 lose the last context and installation type. Without the
    # parameter, Discord omits the localizations, so that every start would register all commands again.
    route = discord.http.Route("GET", COMMANDS_PATH, application_id=application)
    found: list[CommandJson] = await http.request(route, params={"with_localizations": "true"})
    return found


def entry_point_payloads(commands: Iterable[CommandJson]) -> list[Any]:
    """Return Discord's own command that opens the Activity, in the form in which it must be registered again.

    Discord creates that command when an operator enables Activities, and refuses lists of commands without it [D7.2].
    """
    found = (command for command in commands if command.get("type") == ENTRY_POINT_TYPE)
    kept = [{key: command[key] for key in _ENTRY_POINT_FIELDS if command.get(key) is not None} for command in found]
    rights = "default_member_permissions"  # Discord returns a text and takes a number
    return [fields | ({rights: int(fields[rights])} if rights in fields else {}) for fields in kept]


def comparable_definitions(commands: Iterable[Any]) -> dict[str, CommandJson]:
    """Return our commands by name in a comparable form, without Discord's own additions and empty fields."""
    return {command["name"]: _definition(command) for command in commands if command.get("type") != ENTRY_POINT_TYPE}


def _definition(command: Any) -> CommandJson:
    kept = {key: command[key] for key in _COMPARED_FIELDS if command.get(key) not in (None, False, "", {}, [])}
    if "default_member_permissions" in kept:  # the library sends a number, Discord returns a string
        kept["default_member_permissions"] = str(kept["default_member_permissions"])
    for key in ("contexts", "integration_types"):
        if command.get(key) is not None:
            kept[key] = sorted(command[key])
    for key in ("options", "choices"):
        kept[key] = [_definition(part) for part in command.get(key) or []]
    return kept


class CommandNames(app_commands.Translator):
    """Translates the command tree; texts without a `key` of their own have keys that begin with `command.<name>`."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text in that language, None to keep the English one."""
        words = words_for(str(locale))
        if words.language == DEFAULT_LANGUAGE:
            return None
        key = translation_key(string, context)
        return words(key) if key in words else None


def translation_key(string: app_commands.locale_str, context: app_commands.TranslationContextTypes) -> str:
    """Return the key of the text's translation: its own `key` if set; "" for the title of a game."""
    if "key" in string.extras:
        return str(string.extras["key"])
    part = "description" if context.location in (Place.command_description, Place.parameter_description) else "name"
    match context.data:
        case app_commands.Parameter(display_name=name, command=command):
            return f"command.{command.name}.{name if part == 'description' else f'option.{name}'}"
        case app_commands.Command(name=name):
            return f"command.{name}.{part}"
    return ""
