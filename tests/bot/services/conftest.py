"""What services need is in one event loop."""

from pathlib import Path

from tests.bot.support.one_loop import backend, connections, use_one_loop  # noqa: F401 - fixtures


def pytest_collection_modifyitems(items):
    use_one_loop(items, Path(__file__).parent)
