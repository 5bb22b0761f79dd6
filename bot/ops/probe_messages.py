"""What we believe of messages that the bot posts, edits and deletes, each belief with its probe.

Knows no thread. The beliefs are told in docs/discord-beliefs.md.
"""

import asyncio
from typing import Any

import discord

from bot.discord_api.components import files
from bot.ops.probe_answers import NUMBER, Json, compare
from bot.ops.probe_screens import ACCENT, MOST_ALT, MOST_OPTIONS, largest, note, png
from bot.ops.probe_session import ProbeSession
from bot.screens.screen import Attachment, Picture, Screen, Text

ROW, SELECT, CHANNELS, SECTION, TEXT, GALLERY, FILE, LINE, CONTAINER = 1, 3, 8, 9, 10, 12, 13, 14, 17  # kinds
COMPONENTS, SILENT = 1 << 15, 1 << 12  # flags of a message
MOST_NONCE = 25  # letters
UNKNOWN_MESSAGE = {"status": 404, "code": 10008}
UNKNOWN_CHANNEL = {"status": 404, "code": 10003}
FILE_NAME = "board.png"


def _picture(session: ProbeSession, shade: int = 0) -> Screen:
    return note(session.words, Picture(FILE_NAME, png(shade=shade), "a gray square"))


def _nonce(session: ProbeSession, name: str) -> str:
    return f"{session.run}-{name}".ljust(MOST_NONCE, "-")


def media(body: Json) -> list[Json]:
    """What the galleries and files of a message show."""
    parts = body["components"][0]["components"]
    shown = [item["media"] for part in parts if part["type"] == GALLERY for item in part["items"]]
    return shown + [part["file"] for part in parts if part["type"] == FILE]


async def message_stands_as_it_was_sent(session: ProbeSession) -> None:
    """Probes [D2.1]."""
    screen = note(session.words)
    body = await session.post(screen)
    inner = [{"type": TEXT, "id": int, "content": screen.parts[0].text}] if isinstance(screen.parts[0], Text) else []
    compare(
        body,
        {
            "id": NUMBER, "channel_id": str(session.channel), "type": 0, "flags": COMPONENTS | SILENT,
            "content": "", "embeds": [], "edited_timestamp": None, "author": {"id": str(session.bot), "bot": True},
            "components": [{"type": CONTAINER, "id": int, "accent_color": ACCENT, "components": inner}],
        },
    )  # fmt: skip


async def largest_message_is_taken(session: ProbeSession) -> None:
    """Probes [D2.2]."""
    screen = await asyncio.to_thread(largest, session.words, session.channel)
    body = await session.post(screen)
    parts = body["components"][0]["components"]
    kinds = [part["type"] for part in parts]
    compare(kinds, [TEXT, GALLERY, FILE, SECTION, *[ROW] * 7, LINE], "components")
    lists: Any = [{"type": SELECT, "max_values": MOST_OPTIONS, "min_values": 0, "options": list}]
    compare(parts[4]["components"], lists, "list")
    chosen: Any = [{"type": CHANNELS, "default_values": [{"id": str(session.channel), "type": "channel"}]}]
    compare(parts[6]["components"], chosen, "list of channels")
    compare([len(part["components"]) for part in parts[7:11]], [5, 5, 5, 5], "rows of buttons")


async def files_are_told_where_they_are_shown(session: ProbeSession) -> None:
    """Probes [D2.3]."""
    alt = "x" * MOST_ALT
    body = await session.post(
        note(session.words, Picture(FILE_NAME, png(), alt), Attachment("record.txt", b"probe"))
    )  # fmt: skip
    parts = body["components"][0]["components"]
    shown = {"url": str, "proxy_url": str, "attachment_id": NUMBER}
    gallery = {"type": GALLERY, "items": [{"media": shown, "description": alt}]}
    compare(parts[1:], [gallery, {"type": FILE, "file": shown, "name": "record.txt", "size": 5}], "components")


async def files_that_are_shown_are_not_listed(session: ProbeSession) -> None:
    """Probes [D2.4]."""
    compare((await session.post(_picture(session)))["attachments"], [], "attachments")


async def nobody_is_pinged_by_a_mention(session: ProbeSession) -> None:
    """Probes [D2.5]."""
    said = note(session.words, Text(f"<@{session.bot}> @everyone @here"))
    body = await session.post(said, allowed_mentions=discord.AllowedMentions.none())
    compare(body, {"mentions": [], "mention_roles": [], "mention_everyone": False})


async def whoever_may_be_pinged_is(session: ProbeSession) -> None:
    """Probes [D2.6]: the bot pings itself, so nobody is disturbed."""
    said = note(session.words, Text(f"<@{session.bot}> @everyone"))
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(session.bot)])
    body = await session.post(said, allowed_mentions=allowed)
    compare(body, {"mentions": [{"id": str(session.bot)}], "mention_everyone": False})


async def nonce_is_sent_once(session: ProbeSession) -> None:
    """Probes [D2.7]."""
    nonce = _nonce(session, "once")
    first = await session.post(note(session.words), nonce=nonce)
    again = await session.post(note(session.words), nonce=nonce)
    compare([first["nonce"], again["id"]], [nonce, first["id"]], "nonce and number")


async def nonce_outlives_its_message(session: ProbeSession) -> None:
    """Probes [D2.8]."""
    nonce = _nonce(session, "gone")
    first = await session.post(note(session.words), nonce=nonce)
    await session.delete(first["id"])
    compare(await session.refusal(session.post(note(session.words), nonce=nonce)), UNKNOWN_MESSAGE)


async def edit_replaces_a_file(session: ProbeSession) -> None:
    """Probes [D2.9]: the new file has the name of the old one."""
    first = await session.post(_picture(session))
    screen = _picture(session, 255)
    body = await session.edit(first["id"], screen, attachments=files(screen))
    flags = frozenset({COMPONENTS, COMPONENTS | SILENT})  # nothing depends on whether an edited message stays silent
    compare(body, {"id": first["id"], "flags": flags, "edited_timestamp": str, "attachments": []})
    compare(media(body), [{"attachment_id": NUMBER}], "files")
    compare({"replaced": media(body)[0]["attachment_id"] != media(first)[0]["attachment_id"]}, {"replaced": True})


async def edit_keeps_a_file(session: ProbeSession) -> None:
    """Probes [D2.10]."""
    first = await session.post(_picture(session))
    body = await session.edit(first["id"], _picture(session))
    compare(media(body), [{"attachment_id": media(first)[0]["attachment_id"]}], "files")


async def edit_drops_a_file(session: ProbeSession) -> None:
    """Probes [D2.11]."""
    first = await session.post(_picture(session))
    body = await session.edit(first["id"], note(session.words), attachments=[])
    compare({"attachments": body["attachments"], "files": media(body)}, {"attachments": [], "files": []})


async def deleted_message_is_unknown(session: ProbeSession) -> None:
    """Probes [D2.12]."""
    message = (await session.post(note(session.words)))["id"]
    await session.delete(message)
    compare((await session.answer()).status, 204, "status")
    compare(await session.refusal(session.edit(message, note(session.words))), UNKNOWN_MESSAGE, "edit")
    compare(await session.refusal(session.at(message).delete()), UNKNOWN_MESSAGE, "delete")


async def channel_that_is_none_is_unknown(session: ProbeSession) -> None:
    """Probes [D2.13]: no channel has the number of a message."""
    message = int((await session.post(note(session.words)))["id"])
    compare(await session.refusal(session.post(note(session.words), message)), UNKNOWN_CHANNEL)


MESSAGES = {
    "D2.1": message_stands_as_it_was_sent,
    "D2.2": largest_message_is_taken,
    "D2.3": files_are_told_where_they_are_shown,
    "D2.4": files_that_are_shown_are_not_listed,
    "D2.5": nobody_is_pinged_by_a_mention,
    "D2.6": whoever_may_be_pinged_is,
    "D2.7": nonce_is_sent_once,
    "D2.8": nonce_outlives_its_message,
    "D2.9": edit_replaces_a_file,
    "D2.10": edit_keeps_a_file,
    "D2.11": edit_drops_a_file,
    "D2.12": deleted_message_is_unknown,
    "D2.13": channel_that_is_none_is_unknown,
}
