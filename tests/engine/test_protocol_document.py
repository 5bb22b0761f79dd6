"""The dialogue of docs/engine-protocol.md, held with the real process; its verbs and reasons are all there are.

Knows no game: the lines come from the document.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from engine import GAMES
from engine.__main__ import _words, explain_reason
from engine.serve import Responder
from engine.verbs import REQUEST_VERBS
from tests.cases import each

PAGE = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text("utf-8")
OF_TRANSCRIPTS = {"origin", "secret", "record", "file"}  # reasons of the engine that no request of the process can meet


def lines(sign: str) -> list[str]:
    """The lines of the dialogue that begin with that sign."""
    spoken = "\n".join(re.findall(r"^```dialogue\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    return re.findall(rf"^{sign} (.*)$", spoken, re.MULTILINE)


def test_the_process_answers_as_the_document_says():
    typed = "".join(f"{line}\n" for line in lines(">"))
    command = [sys.executable, "-m", "engine", "serve"]
    ended = subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == lines("<")
    assert len(lines("<")) > 10


def section(verb: str) -> str:
    """What the document says of a verb."""
    return re.split(r"\n##", PAGE.split(f"\n### `{verb}`\n\n")[1])[0]


def test_every_verb_has_a_section_and_is_spoken_but_for_the_list_of_games():
    assert re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE) == list(REQUEST_VERBS)
    assert set(REQUEST_VERBS) - set(re.findall(r'"do": "(\w+)"', "\n".join(lines(">")))) == {"games"}


@each("verb", REQUEST_VERBS.values())
def test_a_verb_means_and_reads_what_the_document_and_help_say(verb):
    explained = Responder(GAMES, explain_reason).answer({"do": "help", "verb": verb.name})["verbs"][0]
    assert section(verb.name).startswith(explained["means"])
    told = re.findall(r"^\| `(\w+)` \| (.+?) \| (Optional: )?(.+) \|$", section(verb.name), re.MULTILINE)
    names = ("name", "type", "required", "means")
    fields = [dict(zip(names, (name, kind, not free, means), strict=True)) for name, kind, free, means in told]
    assert fields == explained["fields"]
    assert fields or "No fields." in section(verb.name)


def test_every_reason_of_an_error_is_explained():
    table = PAGE.split("\n## Errors\n")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(_words()["engine"]) - OF_TRANSCRIPTS
