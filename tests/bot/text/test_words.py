"""The words of every language: none missing, none too many, the same gaps, and what they say of buttons and commands.

Knows no sentence by heart; docs/translating.md is held to here.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from aiohttp.test_utils import make_mocked_request

from bot.screens import speech
from bot.text import words
from bot.text.words import (
    DEFAULT_LANGUAGE,
    FACT_FORMATS,
    LANGUAGES_FOLDER,
    Words,
    _texts,
    language_of,
    languages,
    rulebook,
    words_for,
)
from bot.web.documents import PAGE_FOLDER
from bot.web.responses import browser_language
from engine import GAMES
from render import PORTRAYALS, figures
from tests.cases import each
from tests.sources import SOURCES, nodes

OTHERS = [language for language in languages() if language != DEFAULT_LANGUAGE]
LABEL, ONE_LINE = 24, 60  # letters of a button, of a line in a list
SECTIONS = (
    "ask", "choose", "known", "answer", "detail", "move", "preview", "instead", "event", "short", "picture", "alt",
    "question", "option", "explained", "figure", "fact",
)  # fmt: skip
NONSENSE = (
    "button.nonsense", "refusal.nonsense", "term.option.who.nonsense", "azul.event.nonsense", "azul.answer.nonsense",
    "azul.nonsense", "azul.nonsense.B", "azul.figure.9.9", "command.play.option.nonsense",
)  # fmt: skip
every_other = pytest.mark.parametrize("language", OTHERS)
every_language = each("language", languages())


def gaps(text):
    """The names of the gaps that say something, and of those that only choose a word by number."""
    found = [(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None]
    for name, spec in found:
        assert "|" in spec or spec in FACT_FORMATS or re.fullmatch(r"[+]?[\d.]*[dfg]?", spec), (
            f"{text}: {{{name}:{spec}}}"
        )
    names = {name.removesuffix("_key") for name, spec in found if "|" not in spec}
    return names, {name for name, spec in found if "|" in spec}


@every_other
def test_a_language_has_every_key_and_no_other(language):
    assert sorted(set(_texts(DEFAULT_LANGUAGE)) ^ set(_texts(language))) == []


@every_other
def test_variants_stand_in_the_same_order_because_the_first_that_fits_is_said(language):
    ours, theirs = ([key for key in _texts(one) if "?" in key] for one in (DEFAULT_LANGUAGE, language))
    for stem in {key.partition("?")[0] for key in ours}:
        assert [key for key in ours if key.startswith(f"{stem}?")] == [
            key for key in theirs if key.startswith(f"{stem}?")
        ]


@every_other
def test_a_text_has_the_gaps_of_the_english_one(language):
    for key, text in _texts(language).items():
        (needed, chosen), (filled, choosing) = gaps(_texts(DEFAULT_LANGUAGE)[key]), gaps(text)
        assert needed <= filled, key
        assert (filled | choosing) - {"you"} <= needed | chosen, key  # who reads is known to every text


@every_other
def test_which_list_a_fact_takes_is_no_word_of_a_language(language):
    facts = [key for key in _texts(DEFAULT_LANGUAGE) if ".fact." in key]
    assert facts
    assert all(_texts(language)[key] == _texts(DEFAULT_LANGUAGE)[key] for key in facts)


@every_other
def test_what_is_said_was_translated(language):
    """Names, numbers and signs are the same everywhere; a sentence is not."""
    same = [
        key for key, text in _texts(language).items() if text == _texts(DEFAULT_LANGUAGE)[key] and " " in bare(text)
    ]
    assert [key for key in same if ".fact." not in key and not key.endswith(".title")] == []


def bare(text):
    """The letters of a text outside its gaps, between single spaces."""
    return " ".join(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[^}]*\}", " ", text)))


# what the code says


@cache
def said():
    """Every text in the code, every name in it, and every text with gaps as a pattern."""
    every = [node for path in SOURCES for node in nodes(path)]
    texts = {node.value for node in every if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    texts |= {
        key for path in PAGE_FOLDER.glob("*.html") for key in re.findall(r"{{([a-z_.]+)}}", path.read_text("utf-8"))
    }
    names = {node.arg for node in every if isinstance(node, ast.arg)}
    names |= {node.name for node in every if isinstance(node, ast.ClassDef)}
    names |= {node.target.id for node in every if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    named = patterns(every)
    named |= {
        rf"(.+)\.{pattern}" for pattern in patterns(nodes(Path(speech.__file__)))
    }  # a game's own texts, whose keys it begins
    named |= {rf"{pattern}\.(.+)" for pattern in named if pattern[-1].isalpha()}  # a section such as "azul.ask" alone
    return texts, names, [re.compile(pattern) for pattern in named]


def patterns(parts):
    """Every text with gaps in this code that may be a key, as a pattern."""
    joined = [node.values for node in parts if isinstance(node, ast.JoinedStr)]
    texts = {"".join(re.escape(v.value) if isinstance(v, ast.Constant) else "(.+)" for v in v) for v in joined}
    return {text for text in texts if re.search(r"[a-z]{2,}\\\.|\\\.[a-z]{2,}", text)}


@cache
def known():
    """What a part of a key that is made may be: a text or a name of the code, or a rule with a picture."""
    texts, names, _ = said()
    return texts | names | {number for game in PORTRAYALS for number in figures(game)}


def is_said(key):
    """Whether the code names the key, or makes it of parts that all stand in the code or are rules with a picture."""
    texts, _, patterns = said()
    found = (pattern.fullmatch(key) for pattern in patterns)
    return key in texts or any(all(map(is_made, one.groups())) for one in found if one)


@cache
def is_made(part):
    if part in known() or re.fullmatch(r"\d+\.\d+", part):  # a rule
        return part in known()
    return all(piece in known() or len(piece) <= 2 for piece in re.split(r"[-+._]", part))


def is_listed(key):
    """Whether the key is a line of its game's list of words for a fact, or one that only this game says otherwise."""
    game, _, rest = key.partition(".")
    lists = {
        text.removeprefix("heap of ")
        for one, text in _texts(DEFAULT_LANGUAGE).items()
        if one.startswith(f"{game}.fact.")
    }
    texts, names, _ = said()
    section, dot, _ = rest.partition(".")
    return game in GAMES and section not in SECTIONS and section in (lists | texts | names if dot else texts)


def test_no_key_is_left_that_nothing_says():
    keys = {key.partition("?")[0] for key in _texts(DEFAULT_LANGUAGE)}
    assert sorted(key for key in keys if not is_said(key) and not is_listed(key)) == []


@each("key", NONSENSE)
def test_a_key_that_nothing_says_would_be_found(key):
    assert not is_said(key)
    assert not is_listed(key)


# what the words say


@every_language
def test_labels_of_buttons_fit_a_phone(language):
    labels = {key: text for key, text in _texts(language).items() if key.startswith("button.") and "{" not in text}
    assert len(labels) > 50
    assert {key: text for key, text in labels.items() if len(text) > LABEL} == {}


@every_language
def test_lines_of_lists_and_heads_of_forms_fit(language):
    words = _texts(language)
    lines = [key for key in words if key.startswith("more.") and f"{key}_detail" in words]
    heads = [key for key in words if re.match(r"me\.(form|label)\.|rules\.form_label|sandbox\.form", key)]
    assert lines
    assert heads
    assert [key for key in lines if len(words[key]) > ONE_LINE or len(words[f"{key}_detail"]) > 90] == []
    assert [key for key in heads if len(words[key]) > 40] == []


@every_language
def test_commands_are_called_by_their_names_in_that_language(language):
    words = _texts(language)
    named = {text for key, text in words.items() if re.fullmatch(r"command\.\w+\.name", key)}
    for key, text in words.items():
        told = (
            set(re.findall(r"(?<![\w.)<])/(\w[\w-]*)\b(?!/)", text))
            if not key.startswith(("start", "store", "check"))
            else set()
        )
        assert told <= named, key


@every_other
def test_buttons_are_called_what_they_say(language):
    """A bold word in English that is a button's label is that button's label in every language."""
    ours, theirs = _texts(DEFAULT_LANGUAGE), _texts(language)
    labels = {text: key for key, text in ours.items() if key.startswith(("button.", "more."))}
    seen = 0
    for key, text in ours.items():
        for bold in re.findall(r"\*\*([^*{}]+)\*\*", text):
            if bold in labels:
                seen += 1
                assert f"**{theirs[labels[bold]]}**" in theirs[key], key
    assert seen > 10


# rules


@every_other
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_the_same_paragraphs_and_numbers(game, language):
    if not (LANGUAGES_FOLDER / language / f"{game}.md").exists():
        pytest.skip("told in English")
    ours, theirs = rulebook(game), rulebook(game, language)
    assert list(ours) == list(theirs)
    for number, paragraph in ours.items():
        assert theirs[number].title != paragraph.title, number
        assert numbers(theirs[number].text) == numbers(paragraph.text), number


def numbers(text):
    """How often each number, also that of a cell or a tile, stands in the text."""
    return Counter(re.findall(r"\d+", text))


@every_language
def test_help_names_every_command(language):
    words = Words(language)
    described = [
        found for key in _texts(DEFAULT_LANGUAGE) if (found := re.fullmatch(r"command\.([a-z]+)\.description", key))
    ]
    commands = [found[1] for found in described]
    assert len(commands) > 10
    shown = words("help.text")
    assert [one for one in commands if f"`/{words(f'command.{one}.name')}`" not in shown] == []


def test_a_locale_with_a_region_is_found_under_its_full_name_first(tmp_path, monkeypatch):
    for language, name in (("en", "English"), ("pt", "Português"), ("pt-BR", "Português do Brasil")):
        folder = tmp_path / language
        folder.mkdir()
        (folder / "bot.toml").write_text(f'[language]\nname = "{name}"\n', "utf-8")
    monkeypatch.setattr(words, "LANGUAGES_FOLDER", tmp_path)
    for one in (languages, words_for, words._texts, words._texts_and_variants):
        one.cache_clear()
    try:
        names = {one: words_for(one)("language.name") for one in ("pt-BR", "pt-PT", "pt", "en-GB", "fr")}
        assert list(names.values()) == ["Português do Brasil", "Português", "Português", "English", "English"]
        assert [language_of("auto", one, "pt") for one in ("pt-BR", "en-GB", "fr")] == ["pt-BR", "en", "pt"]
        request = make_mocked_request("GET", "/", {"Accept-Language": "fr, pt-br;q=0.9, en;q=0.8"})
        assert browser_language(request) == "pt-BR"
    finally:
        for one in (languages, words_for, words._texts, words._texts_and_variants):
            one.cache_clear()
