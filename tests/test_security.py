"""What docs/SECURITY.md promises, as far as the source shows it: SQL, people's pictures, the way out."""

from __future__ import annotations

import ast
import re
import socket
from pathlib import Path

import pytest

from bot.playground.address import point_discord_at
from bot.playground.server import LOOPBACK_HOST, Server
from tests.sources import ROOT, SOURCES, TESTS, functions, name

KEEPERS = [path for path in SOURCES if re.match(r"bot/store/", name(path))]
ASKING = {
    "execute", "executemany", "execute_fetchall", "execute_many", "execute_autocommit", "fetch", "fetch_cached",
    "_load_records", "_read_pragma",
}  # fmt: skip
PRAGMAS = {
    "bot/store/migrations.py:_read_pragma",
    "bot/store/migrations.py:_run",
}  # these take no parameters; the words are our own constants
# Its statements have the names of all tables, read from our own schema.
OF_THE_SCHEMA = {"bot/store/postgres_transfer.py"}
PASSED_ON = {"sql", "statement", "pragma"}  # parameters and loop variables that hold one of our statements
PICTURES = re.compile(r"avatar|\bbanner\b|\.display_icon\b|\bdiscord\.Asset\b|default_avatar")


def asked(path):
    """Every place that hands a statement to the database: the function, and the statement as it is written there.

    Several statements are handed over as pairs, each with its facts; a list of them is written in the same function.
    """
    for function in functions(path):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKING:
                if node.func.attr != "fetch_cached":
                    yield function.name, node.args[0]
                    continue
                given = ast.walk(function) if isinstance(node.args[0], ast.Starred) else node.args
                tuples = [one for one in given if isinstance(one, ast.Tuple) and len(one.elts) == 2]
                statements = [one.elts[0] for one in tuples if isinstance(one.elts[1], ast.Tuple)]
                assert statements
                yield from ((function.name, statement) for statement in statements)


def fixed(statement):
    """Whether the statement is a text or a name, with nothing put together on the way."""
    match statement:
        case ast.Constant(value=str()):
            return True
        case ast.Name(id=word):
            return word.isupper() or word in PASSED_ON
        case ast.Attribute(value=ast.Name(), attr=word):
            return word.isupper()
        case ast.IfExp(body=one, orelse=other):
            return fixed(one) and fixed(other)
        case _:
            return False


@pytest.mark.parametrize("path", KEEPERS, ids=map(name, KEEPERS))
def test_no_statement_to_the_database_is_put_together_from_what_somebody_wrote(path):
    loose = {(where, ast.unparse(statement)) for where, statement in asked(path) if not fixed(statement)}
    assert name(path) in OF_THE_SCHEMA or {one for one in loose if f"{name(path)}:{one[0]}" not in PRAGMAS} == set()


def test_the_look_at_statements_sees_those_that_are_there_and_finds_a_loose_one(tmp_path):
    assert sum(len(list(asked(path))) for path in KEEPERS) > 180
    bad = tmp_path / "store_bad.py"
    bad.write_text(
        'async def f(self, who):\n    await self.execute(f"SELECT {who}")\n    await self.fetch("a" + who)\n'
        '    await self.fetch_cached((f"SELECT {who}", (who,)))\n'
    )
    assert [fixed(statement) for _, statement in asked(bad)] == [False, False, False]


def test_no_statement_numbers_its_placeholders():
    """A numbered placeholder that is given a sequence is a warning from Python 3.12 on: `?` or `:name` is not."""
    assert [name(path) for path in [*SOURCES, *TESTS] if re.search(r"\?\d", path.read_text("utf-8"))] == []


def test_only_the_store_speaks_to_the_database():
    speaking = {name(path) for path in SOURCES if re.search(r"\bsqlite3\.connect\(", path.read_text("utf-8"))}
    assert speaking <= {name(path) for path in KEEPERS}


def test_pictures_of_people_are_never_asked_for_and_no_file_of_theirs_is_decoded():
    bot = [path for path in SOURCES if name(path).startswith("bot/") and "playground" not in name(path)]
    assert [name(path) for path in bot if PICTURES.search(path.read_text("utf-8"))] == []
    opening = [name(path) for path in SOURCES if "Image.open(" in path.read_text("utf-8")]
    assert opening in ([], ["render/pixels/paint.py"])  # to look again at pictures of our own
    shrinking = [name(path) for path in bot if re.search(r"\bshrunk\b|\bImage\b", path.read_text("utf-8"))]
    assert shrinking == []


def test_nothing_is_unpacked_that_could_run():
    loading = re.compile(r"^\s*(import|from) (pickle|marshal|shelve|subprocess)\b", re.MULTILINE)
    assert [name(path) for path in SOURCES if loading.search(path.read_text("utf-8"))] == []
    calling = [name(path) for path in SOURCES if re.search(r"(?<![\w.])(eval|exec)\(", path.read_text("utf-8"))]
    assert calling == []


def listening(port):
    """The addresses at which this machine listens on the port, as Linux writes them."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    places = [row[1].split(":") for row in rows if row[3] == "0A"]
    return [address for address, place in places if int(place, 16) == port]


async def test_the_local_discord_listens_on_this_machine_only():
    server = Server()
    await server.start()
    try:
        port = int(server.url.rsplit(":", 1)[1])
        assert (LOOPBACK_HOST, server.url) == ("127.0.0.1", f"http://127.0.0.1:{port}")
        assert listening(port) == ["0100007F"]
        with socket.socket() as other, pytest.raises(ConnectionRefusedError):
            other.connect(("127.0.0.2", port))  # another address of this very machine, as any other is
    finally:
        await server.stop()


@pytest.mark.parametrize("address", ["http://192.0.2.1:80", "http://discord.example", "http://0.0.0.0:8787", "",
                                     "127.0.0.1:8787", "http://127.0.0.1:x"])  # fmt: skip
def test_the_token_goes_to_no_other_address(address):
    with pytest.raises(ValueError, match="this machine"):
        point_discord_at(address)


def test_the_container_may_do_no_more_than_it_needs():
    image = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    words = [line.split(maxsplit=1)[0] for line in image if line and not line.startswith((" ", "#"))]
    assert words.index("USER") < words.index("HEALTHCHECK") < words.index("CMD")
    assert not [line for line in image if re.search(r"USER root|--privileged|ADD http|TOKEN", line)]
    health = next(line for line in image if line.startswith("HEALTHCHECK"))
    assert health.endswith('CMD ["python", "-m", "bot.health"]')
    assert image.index("COPY . .") < image.index("RUN chmod -R a+rX .") < image.index("USER tessera")
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    wanted = ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "pids_limit:", "mem_limit:", "init: true")
    assert [one for one in wanted if one not in compose] == []
    assert "DISCORD_TOKEN:" not in compose, "whoever may look at the container would read it"
    assert "DISCORD_TOKEN_FILE: /run/secrets/discord_token" in compose
    assert not re.search(r"^\s+(privileged|ports|network_mode|user):", compose, re.MULTILINE)
    own = {
        f"TESSERA_{name}"
        for name in ("ACTIVITY_SECRET_FILE", "DATABASE", "DATABASE_PASSWORD_FILE", "STATE", "PORT", "DISCORD")
    }  # of the machine outside
    known = set(re.findall(r"TESSERA_[A-Z_]+", (ROOT / ".env.example").read_text("utf-8")))
    assert {name for name in known - own if f"{name}: ${{{name}:-" not in compose} == set()
    left_out = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert left_out[0] == "*"
    assert not {"!.env", "!.git", "!var", "!tests", "!discord_token"} & set(left_out)
    version = next(line for line in image if line.startswith("FROM ")).split(":")[1].split("-")[0]
    assert f"Python :: {version}" in (ROOT / "pyproject.toml").read_text("utf-8")
