"""`python -m bot`: restricts file permissions, installs signal handlers, then loads the program. Knows nothing else."""

import os
import sys

from bot import signals


def main() -> int:
    """Run the command and return the exit code.

    An interrupt ends `run` with 0, because the shutdown was orderly; any other command fails.
    """
    os.umask(0o077)  # other users of this machine must not read what people do, so all our files are private
    if set(sys.argv[1:]) <= {"run"}:
        signals.end_on_signals()
    try:
        signals.unblock()
        from bot import command_line

        return command_line.main(sys.argv[1:])
    except KeyboardInterrupt:
        return signals.EXIT_INTERRUPTED
    finally:
        signals.print_text("")  # flushes what others have printed, such as the help text


if __name__ == "__main__":
    sys.exit(main())
