"""Starts Arbitro's programs.

  arbitro tournament                 the bundled players, and their ranking
  arbitro tournament --help          verify, play, tournament, replay, grade and serve have examples in their help
  arbitro copy FOLDER                puts the Python module into the folder of a player or a game
  arbitro link FOLDER                makes the programs' short names in a folder: verify, play, ...
  arbitro where                      the folder with the bundled players and games, and sample boards

The programs are also there as arbitro-verify, arbitro-play and so on.
"""

import os
import shutil
import sys
from importlib.metadata import distribution
from pathlib import Path

PROGRAMS = ("verify", "play", "tournament", "replay", "grade", "serve")


def installed(end: str) -> Path:
    """An installed file, by the end of its path."""
    recorded = [it.locate() for it in distribution("arbitro").files or () if it.as_posix().endswith(end)]
    # Where pip was told a --target, it moves what it has recorded.
    here = Path(__file__).resolve().parent.parent
    for path in (*recorded, here / f"bin{end}", here / f"share/arbitro{end}"):
        if os.path.exists(path):
            return Path(os.path.abspath(path))
    sys.exit(f"arbitro: {end} is not installed; install the package again")


def link(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in PROGRAMS:
        path = folder / name
        if path.is_symlink():
            path.unlink()
        path.symlink_to(installed(f"/arbitro-{name}"))
    print(f"{folder}: {', '.join(PROGRAMS)}")


def copy(folder: Path) -> None:
    here = Path(__file__).parent
    module = folder / "arbitro"
    module.mkdir(parents=True, exist_ok=True)
    for name in ("__init__.py", "game.py", "player.py", "py.typed"):
        shutil.copyfile(here / name, module / name)
    print(f"{module}: from arbitro import play, legal, Game")


def main() -> None:
    word, rest = (sys.argv + [""])[1], sys.argv[2:]
    if word in PROGRAMS:
        program = str(installed(f"/arbitro-{word}"))
        os.execv(program, [f"arbitro-{word}", *rest])
    try:
        if word in ("link", "copy") and len(rest) == 1:
            {"link": link, "copy": copy}[word](Path(rest[0]))
        elif word == "where" and not rest:
            print(installed("/players/random/player.toml").parents[2])
        else:
            print(__doc__.strip(), file=sys.stdout if word in ("", "-h", "--help") else sys.stderr)
            sys.exit(0 if word in ("", "-h", "--help") else 2)
    except OSError as error:
        sys.exit(f"arbitro: {error}")


if __name__ == "__main__":
    main()
