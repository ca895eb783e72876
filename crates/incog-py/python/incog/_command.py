"""The command `incog`, which comes with the package."""

import sys

from ._incog import command


def main() -> None:
    """Runs what was typed and ends the process with the exit code of the command."""
    sys.exit(command(["incog", *sys.argv[1:]]))
