"""The texts of a language by key, from `data/words`, helpers that format phrases, and the rules texts.

Knows nothing about Discord and positions, and knows a game only by its key.

Each language has a folder: `en/bot.toml` has the texts shared by all games, `en/azul.toml` the texts of one game, whose
keys begin with "azul.".

A key may have variants, such as `draft?line=F` or `draft?fell`: the first variant in the file whose condition holds
replaces the text. `{n:tile|tiles}` chooses a word by number. A translated fact keeps its raw value as `<name>_key`, and
conditions test the raw value.

The small pictures of tiles beside words are the application's own emojis, written `<:name:number>`. Discord renders
them only in messages, buttons and list options; elsewhere the markup would show as text, so those places use words
without emojis.
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
AS_DISCORD = "auto"  # the preference to follow Discord's locale
RULES_FOLDER = resource_path("rules")
_VOWELS = "aeiou"
_NAMED_WITH_A_VOWEL = "aeiouflmnrsxy"  # letters whose Hungarian names begin with a vowel: ef, el, iksz, ipszilon
_MINUTE = 60  # seconds
_HOUR = 3_600  # seconds
DAY = 86_400  # seconds
UNITS = (("days", DAY), ("hours", _HOUR), ("minutes", _MINUTE))
MINUS = "−"  # as wide as a plus, unlike a hyphen

_MARKUP = re.compile(r"<:\w{2,32}:\d+>")
_WITH_SPACE = re.compile(rf"{_MARKUP.pattern} ?")


@dataclass(frozen=True, eq=False)
class Emojis:
    """The emojis that are available now."""

    markup: Mapping[str, str] = field(default_factory=dict)
    """Markup of an emoji by the key of the word it illustrates, such as "azul.color.B"."""

    def first_markup(self, *keys: str) -> str:
        """The markup for the first of these keys that has an emoji; "" if none has."""
        for key in keys:
            if key in self.markup:
                return self.markup[key]
        return ""


NO_EMOJIS = Emojis()


class Words:
    """The texts of one language; missing texts are taken from English.

    `emojis`: shown beside the words for things; none by default.
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self.language = language
        self.emojis = NO_EMOJIS
        self._texts, self._variants = _texts_and_variants(language)
        self._alone: dict[str, str] = {}  # finished texts that need no facts
        self._twins: dict[Emojis, Words] = {}  # the same words with other emojis; few exist

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
        """The texts of all variants whose condition holds, in file order."""
        variants = self._variants.get(key, ())
        return [_fill(text, facts) for condition, text in variants if _holds(condition, facts)]

    def with_emojis(self, emojis: Emojis) -> "Words":
        """The same words with these emojis."""
        if emojis not in self._twins:
            twin = copy.copy(self)
            twin.emojis = emojis
            self._twins[emojis] = twin
        return self._twins[emojis]

    @property
    def plain(self) -> "Words":
        """The same words without emojis: for alt texts, placeholders, suggestions, forms and option descriptions."""
        return self.with_emojis(NO_EMOJIS) if self.emojis.markup else self

    def keys(self) -> tuple[str, ...]:
        """Every key, dotted: "azul.color.B"."""
        return tuple(self._texts)


@cache
def languages() -> tuple[str, ...]:
    """The supported languages, English first."""
    found = sorted(path.name for path in LANGUAGES_FOLDER.iterdir() if path.is_dir())
    return (DEFAULT_LANGUAGE, *(language for language in found if language != DEFAULT_LANGUAGE))


@cache
def words_for(locale: str) -> Words:
    """The words for a Discord locale such as "hu" or "en-GB"; English if the language is not supported."""
    return Words(language_of(AS_DISCORD, locale, None))


def _fill(text: str, facts: Mapping[str, object]) -> str:
    """The text with its gaps filled. Raises KeyError for a gap without a fact, which is a bug.

    Defaults: `you` is false, and an emoji is empty. `{table}` is the `tag` fact with the game: "Azul #123".

    `{n:tile|tiles}` chooses a word by number: the first for 1, otherwise the last. `{you:take|takes}` chooses the first
    word if the reader is addressed as "you", otherwise the second. `{color:az}` puts the Hungarian article before the
    fact, `{color:Az}` a capitalized article.
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
    """The text in parts, each followed by the name and format of a gap, as from `string.Formatter().parse`."""
    return list(string.Formatter().parse(text))


def with_article(text: str) -> str:
    """The text preceded by the Hungarian article "a" or "az", as read aloud; markdown and emojis are ignored.

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
    # A single letter, a cell such as M13 and a table number are read letter by letter.
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
    """All texts by key; and the variants (condition, text) of each key."""
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
    """The first supported language of: the person's choice, Discord's locale, its language alone, the server's choice.

    A locale with a region, such as "pt-BR", may be a language too. English if none is supported.

    >>> language_of("auto", "hu", None), language_of("en", "hu", None), language_of("auto", "fr", "hu")
    ('hu', 'en', 'hu')
    """
    for wanted in (choice, locale, locale.partition("-")[0], server):
        if wanted in languages():
            return wanted
    return DEFAULT_LANGUAGE


@cache
def rulebook(game: str, language: str = DEFAULT_LANGUAGE) -> dict[str, Paragraph]:
    """The paragraphs of a game's rules by number, in reading order; in English if there is no translation."""
    path = LANGUAGES_FOLDER / language / f"{game}.md"  # the English rules, which the code quotes, are in RULES_FOLDER
    return paragraphs((path if path.exists() else RULES_FOLDER / f"{game}.md").read_text("utf-8"))


def first_emoji(text: str) -> str:
    """The markup of the first emoji in the text, "" for none.

    >>> first_emoji("2 <:blue:17> blue and <:red:18> red")
    '<:blue:17>'
    """
    found = _MARKUP.search(text)
    return found[0] if found else ""


def without_emojis(text: str) -> str:
    """The text without emoji markup.

    >>> without_emojis("2 <:blue:17> blue and <:red:18> red")
    '2 blue and red'
    """
    return _WITH_SPACE.sub("", text)


def capitalize(text: str) -> str:
    """The text with a capital first letter, after an emoji if it starts with one.

    >>> capitalize("<:blue:17> blue")
    '<:blue:17> Blue'
    """
    found = _WITH_SPACE.match(text)
    at = found.end() if found else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def join_list(parts: Sequence[str], words: Words) -> str:
    """Join the parts into one phrase: "a, b and c"; "" for no parts."""
    if len(parts) < 2:
        return "".join(parts)
    return words("list.and", first=", ".join(parts[:-1]), last=parts[-1])


def format_duration(seconds: float, words: Words) -> str:
    """The duration rounded down in the largest unit of which it has two: "3 days", "47 hours", "under a minute"."""
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
    """The points as people read them: negated in games where fewer is better, which have a text `<game>.few`."""
    return -points if f"{game}.few" in words else points
