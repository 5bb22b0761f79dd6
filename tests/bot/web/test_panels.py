"""The panels of a page: what a new one needs besides its entry on the server."""

from __future__ import annotations

import re

import pytest

from bot.web.documents import PAGE_FOLDER
from bot.web.panels import PANELS


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_has_its_script_its_entry_in_the_menu_and_its_place_in_the_document(name):
    entries = re.search(r"const PANELS = {(.*?)};", (PAGE_FOLDER / "menu.js").read_text("utf-8"), re.DOTALL)[1]
    assert re.search(rf"\b{name}: ", entries)
    assert "export function offer(" in (PAGE_FOLDER / f"{name}.js").read_text("utf-8")
    assert f'<section id="{name}" class="panel"' in (PAGE_FOLDER / "table.html").read_text("utf-8")
