"""The small pictures of tiles that stand in texts, as Discord writes them. Knows no game, no key and no Discord.

The application's own emojis are written `<:name:number>`. Only texts of messages, buttons and options of lists show
them; everywhere else they would be read as these letters, so those places get words without them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_MARKUP = re.compile(r"<:\w{2,32}:\d+>")
_WITH_SPACE = re.compile(rf"{_MARKUP.pattern} ?")


@dataclass(frozen=True, eq=False)
class Emojis:
    """The emojis that can be shown now.

    `markup`: what shows a thing, by the key of its word, such as "azul.color.B".
    """

    markup: Mapping[str, str] = field(default_factory=dict)

    def of(self, *keys: str) -> str:
        """What shows the first of these things that has an emoji; "" where none has."""
        return next((self.markup[key] for key in keys if key in self.markup), "")


NO_EMOJIS = Emojis()


def beside(emoji: str, word: str) -> str:
    """The word after its emoji, if it has one."""
    return f"{emoji} {word}" if emoji and word else word


def first_emoji(text: str) -> str:
    """The first emoji in the text, "" for none.

    >>> first_emoji("2 <:blue:17> blue and <:red:18> red")
    '<:blue:17>'
    """
    found = _MARKUP.search(text)
    return found[0] if found else ""


def without_emojis(text: str) -> str:
    """The words of the text.

    >>> without_emojis("2 <:blue:17> blue and <:red:18> red")
    '2 blue and red'
    """
    return _WITH_SPACE.sub("", text)


def capitalized(text: str) -> str:
    """The text with a large first letter, which may stand behind an emoji.

    >>> capitalized("<:blue:17> blue")
    '<:blue:17> Blue'
    """
    found = _WITH_SPACE.match(text)
    at = found.end() if found else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]
