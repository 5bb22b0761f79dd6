"""Words: keys to sentences in the reader's language, from `data/words`. Knows no game and no Discord."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

WORDS = Path(__file__).parent.parent / "data" / "words"
DEFAULT = "en"


class Gaps(string.Formatter):
    """Fills `{gaps}`; `{n:tile|tiles}` chooses a word by number: the first for 1, else the last."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """The fact of that name; a gap without a fact is our bug and raises KeyError."""
        return kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        """The value itself, or the word that goes with the number."""
        if "|" in format_spec:
            words = format_spec.split("|")
            return words[0] if int(value) == 1 else words[-1]
        return str(super().format_field(value, format_spec))


_GAPS = Gaps()


class Words:
    """The words of one language; what it lacks is said in English."""

    def __init__(self, language: str = DEFAULT) -> None:
        self.language = language
        self._texts = {**_texts(DEFAULT), **_texts(language)}

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, /, **facts: object) -> str:
        """The sentence of that key with its gaps filled. Raises KeyError for an unknown key or gap."""
        return _GAPS.vformat(self._texts[key], (), facts)

    def keys(self) -> tuple[str, ...]:
        """Every key, dotted: "azul.color.B"."""
        return tuple(self._texts)


@cache
def _texts(language: str) -> dict[str, str]:
    path = WORDS / f"{language}.toml"
    with path.open("rb") as file:
        return dict(_flat("", tomllib.load(file)))


def _flat(prefix: str, branch: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in branch.items():
        rows += _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, str(value))]
    return rows
