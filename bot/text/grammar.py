"""Grammar that filling in gaps cannot do: the Hungarian article. Knows no keys and no game."""

import re
import unicodedata
from collections.abc import Callable, Mapping

from bot.text.emojis import without_emojis

VOWELS = "aeiou"
NAMED_WITH_A_VOWEL = "aeiouflmnrsxy"  # letters whose Hungarian names begin with one: ef, el, iksz, ipszilon


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
    return first in (NAMED_WITH_A_VOWEL if is_spelled else VOWELS)


def _capital(text: str) -> str:
    phrase = with_article(text)
    return phrase[0].upper() + phrase[1:]


AIDS: Mapping[str, Callable[[str], str]] = {"az": with_article, "Az": _capital}
