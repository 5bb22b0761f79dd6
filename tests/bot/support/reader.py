"""A person who sees no picture: reads what messages say and what controls are called, and knows nothing else.

It reads no custom_id, no picture and no position; a control that cannot be told from another by its words is a fault.
"""

from __future__ import annotations

import re

from bot.model.people import Person as Account
from bot.playground.protocol import BUTTON, SELECTS, WireObject, all_components, controls_by_id
from bot.text.words import DEFAULT_LANGUAGE, Words, _texts
from tests.bot.support.local_discord import Person, Reply, buttons
from tests.bot.support.local_discord import text as said
from tests.bot.support.tessera import Running

WORDS = Words()
OF_BUTTONS = ("button.", "prepared.button.")
ASIDE = {
    text for key, text in _texts(DEFAULT_LANGUAGE).items() if key.startswith(OF_BUTTONS)
}  # controls that answer nothing
PLAY, PLAY_IT = WORDS("button.play"), WORDS("button.play_it")


class Reader:
    """Somebody who plays by ear: boards come in words, screens without pictures."""

    def __init__(self, bot: Running, person: Person) -> None:
        self._bot, self.person = bot, person
        self._seen = (0, "")

    async def begin(self, game: str, **options: str) -> None:
        """A table with one robot has started, with these options."""
        account = Account(self.person.id, "Ana")
        for key, value in (("pictures", "none"), ("spelled", "yes")):
            await self._bot.store.preferences.set(account, key, value)
        await self._bot.table(self.person, robots=1, game=game, **options)

    async def called(self) -> WireObject:
        """The next message that calls this person, to a move or to the end."""
        message = await self.person.until(lambda one: self.person.mention in said(one) and _stand(one) > self._seen)
        self._seen = _stand(message)
        return message

    async def menu(self, message: WireObject) -> Reply | None:
        """The menu behind Play, None where the turn has passed on meanwhile."""
        menu = await self.person.press(message, label=PLAY)
        return checked(menu) if answers(menu) or PLAY_IT in menu.buttons else None

    async def whole_turn(self, menu: Reply) -> Reply:
        """What is said after a turn in which the reader gives the answer that promises most at each question."""
        while True:
            if PLAY_IT in menu.buttons:
                assert menu.text, "a preview that says nothing"
                menu = await self.person.press(menu.message, label=PLAY_IT)
            elif answers(menu):
                menu = await self._answer(menu)
            else:
                return menu
            checked(menu)

    async def _answer(self, menu: Reply) -> Reply:
        label, holder = max(answers(menu).items(), key=lambda one: promise(one[0]))
        if holder is None:
            return await self.person.press(menu.message, label=label)
        many = max(1, holder.get("min_values", 1))
        chosen = [option["label"] for option in holder["options"][:many]] if many > 1 else [label.splitlines()[0]]
        return await self.person.choose(menu.message, custom_id=holder["custom_id"], labels=chosen)


def answers(menu: Reply) -> dict[str, WireObject | None]:
    """What can be answered, in words, each with the list that it stands in; None for a button of its own."""
    found: dict[str, WireObject | None] = {}
    for holder in controls_by_id(menu.message["components"]).values():
        if holder["type"] in SELECTS:
            found |= {"\n".join(filter(None, (o["label"], o.get("description")))): holder for o in holder["options"]}
    return found | {label: None for label, button in buttons(menu.message).items() if _answers(label, button.disabled)}


def _answers(label: str, disabled: bool) -> bool:
    return not disabled and label not in ASIDE


def promise(label: str) -> tuple[bool, int]:
    """How good an answer sounds: one that finishes what was begun, then the points that it names."""
    done = label.startswith(WORDS("match_five.instead.Done", points=0).partition(":")[0])
    gains = [int(n) for n in re.findall(r"\+(\d+)", label)]
    return done, max(gains, default=0) - 10 * label.startswith(WORDS("match_five.instead.Exchange"))


def checked(menu: Reply) -> Reply:
    """The same answer: it has no picture, everything on it is called something, and no two things alike."""
    shown = menu.message
    assert not menu.failed
    assert not shown["attachments"]
    pressed = [one.get("label", "") for one in all_components(shown["components"]) if one["type"] == BUTTON]
    assert all(pressed), "a button without a word"
    assert len(set(pressed)) == len(pressed), pressed
    for holder in controls_by_id(shown["components"]).values():
        if holder["type"] in SELECTS and "options" in holder:
            lines = [(one["label"], one.get("description")) for one in holder["options"]]
            assert len(set(lines)) == len(lines), lines
            assert len({label for label, _ in lines}) == len(lines), lines
            assert holder.get("placeholder")
    return menu


def _stand(message: WireObject) -> tuple[int, str]:
    """When a message was posted, and last changed."""
    return int(message["id"]), message["edited_timestamp"] or ""
