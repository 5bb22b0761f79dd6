"""What we believe of the application's own emojis, each belief with its probe. All of them but one use one emoji.

Knows no channel. The beliefs are told in docs/discord-beliefs.md.
"""

from typing import Any

import discord

from bot.ops.probe_answers import NUMBER, Json, compare
from bot.ops.probe_session import ProbeSession

TAKEN = {"status": 400, "code": 50035}


def with_emoji(emoji: Json, custom_id: str, text: str = "") -> discord.ui.LayoutView:
    """A text, a button and a list that show the emoji; as our screens do."""
    own = discord.PartialEmoji(name=emoji["name"], id=int(emoji["id"]))
    options = [discord.SelectOption(label=f"probe {one}", value=one, emoji=own) for one in ("1", "2")]
    rows: list[discord.ui.Item[Any]] = [
        discord.ui.TextDisplay(f"{own} {text}"),
        discord.ui.ActionRow(discord.ui.Button(label="probe", custom_id=f"{custom_id}:button", emoji=own)),
        discord.ui.ActionRow(discord.ui.Select(custom_id=custom_id, options=options, max_values=2)),
    ]
    view = discord.ui.LayoutView(timeout=None)
    for row in rows:
        view.add_item(row)
    view.stop()
    return view


async def emoji_is_made(session: ProbeSession) -> None:
    """Probes [D4.1]."""
    emoji = await session.emoji()
    compare(emoji, {"id": NUMBER, "name": f"probe_{session.run}", "animated": False, "available": True})


async def emojis_are_listed(session: ProbeSession) -> None:
    """Probes [D4.2]."""
    emoji = await session.emoji()
    await session.client.fetch_application_emojis()
    listed = {one["id"]: one for one in (await session.answer()).body["items"]}
    compare(listed.get(emoji["id"]), {"name": emoji["name"]}, "emoji")


async def name_of_an_emoji_is_taken(session: ProbeSession) -> None:
    """Probes [D4.3]."""
    emoji = await session.emoji()
    compare(await session.refusal(session.new_emoji(emoji["name"])), TAKEN)


async def emoji_is_shown(session: ProbeSession) -> None:
    """Probes [D4.4]."""
    emoji = await session.emoji()
    body = await session.send(with_emoji(emoji, f"probe:{session.run}"))
    shown: Any = {"emoji": {"id": emoji["id"], "name": emoji["name"]}}
    _, buttons, lists = body["components"]
    compare(buttons["components"], [shown], "button")
    compare(lists["components"][0]["options"], [shown, shown], "list")


async def emoji_is_deleted(session: ProbeSession) -> None:
    """Probes [D4.5]."""
    other = await session.new_emoji(f"probe_{session.run}_gone")
    await session.drop_emoji(int(other["id"]))
    compare((await session.answer()).status, 204, "status")


EMOJIS = {
    "D4.1": emoji_is_made,
    "D4.2": emojis_are_listed,
    "D4.3": name_of_an_emoji_is_taken,
    "D4.4": emoji_is_shown,
    "D4.5": emoji_is_deleted,
}
