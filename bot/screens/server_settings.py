"""The pages of /settings: where tables may be opened and by whom, limits and announcements.

Independent of the Discord library; changes nothing.
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
    Screen,
    ScreenPart,
    Select,
    Text,
    buttons,
    tab_button,
    text_block,
)
from bot.text.words import Words, words_for

SETTING_PAGES = ("tables", "limits")
SETTINGS_BY_PAGE = {
    "tables": ("channels", "openers", "threads", "clock", "language", "theme", "page"),
    "limits": ("person", "channel", "server", "announce", "nudges", "earlier"),
}
ROLE_SETTINGS = ("openers",)  # settings that list roles; all other lists are of channels


def page(name: str, server: ServerSettings, words: Words, *, saved: bool = False, has_web: bool = False) -> Screen:
    """The page `name` of SETTING_PAGES with the current answers selected; `saved`: an answer was just saved.

    `has_web`: whether tables can be opened in a browser.
    """
    head = Text(words(f"server.{name}", saved=words("server.saved") if saved else ""))
    picks = [part for key in _settings_of_page(name, has_web=has_web) for part in _question(name, key, server, words)]
    forget = (
        Button(words("button.forget_server"), verbs.FORGET_SERVER(), ButtonStyle.GRAVE) if name == "limits" else None
    )
    ways = (
        tab_button(words(f"button.server_{other}"), verbs.SHOW_SERVER_SETTINGS(other), shown=other == name)
        for other in SETTING_PAGES
    )
    return Screen((head, *picks, buttons(*ways, forget)))


def read_only_settings(server: ServerSettings, words: Words, *, has_web: bool = False) -> Screen:
    """All settings as text, for people who may not change them."""
    rows = []
    for name in SETTING_PAGES:
        for key in _settings_of_page(name, has_web=has_web):
            if key not in LIST_SETTINGS:
                answer = _label(key, setting_value(server, key), words)
            elif _chosen_ids(server, key):
                answer = mentions(_chosen_ids(server, key), roles=key in ROLE_SETTINGS)
            else:
                answer = words(f"server.answer.{key}")
            rows.append(f"{words(f'server.question.{key}')}: {answer}")
    return Screen((Text(words("server.title")), text_block(rows), Divider(), Text(words("server.theirs"))))


def confirm_server_erasure(tables: int, words: Words) -> Screen:
    """The question before the server's data is erased; `tables`: the number of open tables."""
    return Screen((
        Text(words("server.sure", n=tables)),
        buttons(
            Button(words("button.forget_all"), verbs.CONFIRM_FORGET_SERVER(), ButtonStyle.GRAVE),
            Button(words("button.back"), verbs.SHOW_SERVER_SETTINGS("limits")),
        ),
    ))  # fmt: skip


def mentions(numbers: Collection[int], *, roles: bool = False) -> str:
    """Mentions of channels or roles, which Discord shows by name; in private answers they ping nobody."""
    return ", ".join(f"<@&{number}>" if roles else f"<#{number}>" for number in numbers)


def _settings_of_page(name: str, *, has_web: bool) -> list[str]:
    return [key for key in SETTINGS_BY_PAGE[name] if key != "page" or has_web]


def _question(name: str, key: str, server: ServerSettings, words: Words) -> Iterator[ScreenPart]:
    """The list of answers. Chosen channels or roles hide its placeholder, so the question is then shown above it."""
    question = words(f"server.question.{key}")
    place = verbs.SET_SERVER_SETTING(name, key)
    if key in LIST_SETTINGS:
        numbers = _chosen_ids(server, key)
        if numbers:
            yield Text(question)
        hint = f"{question}: {words(f'server.answer.{key}')}"
        yield EntitySelect(place, hint, "roles" if key in ROLE_SETTINGS else "channels", numbers, LIST_SETTINGS[key])
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


def _chosen_ids(server: ServerSettings, key: str) -> tuple[int, ...]:
    match key:
        case "channels":
            return server.channels
        case "openers":
            return server.openers
        case _:
            return (server.announce,) if server.announce else ()
