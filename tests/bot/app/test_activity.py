"""How an operator sets up the Activity."""

from __future__ import annotations

import pytest

from bot.settings import load_settings

WEB = {"DISCORD_TOKEN": "x", "TESSERA_WEB": "127.0.0.1:8080", "TESSERA_WEB_URL": "https://tables.example.org"}


@pytest.fixture
def secret(tmp_path):
    """A file with the client secret."""
    file = tmp_path / "secret"
    file.write_text(" the secret \n")
    return file


def test_the_secret_comes_from_a_file_and_is_shown_nowhere(secret):
    chosen = load_settings({**WEB, "TESSERA_ACTIVITY_SECRET_FILE": str(secret)})
    assert chosen.activity_secret == "the secret"
    assert "the secret" not in repr(chosen)
    assert load_settings(WEB).activity_secret == ""


def test_it_needs_pages(secret):
    for given in ({"DISCORD_TOKEN": "x"}, {"TESSERA_WEB": "off"}):
        with pytest.raises(ValueError, match="TESSERA_ACTIVITY_SECRET_FILE needs TESSERA_WEB"):
            load_settings({**given, "TESSERA_ACTIVITY_SECRET_FILE": str(secret)})


def test_a_file_that_is_empty_or_not_there_is_named(secret):
    secret.write_text("\n")
    for file in (secret, secret.with_name("another")):
        with pytest.raises(ValueError, match="TESSERA_ACTIVITY_SECRET_FILE"):
            load_settings({**WEB, "TESSERA_ACTIVITY_SECRET_FILE": str(file)})
