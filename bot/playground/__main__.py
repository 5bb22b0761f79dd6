"""`python -m bot.playground`: installs signal handlers before slow imports. Knows nothing else."""

import os
import sys

from bot import signals


def main() -> int:
    """Run the command line and return the exit code."""
    os.umask(0o077)
    signals.end_on_signals()
    from bot.playground import command_line

    try:
        return command_line.main()
    finally:
        signals.print_text("")  # flushes what others have printed, such as the help text


if __name__ == "__main__":
    sys.exit(main())
