"""Limits that simcord lets pass, and Discord's own description as a second oracle."""

from __future__ import annotations

import io

import pytest

from bot.playground.limits import MAX_FILE_BYTES, choice_faults, command_faults, message_faults
from bot.playground.protocol import Call, Upload
from tests.bot.support import openapi
from tests.bot.support.openapi import Oracle

described = pytest.mark.skipif(not openapi.SPEC.exists(), reason=openapi.ABSENT)


def command(**changes):
    return {"name": "play", "description": "Opens a table", "type": 1, "options": [], **changes}


def option(**changes):
    return {"name": "game", "description": "Which", "type": 3, **changes}


def choices(many):
    return [{"name": str(one), "value": str(one)} for one in range(many)]


@pytest.mark.parametrize(
    "commands",
    [
        [command()], [command(name="jugar-a_2")], [command(name="játék")], [command(name="खेल")],
        [command(options=[option(required=True), option(name="b", choices=choices(25))])],
        [command(name=f"c{one}") for one in range(100)],
        [{"name": "Show Profile", "type": 2}, command(name="show")],
    ],
)  # fmt: skip
def test_sound_commands_pass(commands):
    assert command_faults(commands) == []


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        ([command(name="x" * 33)], "name"), ([command(name="Play")], "name"), ([command(name="a b")], "name"),
        ([command(name="")], "name"), ([command(description="")], "description"),
        ([command(description="x" * 101)], "description"),
        ([command(name_localizations={"hu": "Nagy"})], "'Nagy' is not allowed"),
        ([command(description_localizations={"hu": "x" * 101})], "description"),
        ([command(options=[option(name=f"o{one}") for one in range(26)])], "at most 25"),
        ([command(options=[option(choices=choices(26))])], "more than 25"),
        ([command(options=[option(choices=[{"name": "", "value": "x"}])])], "choices[0].name"),
        ([command(options=[option(choices=choices(2), autocomplete=True)])], "together"),
        ([command(options=[option(), option(name="b", required=True)])], "required one after"),
        ([command(options=[option(), option()])], "there twice"),
        ([command(), command()], "there twice"), ([command(type=9)], "type"),
        ([command(name=f"c{one}") for one in range(101)], "more than 100"),
        ([{"name": f"c{one}", "type": 2} for one in range(16)], "more than 15"),
        ([command(options=[option(name=f"o{o}", description="x" * 100, choices=[
            {"name": f"{one}" * 50, "value": f"{one}" * 50} for one in range(9)]) for o in range(25)])], "8000"),
        ([command(options=[option(name=f"o{o}", description="x", choices=[
            {"name": "x", "name_localizations": {"hu": f"{one}" * 90}, "value": f"{one}"} for one in range(9)])
            for o in range(10)])], "8000"),
        ({"name": "x"}, "array"),
    ],
)  # fmt: skip
def test_unsound_commands_are_named(commands, said):
    assert said in "; ".join(command_faults(commands))


def test_of_a_field_only_its_longest_translation_counts_for_the_letters_of_a_command():
    """So another language costs nothing where it is no longer than the longest one."""
    said = dict.fromkeys(("hu", "de", "fr", "pl"), "x" * 75)
    many = [{"name": f"{n} {'x' * 70}", "name_localizations": said, "value": str(n)} for n in range(10)]
    options = [option(name=f"o{one}", description="x", choices=many) for one in range(10)]
    assert command_faults([command(options=options)]) == []


def test_choices_of_autocomplete_are_bounded():
    assert choice_faults(choices(25)) == []
    assert choice_faults(choices(26))
    assert choice_faults([{"name": "x" * 101, "value": "x"}])
    assert choice_faults([{"name": "x", "value": "x" * 101}])
    assert choice_faults(None)


def test_files_alt_texts_and_nonces_are_bounded():
    small = Upload("a.png", io.BytesIO(b"x"))
    longest = {"nonce": "x" * 25, "attachments": [{"filename": "a", "description": "x" * 1024}]}
    assert message_faults(longest, [small]) == []
    assert message_faults({}, [small] * 11)
    assert message_faults({}, [Upload("b.png", io.BytesIO(bytes(MAX_FILE_BYTES + 1)))])
    assert message_faults({"nonce": "x" * 26}, [])
    assert message_faults({"attachments": [{"filename": "a", "description": "x" * 1025}]}, [])
    assert message_faults({"components": [{"type": 12, "items": [{"media": {}, "description": "x" * 1025}]}]}, [])


def sent(*components, **more):
    return Call("POST", "/channels/123456789012345678/messages", body={"components": list(components), **more})


def row(*inner):
    return {"type": 1, "components": list(inner)}


def button(**changes):
    return {"type": 2, "style": 1, "label": "Play", "custom_id": "play:3f", **changes}


@described
def test_the_description_passes_what_discord_py_sends():
    mentions = {"parse": [], "users": [123456789012345678], "replied_user": True}
    for call in (
        sent(row(button())), sent(content="x", allowed_mentions=mentions),
        sent(attachments=[{"id": 0, "filename": "a.png", "description": None}]),
        Call("POST", "/users/@me/channels", body={"recipient_id": 123456789012345678}),
        Call("GET", "/users/@me"), Call("POST", "/nothing/of/the/kind", body={}),
    ):  # fmt: skip
        assert Oracle().faults(call) == []


@described
@pytest.mark.parametrize(
    ("call", "said"),
    [
        (sent(row(button(custom_id="x" * 101))), "components.0.components.0.custom_id"),
        (sent(row(button(label="x" * 81))), "label"), (sent(row(button(style=9))), "style"),
        (sent(row(*[button(custom_id=str(one)) for one in range(6)])), "components"),
        (sent(row({"type": 3, "custom_id": "x", "options": [{"label": "x", "value": "x"}] * 26})), "options"),
        (sent({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}] * 11}), "items"),
        (Call("PUT", "/applications/123456789012345678/commands", body=[{"name": "x" * 33, "type": 1}]), "name"),
        (Call("POST", "/interactions/1234/token/callback", body={"type": 9, "data": {
            "custom_id": "x", "title": "x" * 46, "components": [{"type": 10, "content": "x"}]}}), "data.title"),
        (sent(row(button(custom_id=""))), "custom_id"), (sent(button()), "components.0"), (sent(row()), "components"),
        (sent(row(row(button()))), "components.0.components.0"), (sent(*[row(button())] * 41), "components"),
        (sent(row({"type": 4, "custom_id": "x", "style": 1, "label": "x"})), "components.0.components.0"),
        (sent({"type": 9, "components": [{"type": 10, "content": "x"}]}), "accessory"),
        (sent({"type": 17, "components": [{"type": 17, "components": []}]}), "components.0.components.0"),
        (sent(content=3), "content"), (sent(content="x" * 4001), "content"),
    ],
)  # fmt: skip
def test_the_description_names_the_place_of_a_fault(call, said):
    faults = Oracle().faults(call)
    assert len(faults) == 1
    assert said in faults[0]
