"""What is logged of a press: only what we made ourselves, however it was forged."""

from bot.discord_api.custom_id import read


def test_of_a_press_the_verb_the_table_and_the_stamp_may_be_logged():
    assert read("answer:1:7:R.3", ["R3"]).outline == {"press": "answer", "room": 1, "stamp": 7}


def test_of_a_forged_press_nothing_is_logged_that_we_did_not_make():
    assert read("Ana holds R3:1:7", []).outline == {"press": "?", "room": 1, "stamp": 7}
    assert read("play:1:R3", []).outline == {"press": "play", "room": 1}
    assert read("play:the hand of Ana", []).outline == {"press": "play"}
    assert read("", []).outline == {"press": "?"}
