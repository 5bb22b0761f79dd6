"""Converts screens to Discord messages. Independent of games and rooms."""

from io import BytesIO
from typing import Any

import aiohttp
import discord

from bot.screens.screen import (
    BUTTONS_A_ROW,
    MAX_BUTTON_LETTERS,
    MAX_DETAIL_LETTERS,
    MAX_FORM_LETTERS,
    MAX_LABEL_LETTERS,
    MAX_TEXT_LETTERS,
    Attachment,
    Button,
    Buttons,
    ButtonStyle,
    Divider,
    EntitySelect,
    InputForm,
    PersonSelect,
    Picture,
    Screen,
    Section,
    Select,
    Text,
    cut,
)

# Raised by a request that Discord refused, that did not reach Discord, or that timed out.
REQUEST_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
SERVER_ERROR = 500  # HTTP statuses from here on are errors of Discord, not refusals

MAX_ALT_TEXT = 1_024  # characters of a picture's description
_STYLES = {
    ButtonStyle.MAIN: discord.ButtonStyle.primary,
    ButtonStyle.PLAIN: discord.ButtonStyle.secondary,
    ButtonStyle.GRAVE: discord.ButtonStyle.danger,
}


def layout(screen: Screen) -> discord.ui.LayoutView:
    """Return the screen as a view, which is stopped at once, so that the library does not keep it in memory.

    Emoji markup counts as characters, so emojis are removed from a screen whose texts would be too long with them.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=screen.accent)
    screen = screen if screen.letters <= MAX_TEXT_LETTERS else screen.without_text_emojis
    left = MAX_TEXT_LETTERS
    for part in screen.parts:
        match part:
            case Text(text):
                if text and left > 1:
                    container.add_item(discord.ui.TextDisplay(cut(text, left)))
                left -= min(left, len(text))
            case Section(text, button):
                container.add_item(discord.ui.Section(cut(text, left), accessory=_button(button)))
                left -= min(left, len(text))
            case Divider():
                container.add_item(discord.ui.Separator())
            case Picture():
                shown = discord.MediaGalleryItem(f"attachment://{part.name}", description=cut(part.alt, MAX_ALT_TEXT))
                container.add_item(discord.ui.MediaGallery(shown))
            case Attachment():
                container.add_item(discord.ui.File(f"attachment://{part.name}"))
            case Buttons(several):
                for start in range(0, len(several), BUTTONS_A_ROW):
                    row = map(_button, several[start : start + BUTTONS_A_ROW])
                    container.add_item(discord.ui.ActionRow(*row))
            case Select() | PersonSelect():
                container.add_item(discord.ui.ActionRow(_select(part)))
            case EntitySelect():
                container.add_item(discord.ui.ActionRow(_entity_select(part)))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()
    return view


def modal(form: InputForm) -> discord.ui.Modal:
    """Return the form as a modal, which is stopped at once like a view."""
    made = discord.ui.Modal(title=cut(form.title, MAX_FORM_LETTERS), custom_id=form.id, timeout=None)
    line: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="text", placeholder=cut(form.hint, MAX_LABEL_LETTERS), max_length=MAX_LABEL_LETTERS
    )
    made.add_item(discord.ui.Label(text=cut(form.label, MAX_FORM_LETTERS), component=line))
    made.stop()
    return made


def files(screen: Screen) -> list[discord.File]:
    """Return new files of the screen's pictures and attachments; each can be sent only once."""
    found = []
    for part in screen.parts:
        if isinstance(part, Picture):
            found.append(discord.File(BytesIO(part.png), part.name, description=cut(part.alt, MAX_ALT_TEXT)))
        elif isinstance(part, Attachment):
            found.append(discord.File(BytesIO(part.content), part.name))
    return found


def allowed_mentions(screen: Screen) -> discord.AllowedMentions:
    """Return the allowed mentions that ping exactly the people in the screen's pings."""
    people = [*map(discord.Object, screen.pings)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people or False)


def _button(button: Button) -> discord.ui.Button[Any]:
    label = cut(button.label, MAX_BUTTON_LETTERS)
    if button.link:
        return discord.ui.Button(label=label, url=button.link)
    return discord.ui.Button(
        label=label, custom_id=button.id, style=_STYLES[button.look], disabled=button.off, emoji=button.emoji or None
    )


def _select(pick: Select | PersonSelect) -> discord.ui.Select[Any] | discord.ui.UserSelect[Any]:
    if isinstance(pick, PersonSelect):
        return discord.ui.UserSelect(
            custom_id=pick.id, placeholder=cut(pick.hint, MAX_LABEL_LETTERS), max_values=pick.most
        )
    options = []
    for option in pick.options:
        made = discord.SelectOption(
            label=cut(option.label, MAX_LABEL_LETTERS),
            value=option.value,
            description=cut(option.detail, MAX_DETAIL_LETTERS) or None,
            default=option.chosen,
            emoji=option.emoji or None,
        )
        options.append(made)
    most = min(pick.most, len(options))
    return discord.ui.Select(
        custom_id=pick.id,
        placeholder=cut(pick.hint, MAX_LABEL_LETTERS),
        options=options,
        min_values=min(pick.least, most),
        max_values=most,
    )


def _entity_select(pick: EntitySelect) -> discord.ui.Item[Any]:
    hint = cut(pick.hint, MAX_LABEL_LETTERS)
    chosen = [*map(discord.Object, pick.chosen)]
    if pick.kind == "roles":
        roles = [discord.SelectDefaultValue.from_role(role) for role in chosen]
        return discord.ui.RoleSelect(
            custom_id=pick.id, placeholder=hint, min_values=0, max_values=pick.most, default_values=roles
        )
    channels = [discord.SelectDefaultValue.from_channel(channel) for channel in chosen]
    kinds = [discord.ChannelType.text, discord.ChannelType.news]
    if pick.most > 1:  # the channels for tables, which can be in forum posts
        kinds.append(discord.ChannelType.forum)
    return discord.ui.ChannelSelect(
        custom_id=pick.id, placeholder=hint, min_values=0, max_values=pick.most, default_values=channels,
        channel_types=kinds,
    )  # fmt: skip
