"""The pages of /settings: where and by whom tables are opened, limits and announcements. Knows no Discord library.

Changes nothing.
"""

from collections.abc import Collection, Iterator

from bot.model.preferences import HOST_DECIDES, LIST_SETTINGS, SERVER_SETTING_VALUES, ServerSettings, setting_value
from bot.screens import verbs
from bot.screens.screen import (
    Button,
    ButtonStyle,
    Divider,
    EntitySelect,
    Option,
    Part,
    Screen,
    Select,
    Text,
    buttons,
    tab,
    texts,
)
from bot.text.words import Words, words_for

PAGES = ("tables", "limits")
ON_PAGE = {
    "tables": ("channels", "openers", "threads", "clock", "language", "theme", "page"),
    "limits": ("person", "channel", "server", "announce", "nudges", "earlier"),
}
ROLES = ("openers",)  # all other lists are of channels


def page(name: str, server: ServerSettings, words: Words, *, saved: bool = False, has_web: bool = False) -> Screen:
    """One of PAGES with its questions, each set to its answer; `saved`: something was chosen just now.

    `has_web`: whether tables can be opened in a browser.
    """
    head = Text(words(f"server.{name}", saved=words("server.saved") if saved else ""))
    picks = [part for key in _asked(name, has_web=has_web) for part in _question(name, key, server, words)]
    forget = Button(words("button.forget_server"), verbs.FORGET(), ButtonStyle.GRAVE) if name == "limits" else None
    ways = (tab(words(f"button.server_{one}"), verbs.SERVER(one), shown=one == name) for one in PAGES)
    return Screen((head, *picks, buttons(*ways, forget)))


def read_only(server: ServerSettings, words: Words, *, has_web: bool = False) -> Screen:
    """The same answers for everybody else, without anything to press."""
    rows = []
    for name in PAGES:
        for key in _asked(name, has_web=has_web):
            if key not in LIST_SETTINGS:
                answer = _label(key, setting_value(server, key), words)
            elif _numbers(server, key):
                answer = mentions(_numbers(server, key), roles=key in ROLES)
            else:
                answer = words(f"server.answer.{key}")
            rows.append(f"{words(f'server.question.{key}')}: {answer}")
    return Screen((Text(words("server.title")), texts(rows), Divider(), Text(words("server.theirs"))))


def sure(tables: int, words: Words) -> Screen:
    """The question before erasing the server's data, with the number of open tables."""
    return Screen((
        Text(words("server.sure", n=tables)),
        buttons(
            Button(words("button.forget_all"), verbs.FORGOTTEN(), ButtonStyle.GRAVE),
            Button(words("button.back"), verbs.SERVER("limits")),
        ),
    ))  # fmt: skip


def mentions(numbers: Collection[int], *, roles: bool = False) -> str:
    """Channels or roles as Discord shows them by name; private answers ping nobody."""
    return ", ".join(f"<@&{one}>" if roles else f"<#{one}>" for one in numbers)


def _asked(name: str, *, has_web: bool) -> list[str]:
    return [key for key in ON_PAGE[name] if key != "page" or has_web]


def _question(name: str, key: str, server: ServerSettings, words: Words) -> Iterator[Part]:
    """The list of the answers. Once channels or roles are chosen they stand where its hint stood, so it has a name."""
    question = words(f"server.question.{key}")
    place = verbs.DECIDE(name, key)
    if key in LIST_SETTINGS:
        numbers = _numbers(server, key)
        if numbers:
            yield Text(question)
        hint = f"{question}: {words(f'server.answer.{key}')}"
        yield EntitySelect(place, hint, "roles" if key in ROLES else "channels", numbers, LIST_SETTINGS[key])
        return
    now = setting_value(server, key)
    rows = tuple(Option(_label(key, value, words), value, chosen=value == now) for value in SERVER_SETTING_VALUES[key])
    yield Select(place, question, rows)


def _label(key: str, value: str, words: Words) -> str:
    """An answer that names its subject, because lists show it without its question."""
    if key == "language":
        return words("server.answer.language", language=words_for(value)("language.name"))
    if key == "clock" and value != HOST_DECIDES:
        return words("server.answer.clock.chosen", clock=words(f"term.option.clock.{value}"))
    return words(f"server.answer.{key}", n=int(value)) if value.isdigit() else words(f"server.answer.{key}.{value}")


def _numbers(server: ServerSettings, key: str) -> tuple[int, ...]:
    match key:
        case "channels":
            return server.channels
        case "openers":
            return server.openers
        case _:
            return (server.announce,) if server.announce else ()
