"""The compose file as far as it can be looked at without a container engine."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.settings import load_settings
from tests.sources import ROOT

TEXT = (ROOT / "compose.yaml").read_text("utf-8")
BOTS = ("bot-a", "bot-b")
STATE = "/var/lib/tessera"  # where the volume is


def read(lines: list[str], anchors: dict[str, Any]) -> Any:
    """As much of YAML as the file needs: mappings and lists by indentation, anchors, and `<<`."""
    if lines and lines[0].lstrip().startswith("- "):
        return [line.strip()[2:] for line in lines]
    found: dict[str, Any] = {}
    while lines:
        depth = len(lines[0]) - len(lines[0].lstrip())
        key, _, value = lines.pop(0).strip().partition(":")
        inner = []
        while lines and len(lines[0]) - len(lines[0].lstrip()) > depth:
            inner.append(lines.pop(0))
        anchor, value = re.fullmatch(r" *(?:&([\w-]+))? *(.*)", value).groups()
        content = read(inner, anchors) if inner else value
        if key == "<<":
            found |= anchors[value.removeprefix("*")]
        else:
            found[key] = content
        if anchor:
            anchors[anchor] = content
    return found


COMPOSE = read([line for one in TEXT.splitlines() if (line := re.sub(r"(^| +)#.*", "", one).rstrip())], {})
SERVICES = COMPOSE["services"]


def of(service):
    """The service with what it extends."""
    one = SERVICES[service]
    base = re.fullmatch(r"\{service: (\w+)\}", one.get("extends", ""))
    if base is None:
        return one
    found = SERVICES[base[1]] | one
    return found | {"environment": SERVICES[base[1]]["environment"] | one["environment"]}


def environment(service, tmp_path):
    """What the process sees, with the defaults of the file and a secret in a folder of ours."""
    (tmp_path / "database_password").write_text("s3cret /&\n")
    (tmp_path / "discord_token").write_text("a token\n")
    known = of(service)["environment"].items()
    texts = {key: re.sub(r"\$\{\w+:-(\w*)\}", r"\1", value) for key, value in known}
    return {key: value.replace("/run/secrets", str(tmp_path)) for key, value in texts.items()}


def items(text):
    """The entries of a list that stands in one line."""
    return [one.strip() for one in text.strip("[]").split(",")]


def test_without_the_profile_there_is_one_bot_and_it_keeps_a_file(tmp_path):
    assert [name for name in SERVICES if "profiles" not in SERVICES[name]] == ["tessera"]
    assert load_settings(environment("tessera", tmp_path)).database_server == ""


def test_the_two_bots_share_a_database_and_between_them_have_every_shard_once(tmp_path):
    both = [load_settings(environment(name, tmp_path)) for name in BOTS]
    shards = [one.shards for one in both]
    assert {one.count for one in shards} == {shards[0].count}
    assert sorted(n for one in shards for n in range(one.first, one.last + 1)) == list(range(shards[0].count))
    assert {one.database_server for one in both} == {"postgresql://tessera@postgres/tessera?password=s3cret%20%2F%26"}
    assert len({one.database for one in both}) == 2
    assert all(str(one.database).startswith(f"{STATE}/") for one in both)


@pytest.mark.parametrize("service", SERVICES)
def test_no_service_may_do_or_take_more_than_it_needs(service):
    one = of(service)
    assert (one["read_only"], one["cap_drop"], one["security_opt"]) == ("true", "[ALL]", '["no-new-privileges:true"]')
    assert {"mem_limit", "pids_limit", "logging", "stop_grace_period", "restart", "tmpfs", "volumes"} <= set(one)
    assert {"ports", "privileged", "network_mode", "user"} & set(one) == set()
    assert {volume.partition(":")[0] for volume in one["volumes"]} <= set(COMPOSE["volumes"])
    assert set(items(one["secrets"])) <= set(COMPOSE["secrets"])


def test_passwords_are_in_files_only():
    values = [value for name in SERVICES for value in of(name)["environment"].items()]
    secret = [(key, value) for key, value in values if "PASSWORD" in key or "TOKEN" in key]
    assert len(secret) > 4
    assert [one for one in secret if not (one[0].endswith("_FILE") and one[1].startswith("/run/secrets/"))] == []
    assert "password=" not in TEXT
    for name, service in SERVICES.items():
        needed = {value.rpartition("/")[2] for key, value in of(name)["environment"].items() if key.endswith("_FILE")}
        assert needed == set(items(of(name)["secrets"])), service


def test_the_bots_wait_for_the_server_and_have_its_driver():
    assert SERVICES["postgres"]["healthcheck"]["test"].startswith("[CMD, pg_isready,")
    for name in BOTS:
        assert of(name)["depends_on"] == {"postgres": "{condition: service_healthy}"}
        packages = re.search(r"REQUIREMENTS: ([\w.-]+)", of(name)["build"]["args"])[1]
        lines = (ROOT / packages).read_text("utf-8")
        assert re.search(r"^asyncpg==\S+ .*\\$", lines, re.MULTILINE)
        assert lines.count("--hash=sha256:") > 50
        image = (ROOT / "Dockerfile").read_text("utf-8")
        assert packages in re.search(r"^COPY (.+) \./$", image, re.MULTILINE)[1].split()
        assert f"!{packages}" in (ROOT / ".dockerignore").read_text("utf-8").splitlines()


def test_the_server_is_the_one_that_the_document_says_was_tested():
    image, _, tag = SERVICES["postgres"]["image"].partition(":")
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    assert (image, f"the tests run on {tag}." in page) == ("postgres", True)
