"""`python -m incog`: the command `incog`."""

from ._command import main

if __name__ == "__main__":
    main()
