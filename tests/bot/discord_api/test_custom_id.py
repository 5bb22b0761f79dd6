"""What is logged of a press: only what we made ourselves, however it was forged."""

from bot.discord_api.custom_id import read


def test_of_a_press_the_verb_the_table_and_the_stamp_may_be_logged():
    assert read("answer:1:7:R.3", ["R3"]).outline == {"press": "answer", "room": 1, "stamp": 7}


def test_a_press_that_prepares_is_logged_and_counted_as_any_other_entry_of_more():
    assert read("prepare:1", []).outline == read("choose:1", []).outline == {"press": "choose", "room": 1}
    assert read("unprepare:1:0", []).outline["press"] == "choose"
    assert read("m:1:p300:R.3", []).outline == {"press": "m", "room": 1}


def test_of_a_forged_press_nothing_is_logged_that_we_did_not_make():
    assert read("Ana holds R3:1:7", []).outline == {"press": "?", "room": 1, "stamp": 7}
    assert read("play:1:R3", []).outline == {"press": "play", "room": 1}
    assert read("play:the hand of Ana", []).outline == {"press": "play"}
    assert read("", []).outline == {"press": "?"}
