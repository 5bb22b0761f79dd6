"""The numbers that the engine reads when it is imported. Knows no number."""

from __future__ import annotations

import pytest

from engine import files
from engine.files import load_numbers
from engine.robots.core import read_curves


@pytest.mark.parametrize("text", [None, "", "{", "\x00"])
def test_an_error_names_a_file_that_is_missing_or_broken(tmp_path, monkeypatch, text):
    monkeypatch.setattr(files, "DATA_FOLDER", str(tmp_path))
    path = tmp_path / "curves" / "azul.json"
    path.parent.mkdir()
    if text is not None:
        path.write_text(text)
    with pytest.raises((OSError, ValueError), match=str(path)):
        load_numbers("curves", "azul")


def test_curves_are_refused_that_do_not_fit_the_stages():
    curves = read_curves("azul", (2, 3, 4), stages=7)
    assert {seats: len(row) for seats, row in curves.items()} == {2: 7, 3: 7, 4: 7}
    for seats, stages in (((2, 3, 4), 6), ((2, 3), 7), ((2, 3, 4, 5), 7)):
        with pytest.raises(ValueError, match=r"data/curves/azul\.json"):
            read_curves("azul", seats, stages)
