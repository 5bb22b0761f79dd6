"""The buttons to the page of a table and to the Activity, and the links that people get. Knows no Discord library."""

from dataclasses import replace

from bot.model.page_link import PageLink
from bot.model.room import Room
from bot.screens import verbs
from bot.screens.screen import Button, Buttons, ButtonStyle, Screen, buttons, texts
from bot.text.words import Words


def to_page(room: Room, page: PageLink, words: Words) -> Button | None:
    """The button that opens the page of a table, None without one.

    Where people play on it, the press is answered with a link of their own.
    """
    if page.plays:
        return Button(words("button.page"), verbs.PAGE(room.id))
    return Button(words("button.page"), link=page.address) if page.address else None


def links(room: Room, own: str, watch: str, words: Words, *, looks_on: bool = False) -> Screen:
    """Buttons to these addresses: to play as oneself, to watch as everybody may; "" for an address there is not.

    `looks_on`: the person does not play there any more.
    """
    told = [words("page.own_link", tag=room.tag, looks_on=looks_on) if own else words("watch.only")]
    if own and watch:
        told.append(words("page.watch_link"))
    label = words("button.board" if looks_on else "button.play_page")
    ways = buttons(
        Button(label, look=ButtonStyle.MAIN, link=own) if own else None,
        Button(words("button.watch_page"), link=watch) if watch else None,
    )
    return Screen((texts(told), ways))


def with_activity(screen: Screen, room_id: int, words: Words) -> Screen:
    """The screen with one more button at its end, which opens that table in the Activity."""
    *parts, last = screen.parts
    button = Button(words("button.in_discord"), verbs.ACTIVITY(room_id))
    own = last.buttons if isinstance(last, Buttons) else ()
    return replace(screen, parts=(*parts, *([] if own else [last]), Buttons((*own, button))))
