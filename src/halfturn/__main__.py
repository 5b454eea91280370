"""`python -m halfturn`: the command line."""

from halfturn.cli import main

if __name__ == "__main__":
    main()
