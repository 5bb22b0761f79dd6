"""Screens as Discord gets them: nothing of a control is lost on the way. Knows no game."""

from __future__ import annotations

import discord
import pytest

from bot.discord_api.components import allowed_mentions, files, layout, modal
from bot.screens.screen import (
    Attachment,
    Button,
    Buttons,
    EntitySelect,
    InputForm,
    Option,
    PersonSelect,
    Picture,
    Screen,
    Section,
    Select,
    Text,
)


def sent(*parts):
    """The components of a screen's container, as the library sends them; a row of one control is that control."""
    (container,) = layout(Screen(parts)).to_components()
    inner = [one["components"] if one["type"] == discord.ComponentType.action_row.value else [one]
             for one in container["components"]]  # fmt: skip
    return [one for row in inner for one in row]


def test_long_texts_are_cut_together_to_what_discord_takes():
    texts = [Text("x" * 3_000), Section("y" * 3_000, Button("Go", "go:1")), Text("z")]
    assert layout(Screen(tuple(texts))).content_length() <= 4_000
    assert [part["content"] for part in sent(Text("a"), Text(""), Text("b"))] == ["a", "b"]


def test_a_button_keeps_its_look_its_place_and_whether_it_can_be_pressed():
    on, off, link = sent(
        Buttons((Button("On", "a:1"), Button("Off", "b:1", off=True), Button("Out", link="https://x.y")))
    )
    assert (on["custom_id"], on["disabled"], on["label"]) == ("a:1", False, "On")
    assert (off["custom_id"], off["disabled"]) == ("b:1", True)
    assert (link["url"], "custom_id" in link) == ("https://x.y", False)
    assert len(sent(Buttons((Button("w" * 99, "a:1"),)))[0]["label"]) == 40


def test_a_list_takes_as_many_as_may_be_chosen_and_shows_what_is_set():
    options = (Option("One", "1", "d" * 200), Option("Two", "2", chosen=True))
    (pick,) = sent(Select("p:1", "Choose", options, least=0, most=25))
    assert (pick["min_values"], pick["max_values"], pick["placeholder"]) == (0, 2, "Choose")
    assert [bool(one.get("default")) for one in pick["options"]] == [False, True]
    assert len(pick["options"][0]["description"]) == 90
    (people,) = sent(PersonSelect("q:1", "Who?", most=3))
    assert people["max_values"] == 3


@pytest.mark.parametrize("kind", ["roles", "channels"])
@pytest.mark.parametrize("most", [1, 25])
def test_roles_and_channels_that_are_set_are_shown_and_can_all_be_taken_away(kind, most):
    (pick,) = sent(EntitySelect("e:1", "Which?", kind, chosen=(5,), most=most))
    assert [one["id"] for one in pick["default_values"]] == [5]
    assert (pick["min_values"], pick["max_values"]) == (0, most)
    if kind == "channels":
        assert (discord.ChannelType.forum.value in pick["channel_types"]) is (most > 1)


def test_a_picture_says_what_it_shows_and_a_paper_is_a_file():
    picture, paper = Picture("a.png", b"p", "w" * 2_000), Attachment("a.txt", b"t")
    gallery, file = sent(picture, paper)
    assert len(gallery["items"][0]["description"]) == 1_024
    assert file["file"]["url"] == "attachment://a.txt"
    sending = files(Screen((picture, paper)))
    assert [(one.filename, len(one.description or "")) for one in sending] == [("a.png", 1_024), ("a.txt", 0)]


def test_nobody_is_called_but_the_people_of_the_screen():
    nobody, one = allowed_mentions(Screen(())).to_dict(), allowed_mentions(Screen((), pings=(5,))).to_dict()
    assert nobody == {"parse": []}
    assert (one["parse"], one["users"]) == ([], [5])


def test_a_form_fits_and_takes_a_whole_line():
    form = modal(InputForm("typed:1", "t" * 90, "l" * 90, "h" * 90)).to_dict()
    (label,) = form["components"]
    line = label["component"]
    assert (len(form["title"]), len(label["label"]), len(line["placeholder"]), line["max_length"]) == (40, 40, 60, 60)


async def test_nothing_of_a_message_is_kept_in_memory():
    assert layout(Screen((Text("a"),))).is_finished()
    assert modal(InputForm("typed:1", "a", "b")).is_finished()


def test_an_emoji_stands_on_its_button_and_option():
    blue = "<:azul_blue_12345678:1234567890123456789>"
    button, pick = sent(
        Buttons((Button("2 blue", "m:1", emoji=blue),)), Select("s", "", (Option("2 blue", "v", emoji=blue),))
    )
    shown = [(int(one["emoji"]["id"]), one["emoji"]["name"]) for one in (button, pick["options"][0])]
    assert shown == [(1234567890123456789, "azul_blue_12345678")] * 2


def test_texts_that_are_too_long_with_their_emojis_go_without():
    tile = "2 <:azul_blue_12345678:1234567890123456789> blue, "
    kept = layout(Screen((Text(tile * 10),)))
    assert "<:azul" in str(kept.to_components())
    long = Screen((Text(tile * 40), Text(tile * 60)))
    assert layout(long).content_length() == 100 * len("2 blue, ")
    assert "<:azul" not in str(layout(long).to_components())
