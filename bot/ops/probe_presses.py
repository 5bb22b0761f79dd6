"""What we believe of the answers to people's presses, each belief with what is done when its button is pressed.

Knows no list of buttons. The beliefs are told in docs/discord-beliefs.md.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord import app_commands

from bot.discord_api.components import files, layout, window
from bot.discord_api.custom_id import chosen
from bot.ops.probe_answers import NUMBER, PERMISSIONS, Json, compare
from bot.ops.probe_emojis import with_emoji
from bot.ops.probe_messages import COMPONENTS, FILE_NAME, media
from bot.ops.probe_report import Unasked
from bot.ops.probe_screens import note, png
from bot.ops.probe_session import ProbeSession
from bot.screens.screen import Button, Buttons, Form, PersonSelect, Picture, Screen

Interaction = discord.Interaction[Any]

PRIVATE = 1 << 6  # a flag of a message
SLOW, LATE, OLD = 4.0, 3.5, 15 * 60 + 10.0  # seconds: more than 3, more than 3, and more than 15 minutes
MESSAGE, UPDATE = 4, 7  # kinds of answers
SUGGESTIONS, MOST_SUGGESTION = 25, 100  # how many, and letters of each
SHADES = {"menu": 0, "next": 90, "again": 180}  # of the pictures in the private menu
TOO_LATE = {"status": 404, "code": 10062}
ANSWERED = {"status": 400, "code": 40060}
EXPIRED = {"status": 401, "code": 50027}


@dataclass(frozen=True)
class Step:
    """What is done when somebody presses, chooses or sends something.

    `number`: of the belief. `check`: does it, and raises if Discord is otherwise. `final`: whether the belief is judged
    then; without that only a failure is told, since something else must be pressed first.
    """

    number: str
    check: Callable[[ProbeSession, Interaction], Awaitable[None]]
    final: bool = True


def _page(session: ProbeSession, name: str, following: str = "") -> Screen:
    """A page of the private menu: a picture, and the button to the next page."""
    picture = Picture(FILE_NAME, png(shade=SHADES[name]), "a square")
    label = session.words("probe.next")
    return note(session.words, picture, *([Buttons((Button(label, session.id(following)),))] if following else []))


async def _told(session: ProbeSession, interaction: Interaction) -> Json:
    """Discord's answer to our answer."""
    body: Json = (await session.answer(f"/interactions/{interaction.id}/")).body
    return body


async def menu(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.1]."""
    screen = _page(session, "menu", "next")
    made = await interaction.response.send_message(view=layout(screen), files=files(screen), ephemeral=True)
    resource = (await _told(session, interaction))["resource"]
    message = {"id": str(made.message_id), "flags": COMPONENTS | PRIVATE, "attachments": []}
    compare(resource, {"type": MESSAGE, "message": message})
    compare(media(resource["message"]), [{"attachment_id": NUMBER}], "files")


async def next_page(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.2]."""
    screen, before = _page(session, "next", "again"), _raw(session, interaction)["message"]
    await interaction.response.edit_message(view=layout(screen), attachments=files(screen))
    resource = (await _told(session, interaction))["resource"]
    message = {"id": before["id"], "flags": COMPONENTS | PRIVATE}
    compare(resource, {"type": UPDATE, "message": message})
    _is_replaced(before, resource["message"])


async def again(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.3]."""
    screen, before = _page(session, "again"), _raw(session, interaction)["message"]
    await interaction.response.defer()
    await interaction.edit_original_response(view=layout(screen), attachments=files(screen))
    message = (await session.answer("/messages/@original")).body
    compare(message, {"id": before["id"], "flags": COMPONENTS | PRIVATE})
    _is_replaced(before, message)


def _raw(session: ProbeSession, interaction: Interaction) -> Json:
    """The interaction as it came over the wire."""
    return next(one for one in session.client.told("INTERACTION_CREATE") if one["id"] == str(interaction.id))


def _is_replaced(before: Json, after: Json) -> None:
    compare(media(after), [{"attachment_id": NUMBER}], "files")
    is_new = media(after)[0]["attachment_id"] != media(before)[0]["attachment_id"]
    compare({"replaced": is_new}, {"replaced": True})


async def open_form(session: ProbeSession, interaction: Interaction) -> None:
    """The form of [D6.4]."""
    words = session.words
    form = Form(session.id("sent"), words("probe.form_title"), words("probe.form_label"), words("probe.form_hint"))
    await interaction.response.send_modal(window(form))


async def form_sent(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.4]."""
    await _thank(session, interaction)
    data = sent(interaction)
    compare({"typed": bool(chosen(data)) and all(chosen(data))}, {"typed": True})
    compare(data["components"], [{"type": 18, "component": {"type": 4, "custom_id": "text", "value": str}}], "form")
    compare(_raw(session, interaction), {"message": {"id": NUMBER}})


async def open_lists(session: ProbeSession, interaction: Interaction) -> None:
    """The lists of [D6.5] and [D6.6]."""
    try:
        emoji = await session.emoji()
    except discord.HTTPException:
        raise Unasked("no_emoji") from None
    view = with_emoji(emoji, session.id("chosen"), session.words("probe.choose"))
    for row in layout(Screen((PersonSelect(session.id("people"), session.words("probe.people")),))).children:
        view.add_item(row)
    await interaction.response.send_message(view=view, ephemeral=True)


async def emojis_chosen(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.5]."""
    await _thank(session, interaction)
    compare(sent(interaction), {"component_type": 3, "values": list})
    compare({"chosen": bool(chosen(sent(interaction)))}, {"chosen": True})


async def people_chosen(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.6]."""
    await _thank(session, interaction)
    data = sent(interaction)
    (person,) = chosen(data)
    known = {"users": {person: {"id": person, "username": str}}, "members": {person: {"roles": list}}}
    compare(data, {"component_type": 5, "values": [person], "resolved": known})


async def slow(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.7]."""
    screen = _page(session, "menu")
    await interaction.response.defer(ephemeral=True, thinking=True)
    await asyncio.sleep(SLOW)
    await interaction.edit_original_response(view=layout(screen), attachments=files(screen))
    message = (await session.answer("/messages/@original")).body
    compare(message, {"flags": COMPONENTS | PRIVATE})
    compare(media(message), [{"attachment_id": NUMBER}], "files")


async def late(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.8]."""
    await asyncio.sleep(LATE)
    compare(await session.refusal(_thank(session, interaction)), TOO_LATE)


async def twice(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.9]: the library would not send the second answer, so it is sent past it."""
    await _thank(session, interaction)
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    route = discord.http.Route("POST", path, webhook_id=interaction.id, webhook_token=interaction.token)
    compare(await session.refusal(session.client.http.request(route, json={"type": 6})), ANSWERED)


async def old(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.10]."""
    await _thank(session, interaction)
    await asyncio.sleep(OLD)
    compare(await session.refusal(interaction.edit_original_response(view=layout(note(session.words)))), EXPIRED)


async def direct(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.11]."""
    await _thank(session, interaction)
    channel = await session.client.create_dm(discord.Object(interaction.user.id))
    first, second = [await _written(session, channel) for _ in range(2)]
    compare(first, {"channel_id": str(channel.id), "flags": COMPONENTS})
    compare(second["id"], first["id"], "the same nonce")


async def _written(session: ProbeSession, channel: discord.DMChannel) -> Json:
    message = await channel.send(view=layout(note(session.words)), nonce=f"{session.run}-direct")
    session.remember(channel.id, message.id)
    body: Json = (await session.answer(f"/channels/{channel.id}/")).body
    return body


async def suggest(session: ProbeSession, interaction: Interaction) -> None:
    """The suggestions of [D6.12], each as long as Discord allows."""
    texts = _suggestions(session)
    await interaction.response.autocomplete([app_commands.Choice(name=text, value=text) for text in texts])


def _suggestions(session: ProbeSession) -> list[str]:
    return [f"{session.run} {n} ".ljust(MOST_SUGGESTION, "x") for n in range(SUGGESTIONS)]


async def suggestion_sent(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.12]."""
    await _thank(session, interaction)
    compare({"chosen": bool({*_values(sent(interaction))} & {*_suggestions(session)})}, {"chosen": True})


def _values(data: Json) -> Iterator[Any]:
    for option in data.get("options") or ():
        yield option.get("value")
        yield from _values(option)


async def press_tells(session: ProbeSession, interaction: Interaction) -> None:
    """Does what shows [D6.13]."""
    compare(
        _raw(session, interaction),
        {
            "token": str, "locale": str, "app_permissions": PERMISSIONS, "attachment_size_limit": int, "context": 0,
            "guild_id": str(session.guild), "channel": {"id": str(session.channel), "type": 0},
            "authorizing_integration_owners": dict, "message": {"id": NUMBER, "flags": int, "attachments": []},
            "member": {"permissions": PERMISSIONS, "roles": list, "user": {"id": NUMBER, "username": str}},
        },
    )  # fmt: skip


async def _thank(session: ProbeSession, interaction: Interaction) -> None:
    await interaction.response.send_message(view=layout(note(session.words)), ephemeral=True)


def sent(interaction: Interaction) -> Json:
    """What somebody pressed, chose, wrote or typed."""
    return cast(Json, interaction.data or {})


STEPS: Mapping[str, Step] = {
    "menu": Step("D6.1", menu),
    "next": Step("D6.2", next_page),
    "again": Step("D6.3", again),
    "form": Step("D6.4", open_form, final=False),
    "sent": Step("D6.4", form_sent),
    "lists": Step("D6.5", open_lists, final=False),
    "chosen": Step("D6.5", emojis_chosen),
    "people": Step("D6.6", people_chosen),
    "slow": Step("D6.7", slow),
    "late": Step("D6.8", late),
    "twice": Step("D6.9", twice),
    "old": Step("D6.10", old),
    "direct": Step("D6.11", direct),
    "suggest": Step("D6.12", suggest, final=False),
    "suggested": Step("D6.12", suggestion_sent),
    "first": Step("D6.13", press_tells),
}
BUTTONS = ("menu", "form", "lists", "slow", "late", "twice", "old", "direct")  # those on the list, in their order
