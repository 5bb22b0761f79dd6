"""The lists of /me and /settings at the width of a phone: an answer that is cut cannot be told from the others."""

from __future__ import annotations

from bot.model.preferences import Preferences, ServerSettings
from bot.screens import preferences, server_settings
from bot.screens.screen import EntitySelect, Select
from bot.text.words import Words, languages
from tests.cases import each

MOST_SHOWN = 35  # letters of one line of a list on a page 390 pixels wide; fonts that stand in for Discord's are wide


def shown(screen):
    """All that may stand in a list of the screen while it is closed."""
    for part in screen.parts:
        if isinstance(part, Select | EntitySelect):
            yield part.hint
        if isinstance(part, Select):
            yield from (option.label for option in part.options)


@each("language", languages())
def test_no_answer_of_a_setting_is_cut_on_a_phone(language):
    words = Words(language)
    pages = [preferences.page(name, Preferences(), words, 0.0) for name in preferences.PREFERENCE_PAGES]
    pages += [server_settings.page(name, ServerSettings(), words) for name in server_settings.SETTING_PAGES]
    lines = {line for page in pages for line in shown(page)}
    assert [line for line in sorted(lines) if len(line) > MOST_SHOWN] == []


def test_one_s_own_view_begins_at_three_seats_in_hungarian_too():
    assert "három főtől a saját nézetemet" in shown(preferences.page("look", Preferences(), Words("hu"), 0.0))
