"""`python -m simkit.cli`: the command `simkit` where no script is installed."""

from __future__ import annotations

from simkit.cli.app import main

if __name__ == "__main__":
    main()
