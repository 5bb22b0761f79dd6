"""Refusals: why the bot does not do what a person asked, each as a key with facts. Knows nothing about texts."""

from typing import Literal

from engine.core import Fact

RefusalKey = Literal[  # each key has a text `refusal.<key>`
    "already_agreed", "already_in", "already_shown", "ask_over", "asked", "awake", "away", "bot_profile",
    "bot_user", "busy", "done", "film_closed", "full", "gone", "host_alone", "host_first", "host_only",
    "invited_only", "kicked", "may_not_manage", "may_not_open", "missing", "no_activity", "no_clock", "no_database",
    "no_day", "no_film", "no_guests", "no_more_time", "no_offer", "no_rematch", "no_server", "no_table",
    "no_take_back", "no_vacancy", "no_vacation", "no_zone", "not_away", "not_here", "not_idle", "not_in",
    "not_member", "not_over", "not_paused", "not_seated", "not_started", "not_there", "not_your_turn", "notation",
    "over", "page_bot_gone", "page_channel", "page_hidden", "page_left", "page_link", "page_none", "page_unknown",
    "paused", "prepare_full", "prepare_nothing", "prepare_yours", "private_profile", "puzzle_answered",
    "puzzle_failed", "puzzle_gone", "puzzle_many", "puzzle_none", "puzzle_open", "puzzle_past", "record_gone",
    "record_large", "record_lost", "record_not_text", "repeated", "review_failed", "review_many", "review_no_coach",
    "review_none", "review_other_rules", "review_playing", "review_sandbox", "review_short", "search_failed",
    "seat_free", "seat_taken", "secret_record", "self", "several_zones", "sits_here", "slow_down", "stale",
    "still_played", "stopping", "stranger", "timed_out", "too_few", "too_long_away", "too_many_channel",
    "too_many_person", "too_many_server", "too_much_sleep", "typed_action", "typed_range", "typed_word", "unheard",
    "unknown", "unreached", "unread_day", "which_table", "wrong_place",
]  # fmt: skip


class Refusal(Exception):
    """The bot refuses a request and has changed nothing. `key` selects a text, and `facts` fill the text's gaps."""

    def __init__(self, key: RefusalKey, **facts: Fact) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class AccessLost(Refusal):
    """According to Discord, the person may no longer play in the table's channel."""
