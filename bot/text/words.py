"""The texts of a language by key, from `data/words`, and phrases made of them; the rules. Knows no Discord.

Knows no position, and a game only by its key.

Each language has a folder: `en/bot.toml` holds the texts shared by all games, `en/azul.toml` those of one game; their
keys begin with "azul.".

A key may have variants, `draft?line=F` or `draft?fell`: the first in the file whose condition holds is used instead.
`{n:tile|tiles}` chooses a word by number. A fact that was translated keeps its raw value as `<name>_key`, and
conditions read the raw one.

The small pictures of tiles beside words are the application's own emojis, written `<:name:number>`. Only texts of
messages, buttons and options of lists show them; everywhere else they would be read as these letters, so those places
get words without them.
"""

import copy
import re
import string
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.files import resource_path
from engine.rulebook import Paragraph, paragraphs

LANGUAGES_FOLDER = resource_path("words")
DEFAULT_LANGUAGE = "en"
SHARED_FILE = "bot"  # the file whose keys have no prefix
AS_DISCORD = "auto"  # the choice to follow Discord's locale
RULES_FOLDER = resource_path("rules")
_VOWELS = "aeiou"
_NAMED_WITH_A_VOWEL = "aeiouflmnrsxy"  # letters whose Hungarian names begin with one: ef, el, iksz, ipszilon
_MINUTE = 60  # seconds, as the others
_HOUR = 3_600
DAY = 86_400
UNITS = (("days", DAY), ("hours", _HOUR), ("minutes", _MINUTE))
MINUS = "−"  # as wide as a plus, unlike a hyphen

_MARKUP = re.compile(r"<:\w{2,32}:\d+>")
_WITH_SPACE = re.compile(rf"{_MARKUP.pattern} ?")


@dataclass(frozen=True, eq=False)
class Emojis:
    """The emojis that can be shown now."""

    markup: Mapping[str, str] = field(default_factory=dict)
    """What shows a thing, by the key of its word, such as "azul.color.B"."""

    def first_markup(self, *keys: str) -> str:
        """The markup of the first of these keys that has an emoji; "" if none has."""
        for key in keys:
            if key in self.markup:
                return self.markup[key]
        return ""


NO_EMOJIS = Emojis()


class Words:
    """The texts of one language; what it lacks is taken from English.

    `emojis`: what may stand beside the words for things; nothing unless somebody asks for it.
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self.language = language
        self.emojis = NO_EMOJIS
        self._texts, self._variants = _texts_and_variants(language)
        self._alone: dict[str, str] = {}  # texts that were asked for without facts, as they came out
        self._twins: dict[Emojis, Words] = {}  # the same words with other emojis, of which there are few

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, /, **facts: object) -> str:
        """The text of that key with its gaps filled. Raises KeyError for an unknown key or gap."""
        if not facts and key in self._alone:
            return self._alone[key]
        text = self._texts.get(key)
        for condition, variant in self._variants.get(key, ()):
            if _holds(condition, facts):
                text = variant
                break
        if text is None:
            raise KeyError(key)
        said = _fill(text, facts)
        if not facts:
            self._alone[key] = said
        return said

    def all_variants(self, key: str, /, **facts: object) -> list[str]:
        """The texts of all variants whose condition holds, in the order of the file."""
        variants = self._variants.get(key, ())
        return [_fill(text, facts) for condition, text in variants if _holds(condition, facts)]

    def with_emojis(self, emojis: Emojis) -> "Words":
        """These words with these emojis beside them."""
        if emojis not in self._twins:
            twin = copy.copy(self)
            twin.emojis = emojis
            self._twins[emojis] = twin
        return self._twins[emojis]

    @property
    def plain(self) -> "Words":
        """The same words alone: for alt texts, placeholders, suggestions, forms, and the smaller line of an option."""
        return self.with_emojis(NO_EMOJIS) if self.emojis.markup else self

    def keys(self) -> tuple[str, ...]:
        """Every key, dotted: "azul.color.B"."""
        return tuple(self._texts)


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a folder, English first."""
    found = sorted(path.name for path in LANGUAGES_FOLDER.iterdir() if path.is_dir())
    return (DEFAULT_LANGUAGE, *(language for language in found if language != DEFAULT_LANGUAGE))


@cache
def words_for(locale: str) -> Words:
    """The words for a Discord locale such as "hu" or "en-GB"; English where there is no folder for it."""
    return Words(language_of(AS_DISCORD, locale, None))


def _fill(text: str, facts: Mapping[str, object]) -> str:
    """The text with its gaps filled. Raises KeyError for a gap without a fact, which is our bug.

    Nobody is `you` unless said, and an emoji that is not shown is nothing. `{table}` is a tag with the game of its
    table: "Azul #123".

    `{n:tile|tiles}` chooses a word by number: the first for 1, else the last. `{you:take|takes}` chooses the word for
    the reader, who is called "you", or for anybody else. `{color:az}` puts the Hungarian article before the fact,
    `{color:Az}` a capitalized one.
    """
    said = ""
    for part, name, form, _ in _parts(text):
        said += part
        if name is None:
            continue
        if name in facts:
            fact = facts[name]
        elif name == "you":
            fact = 0
        elif name == "table":
            fact = getattr(facts["tag"], "with_game", facts["tag"])
        elif name.endswith("_emoji"):
            fact = ""
        else:
            raise KeyError(name)
        if not form:
            said += str(fact)
        elif "|" in form:
            single, *_, many = form.split("|")
            said += single if fact in (1, "1") else many
        else:
            said += FACT_FORMATS[form](str(fact))
    return said


@cache
def _parts(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """The text in parts, each with the name of the gap that follows it and what is to be made of the fact."""
    return list(string.Formatter().parse(text))


def with_article(text: str) -> str:
    """The text after "a" or "az", as it is read aloud in Hungarian; markdown and emojis do not count.

    >>> with_article("kék"), with_article("**Ürge**"), with_article("1. sor"), with_article("10"), with_article("M13")
    ('a kék', 'az **Ürge**', 'az 1. sor', 'a 10', 'az M13')
    """
    return f"{'az' if _begins_with_a_vowel(without_emojis(text)) else 'a'} {text}"


def _begins_with_a_vowel(text: str) -> bool:
    found = re.search(r"[^\W_]+", text)
    if found is None:
        return False
    word = found[0]
    if digits := re.match(r"\d+", word):
        return digits[0][0] == "5" or (digits[0][0] == "1" and len(digits[0]) % 3 == 1)  # öt, egy, ezer, egymillió
    first = unicodedata.normalize("NFD", word.casefold())[0]
    # Read letter by letter are a single letter, a cell such as M13, and a table's number.
    is_spelled = len(word) == 1 or text.startswith("#") or any(letter.isdigit() for letter in word)
    return first in (_NAMED_WITH_A_VOWEL if is_spelled else _VOWELS)


def _with_capital_article(text: str) -> str:
    phrase = with_article(text)
    return phrase[0].upper() + phrase[1:]


FACT_FORMATS: Mapping[str, Callable[[str], str]] = {"az": with_article, "Az": _with_capital_article}


def _holds(condition: str, facts: Mapping[str, object]) -> bool:
    for claim in condition.split("&"):
        name, mark, wanted = claim.lstrip("!").partition("=")
        value = facts.get(f"{name}_key", facts.get(name))
        holds = str(value) == wanted if mark else bool(value)
        if holds == claim.startswith("!"):
            return False
    return True


@cache
def _texts_and_variants(language: str) -> tuple[dict[str, str], dict[str, list[tuple[str, str]]]]:
    """All texts by key; by the stem of a key, the conditions and texts of its variants."""
    texts = {**_texts(DEFAULT_LANGUAGE), **_texts(language)}
    variants: dict[str, list[tuple[str, str]]] = {}
    for key, text in texts.items():
        stem, mark, condition = key.partition("?")
        if mark:
            variants.setdefault(stem, []).append((condition, text))
    return texts, variants


@cache
def _texts(language: str) -> dict[str, str]:
    found: list[tuple[str, str]] = []
    for path in sorted((LANGUAGES_FOLDER / language).glob("*.toml")):
        prefix = "" if path.stem == SHARED_FILE else f"{path.stem}."
        found += _flat(prefix, tomllib.loads(path.read_text("utf-8")))
    return dict(found)


def _flat(prefix: str, branch: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in branch.items():
        rows += _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, str(value))]
    return rows


def language_of(choice: str, locale: str, server: str | None) -> str:
    """The first that is supported: the person's choice, Discord's locale, its language alone, the server's choice.

    A locale with a region, such as "pt-BR", may have a folder of its own.

    >>> language_of("auto", "hu", None), language_of("en", "hu", None), language_of("auto", "fr", "hu")
    ('hu', 'en', 'hu')
    """
    for wanted in (choice, locale, locale.partition("-")[0], server):
        if wanted in languages():
            return wanted
    return DEFAULT_LANGUAGE


@cache
def rulebook(game: str, language: str = DEFAULT_LANGUAGE) -> dict[str, Paragraph]:
    """The paragraphs of a game in reading order, by number; in English where the language has no file."""
    path = LANGUAGES_FOLDER / language / f"{game}.md"  # English, which the code quotes, has a folder of its own
    return paragraphs((path if path.exists() else RULES_FOLDER / f"{game}.md").read_text("utf-8"))


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


def capitalize(text: str) -> str:
    """The text with a large first letter, which may stand behind an emoji.

    >>> capitalized("<:blue:17> blue")
    '<:blue:17> Blue'
    """
    found = _WITH_SPACE.match(text)
    at = found.end() if found else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def join_list(parts: Sequence[str], words: Words) -> str:
    """Join the parts in one phrase: "a, b and c"; "" for none."""
    if len(parts) < 2:
        return "".join(parts)
    return words("list.and", first=", ".join(parts[:-1]), last=parts[-1])


def format_duration(seconds: float, words: Words) -> str:
    """The duration in the largest unit that fits twice, rounded down: "3 days", "47 hours", "under a minute"."""
    if seconds < _MINUTE:
        return words("span.soon")
    unit, size = next(((unit, size) for unit, size in UNITS if seconds >= 2 * size), ("minutes", _MINUTE))
    return words(f"span.{unit}", n=int(seconds // size))


def format_exact_duration(seconds: float, words: Words) -> str:
    """The duration in days and hours, rounded down: "4 days 3 hours"."""
    days, hours = divmod(int(seconds) // _HOUR, 24)
    parts = [words(f"span.{unit}", n=n) for unit, n in (("days", days), ("hours", hours)) if n]
    return " ".join(parts) or words("span.none")


def format_signed(number: int) -> str:
    """The number with its sign, as pictures show it: "+3", "−2"."""
    return f"{number:+d}".replace("-", MINUS)


def positive_points(points: int, game: str, words: Words) -> int:
    """The points as a plain number: turned positive for a game in which the fewest win, which has a text `few`."""
    return -points if f"{game}.few" in words else points
