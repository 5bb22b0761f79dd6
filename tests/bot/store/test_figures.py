"""How much a database of any version holds."""

import pytest

from bot.store.figures import figures_of_file, latest_in_file
from bot.store.migrations import newest
from tests.bot.support.old_files import file_of


@pytest.mark.parametrize("version", [3, 27, 28, newest()])
def test_a_file_of_an_older_version_is_counted_like_a_new_one(tmp_path, version):
    path = tmp_path / "tessera.db"
    file_of(path, version)
    counts = figures_of_file(path).counts
    assert (counts["people"], counts["asleep"], counts["outbox"], counts["lobby"]) == (303, 1, 1, 1)
    assert latest_in_file(path) == 9.0
