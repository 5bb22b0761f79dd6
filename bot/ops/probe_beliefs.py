"""The beliefs about Discord that a probe checks, under the numbers of docs/discord-beliefs.md.

A belief consists of steps and the expected answers of the last ones. The order of beliefs matters: that a thread leaves
no message in the channel is checked before anything else is posted there. Knows nothing of the connection.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.http import Route

from bot.delivery.membership import UNKNOWN_PERSON_CODES
from bot.delivery.message_posting import THREAD_ARCHIVE_MINUTES, THREAD_EXISTS_CODE
from bot.discord_api.components import files, layout
from bot.discord_api.gateway_barrier import HIDDEN_CHANNEL
from bot.interactions.commands import (
    ALL_COMMANDS,
    COMMANDS_PATH,
    command_definitions,
    comparable_definitions,
    registered_commands,
)
from bot.ops.probe_report import AnswerDiffers, NotProbed, compare
from bot.ops.probe_session import PROBE_ACCENT, DiscordJson, ProbeSession, tile_picture
from bot.screens.screen import (
    MAX_BUTTON_LETTERS,
    MAX_DETAIL_LETTERS,
    MAX_LABEL_LETTERS,
    MAX_TEXT_LETTERS,
    Attachment,
    Button,
    Buttons,
    ButtonStyle,
    Divider,
    EntitySelect,
    Option,
    PersonSelect,
    Picture,
    Screen,
    ScreenPart,
    Section,
    Select,
    Text,
)
from engine import Table
from engine.games import GAMES
from render import draw

ProbeStep = Callable[[ProbeSession], Awaitable[Any]]

(
    ROW_TYPE,
    SELECT_TYPE,
    CHANNEL_SELECT_TYPE,
    SECTION_TYPE,
    TEXT_DISPLAY,
    GALLERY_TYPE,
    FILE_TYPE,
    SEPARATOR_TYPE,
    CONTAINER_TYPE,
) = 1, 3, 8, 9, 10, 12, 13, 14, 17  # component types
COMPONENTS_FLAG, SILENT_FLAG = 1 << 15, 1 << 12  # message flags
PUBLIC_THREAD_TYPE = 11  # a channel type
BROKEN_CLOSE_CODE = 4000  # with this code the library closes a connection that it considers dead
MAX_NONCE = 25  # characters
LONGEST_ALT_TEXT = 1_000  # characters of our longest alt text
LONGEST_CUSTOM_ID = 60  # characters of our longest custom_id
MAX_SELECT_OPTIONS, BUTTON_ROWS = 25, 4
LARGEST_FILE = 512 * 1024  # bytes; the largest measured film of a game has 322 kB
PROBE_SEATS = 4

DIGITS = re.compile(r"\d+")
PROBE_EMOJI = {"id": "the emoji", "name": re.compile(r"probe_[0-9a-f]{8}")}


def get(path: str) -> ProbeStep:
    """Return a step that requests the path, which may contain names of numbers, such as "{server}"."""

    async def step(session: ProbeSession) -> DiscordJson:
        numbers = {**session.numbers, "before": session.guild - 1}
        return await session.answer(session.client.http.request(Route("GET", path.format(**numbers))))

    return step


def post(*parts: ScreenPart, nonce: str = "", place: str = "channel") -> ProbeStep:
    """Return a step that posts a message with these parts."""

    async def step(session: ProbeSession) -> DiscordJson:
        channel = session.newest.id if place == "nowhere" else session.numbers[place]
        how = {"nonce": f"{session.run}-{nonce}".ljust(MAX_NONCE, "-")} if nonce else {}
        return await session.answer(session.post(session.note_screen(*parts), channel, **how))

    return step


def mention(*, pings: bool) -> ProbeStep:
    """Return a step that mentions everyone and the bot, but pings at most the bot itself."""

    async def step(session: ProbeSession) -> DiscordJson:
        bot = session.numbers["bot"]
        screen = session.note_screen(Text(f"<@{bot}> @everyone @here"), pings=(bot,) if pings else ())
        return await session.answer(session.post(screen, session.channel))

    return step


def edit(*parts: ScreenPart, replaces_files: bool = False) -> ProbeStep:
    """Return a step that edits the newest message to these parts."""

    async def step(session: ProbeSession) -> DiscordJson:
        screen = session.note_screen(*parts)
        how: Any = {"attachments": files(screen)} if replaces_files else {}
        return await session.answer(session.newest.edit(view=layout(screen), **how))

    return step


async def delete(session: ProbeSession) -> DiscordJson:
    """Delete the newest message."""
    session.posted.pop(session.newest.id, None)
    return await session.answer(session.newest.delete())


async def post_largest(session: ProbeSession) -> DiscordJson:
    """Post a message as large as our largest screens in every respect, with as many components: 38."""
    view = Table.new(GAMES["azul"], PROBE_SEATS, {}, "probe").view(None)
    board = await asyncio.to_thread(draw, view, ["Ana"] * PROBE_SEATS, session.words)
    names = [f"o{n}" for n in range(MAX_SELECT_OPTIONS)]
    options = (
        Option(_pad(name, MAX_LABEL_LETTERS), _pad(name, LONGEST_CUSTOM_ID), _pad(name, MAX_DETAIL_LETTERS))
        for name in names
    )
    buttons = (
        Button(_pad("link", MAX_BUTTON_LETTERS), link="https://discord.com"),
        Button(_pad("off", MAX_BUTTON_LETTERS), _pad("probe:off", LONGEST_CUSTOM_ID), ButtonStyle.GRAVE, off=True),
        *(
            Button(_pad(f"b{n}", MAX_BUTTON_LETTERS), _pad(f"probe:{n}", LONGEST_CUSTOM_ID))
            for n in range(5 * BUTTON_ROWS - 2)
        ),
    )
    parts = (
        Text(_pad("text", MAX_TEXT_LETTERS - MAX_LABEL_LETTERS)),
        Picture("board.png", board, _pad("board", LONGEST_ALT_TEXT)),
        Attachment("record.txt", b"probe\n" * (LARGEST_FILE // 6)),
        Section(_pad("section", MAX_LABEL_LETTERS), Button("section", "probe:section", ButtonStyle.MAIN)),
        Select(
            _pad("probe:select", LONGEST_CUSTOM_ID),
            _pad("select", MAX_LABEL_LETTERS),
            tuple(options),
            0,
            MAX_SELECT_OPTIONS,
        ),
        PersonSelect(_pad("probe:people", LONGEST_CUSTOM_ID), _pad("people", MAX_LABEL_LETTERS), MAX_SELECT_OPTIONS),
        EntitySelect(_pad("probe:channels", LONGEST_CUSTOM_ID), "channels", "channels", (session.channel,)),
        Buttons(buttons),
        Divider(),
    )
    return await session.answer(session.post(Screen(parts, PROBE_ACCENT), session.channel))


def _pad(start: str, length: int) -> str:
    return f"{start} ".ljust(length, "x")[:length]


async def first_events(session: ProbeSession) -> Any:
    """Return the gateway's first event and the one about the server, with the bot as its only member."""
    server = await session.client.wait_until(lambda: session.client.server_event(session.guild))
    found = session.parse_with_names(json.dumps({"ready": session.client.events_named("READY")[-1], "server": server}))
    found["server"]["members"] = [member for member in found["server"]["members"] if member["user"]["id"] == "the bot"]
    return found


async def reconnect(session: ProbeSession) -> Any:
    """Break the connection and return the first event of the next one."""
    client = session.client
    before = {name: len(client.events_named(name)) for name in ("RESUMED", "READY")}
    await client.ws.close(BROKEN_CLOSE_CODE)
    return await client.wait_until(
        lambda: next((name for name in before if len(client.events_named(name)) > before[name]), None)
    )


async def hidden_channels(session: ProbeSession) -> Any:
    """Return the hidden channels in the event, those that are not listed; identical descriptions only once."""
    server = await session.client.wait_until(lambda: session.client.server_event(session.guild))
    listed = {each["id"] for each in await session.client.http.get_all_guild_channels(session.guild)}
    hidden = [each for each in server["channels"] if each["id"] not in listed or each.get("flags", 0) & HIDDEN_CHANNEL]
    if not hidden:
        raise NotProbed("no_hidden")
    kept = ("name", "flags", "permission_overwrites")
    texts = {json.dumps({key: each.get(key) for key in kept} | {"listed": each["id"] in listed}) for each in hidden}
    return [session.parse_with_names(text) for text in sorted(texts)]


async def open_second_thread(session: ProbeSession) -> DiscordJson:
    """Open another thread on the first one's message."""
    start = session.posted[session.numbers["thread"]]
    return await session.answer(start.create_thread(name="again", auto_archive_duration=THREAD_ARCHIVE_MINUTES))


async def archive(session: ProbeSession) -> DiscordJson:
    """Archive the thread."""
    return await session.answer(session.client.http.edit_channel(session.numbers["thread"], archived=True))


async def list_emojis(session: ProbeSession) -> list[Any]:
    """Return the emoji in the application's list."""
    answer = await session.answer(session.client.fetch_application_emojis())
    return [item for item in answer["body"]["items"] if item["id"] == "the emoji"]


async def make_second_emoji(session: ProbeSession) -> DiscordJson:
    """Create another emoji with the same name."""
    return await session.answer(session.client.create_application_emoji(name=session.emoji_name, image=tile_picture()))


async def show_emoji(session: ProbeSession) -> Any:
    """Post a button and a list with the emoji."""
    markup = f"<:{session.emoji_name}:{session.numbers['emoji']}>"
    options = tuple(Option(value, value, emoji=markup) for value in ("1", "2"))
    button = Buttons((Button("probe", "probe:button", emoji=markup),))
    return await post(button, Select("probe:list", "probe", options))(session)


async def translations(session: ProbeSession) -> dict[str, bool]:
    """Return whether commands include their localizations, if requested and by default."""
    client = session.client
    bare = await client.http.request(Route("GET", COMMANDS_PATH, application_id=client.application_id or 0))
    if not bare:
        raise NotProbed("no_commands")
    full = await registered_commands(client.http, client.application_id or 0)
    commands_of = {"asked": full, "not asked": bare}
    return {name: any(command.get("name_localizations") for command in every) for name, every in commands_of.items()}


async def commands(session: ProbeSession) -> list[str]:
    """Return the names of all commands. Raises AnswerDiffers if one differs from this version's definition."""
    client = session.client
    theirs = comparable_definitions(await registered_commands(client.http, client.application_id or 0))
    if not theirs:
        raise NotProbed("no_commands")
    tree = app_commands.CommandTree(client)
    for command in ALL_COMMANDS:
        tree.add_command(command)
    ours = comparable_definitions(await command_definitions(tree))
    for found, wanted in ((theirs, ours), (ours, theirs)):  # the first ignores fields that only Discord's have
        try:
            compare(found, wanted)
        except AnswerDiffers as error:
            raise AnswerDiffers(*error.differences[:1]) from None  # one is enough, and there may be hundreds
    return sorted(theirs)


PROBE_PICTURE = Picture("board.png", tile_picture(), "x" * LONGEST_ALT_TEXT)
POST_NOTE, OPEN_THREAD, GET_CHANNEL = post(), ProbeSession.open_thread, get("/channels/{channel}")
UNKNOWN_MESSAGE = {"status": 404, "body": {"code": 10008}}


def message_answer(*parts: Any, **fields: Any) -> DiscordJson:
    """Return the expected answer for a message with these components."""
    return {"body": {**fields, "components": [{"components": [{"type": TEXT_DISPLAY}, *parts]}]}}


def gallery(file: str) -> DiscordJson:
    """Return the expected component that shows this file with its alt text."""
    media = {"url": str, "proxy_url": str, "attachment_id": file}
    return {"type": GALLERY_TYPE, "items": [{"media": media, "description": PROBE_PICTURE.alt}]}


BELIEFS: Mapping[str, tuple[list[ProbeStep], list[Any]]] = {
    "D1.1": ([get("/oauth2/applications/@me")], [{"body": {"id": "the bot", "name": str, "flags": int}}]),
    "D1.2": ([get("/users/@me/guilds?limit=1&after={before}")], [
        {"body": [{"id": "the server", "name": str, "permissions": DIGITS}]},
    ]),
    "D1.3": ([get("/oauth2/applications/@me")], [{"headers": {"Content-Type": "application/json"}}]),
    "D1.4": ([POST_NOTE], [{"headers": {
        "X-RateLimit-Bucket": re.compile(r"\w+"), "X-RateLimit-Limit": DIGITS, "X-RateLimit-Remaining": DIGITS,
        "X-RateLimit-Reset-After": re.compile(r"\d+(\.\d+)?"),
    }}]),
    "D1.5": ([get("/guilds/{server}/members/{bot}")], [{"body": {"user": {"id": "the bot"}, "roles": list}}]),
    "D1.6": ([get("/guilds/{server}/members/{channel}")], [
        {"status": 404, "body": {"code": frozenset(UNKNOWN_PERSON_CODES)}},
    ]),
    "D1.7": ([first_events], [{
        "ready": {"session_id": str, "resume_gateway_url": str, "guilds": list},
        "server": {"channels": list, "roles": list, "members": [{"user": {"id": "the bot"}}]},
    }]),
    "D1.8": ([reconnect], ["RESUMED"]),
    "D1.18": ([hidden_channels], [[{
        "name": "___hidden___", "flags": HIDDEN_CHANNEL, "listed": False,
        "permission_overwrites": [
            {"id": "the server", "type": 0, "allow": "0", "deny": str(discord.Permissions.view_channel.flag)},
        ],
    }]]),
    "D2.1": ([post(Text("A text."))], [{"body": {
        "id": "message 1", "channel_id": "the channel", "type": 0, "flags": COMPONENTS_FLAG | SILENT_FLAG,
        "content": "", "embeds": [], "edited_timestamp": None, "author": {"id": "the bot", "bot": True},
        "components": [{"type": CONTAINER_TYPE, "id": int, "accent_color": PROBE_ACCENT, "components": [
            {"type": TEXT_DISPLAY, "id": int, "content": str}, {"type": TEXT_DISPLAY, "id": int, "content": "A text."},
        ]}],
    }}]),
    "D2.2": ([post_largest], [{"body": {"components": [{"components": [
        {"type": TEXT_DISPLAY}, {"type": GALLERY_TYPE}, {"type": FILE_TYPE}, {"type": SECTION_TYPE},
        {"components": [{"type": SELECT_TYPE, "max_values": MAX_SELECT_OPTIONS, "min_values": 0, "options": list}]},
        {"type": ROW_TYPE},
        {"components": [{"type": CHANNEL_SELECT_TYPE, "default_values": [{"id": "the channel", "type": "channel"}]}]},
        *[{"type": ROW_TYPE, "components": [dict] * 5}] * BUTTON_ROWS, {"type": SEPARATOR_TYPE},
    ]}]}}]),
    "D2.3": ([post(PROBE_PICTURE, Attachment("record.txt", b"probe"))], [message_answer(
        gallery("file 1"), {"type": FILE_TYPE, "file": {"attachment_id": "file 2"}, "name": "record.txt", "size": 5},
    )]),
    "D2.4": ([post(PROBE_PICTURE)], [{"body": {"attachments": []}}]),
    "D2.5": ([mention(pings=False)], [{"body": {"mentions": [], "mention_roles": [], "mention_everyone": False}}]),
    "D2.6": ([mention(pings=True)], [{"body": {"mentions": [{"id": "the bot"}], "mention_everyone": False}}]),
    "D2.7": ([post(nonce="once"), post(nonce="once")], [
        {"body": {"id": "message 1", "nonce": re.compile(rf".{{{MAX_NONCE}}}")}}, {"body": {"id": "message 1"}},
    ]),
    "D2.8": ([post(nonce="gone"), delete, post(nonce="gone")], [UNKNOWN_MESSAGE]),
    "D2.9": ([post(PROBE_PICTURE), edit(PROBE_PICTURE, replaces_files=True)], [message_answer(
        gallery("file 2"), id="message 1", edited_timestamp=str, attachments=[],
        flags=frozenset({COMPONENTS_FLAG, COMPONENTS_FLAG | SILENT_FLAG}),  # either is fine
    )]),
    "D2.10": ([post(PROBE_PICTURE), edit(PROBE_PICTURE)], [message_answer(gallery("file 1"))]),
    "D2.11": ([post(PROBE_PICTURE), edit(replaces_files=True)], [message_answer(attachments=[])]),
    "D2.12": ([POST_NOTE, delete, edit(), delete], [{"status": 204}, UNKNOWN_MESSAGE, UNKNOWN_MESSAGE]),
    "D2.13": ([POST_NOTE, post(place="nowhere")], [{"status": 404, "body": {"code": 10003}}]),
    "D3.1": ([OPEN_THREAD], [{"body": {
        "id": "message 1", "type": PUBLIC_THREAD_TYPE, "parent_id": "the channel", "owner_id": "the bot",
        "thread_metadata": {"archived": False, "locked": False, "auto_archive_duration": THREAD_ARCHIVE_MINUTES},
    }}]),
    "D3.2": ([OPEN_THREAD, open_second_thread], [{"status": 400, "body": {"code": THREAD_EXISTS_CODE}}]),
    "D3.3": ([OPEN_THREAD, GET_CHANNEL], [{"body": {"last_message_id": "the thread"}}]),
    "D3.4": ([OPEN_THREAD, post(nonce="everywhere"), post(nonce="everywhere", place="thread")], [
        {"body": {"id": "message 1"}}, {"body": {"id": "message 2", "channel_id": "the thread"}},
    ]),
    "D3.5": ([OPEN_THREAD, archive, get("/channels/{thread}")], [{"body": {"thread_metadata": {"archived": True}}}]),
    "D3.6": ([OPEN_THREAD, post(place="thread"), archive, edit()], [{"status": 400, "body": {"code": 50083}}]),
    "D3.7": ([OPEN_THREAD, archive, post(place="thread"), get("/channels/{thread}")], [
        {"body": {"thread_metadata": {"archived": False}}},
    ]),
    "D4.1": ([ProbeSession.make_emoji], [{"body": PROBE_EMOJI | {"id": str, "animated": False, "available": True}}]),
    "D4.2": ([ProbeSession.make_emoji, list_emojis], [[PROBE_EMOJI]]),
    "D4.3": ([ProbeSession.make_emoji, make_second_emoji], [{"status": 400, "body": {"code": 50035}}]),
    "D4.4": ([ProbeSession.make_emoji, show_emoji], [message_answer(
        {"components": [{"emoji": PROBE_EMOJI}]},
        {"components": [{"options": [{"emoji": PROBE_EMOJI}, {"emoji": PROBE_EMOJI}]}]},
    )]),
    "D5.1": ([translations], [{"asked": True, "not asked": False}]),
    "D5.2": ([commands], [sorted(command.name for command in ALL_COMMANDS)]),
}  # fmt: skip
