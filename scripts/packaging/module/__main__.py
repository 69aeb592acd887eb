"""Starts Arbitro's programs.

  arbitro tournament                 the bundled players, and their ranking
  arbitro tournament --help          verify, play, tournament, replay, grade and serve have examples in their help
  arbitro copy FOLDER                puts the Python module into the folder of a player or a game
  arbitro link FOLDER                makes the programs' short names in a folder: verify, play, ...
  arbitro where                      the folder with the bundled players and games, and sample boards

The programs are also there as arbitro-verify, arbitro-play and so on. Where `arbitro copy` has put the module, Python
finds that one, which starts nothing: there, too, say `arbitro`, not `python3 -m arbitro`.
"""

import os
import stat
import sys
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Union

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


def rules(game: Union[str, Path]) -> str:
    """A game's folder if a bundled one has this name, else the game as it is named."""
    folder = installed("/players/random/player.toml").parents[2] / "boards/games" / game
    return str(folder if "/" not in str(game) and (folder / "game.toml").is_file() else game)


def link(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in PROGRAMS:
        path, program = folder / name, installed(f"/arbitro-{name}")
        # The link of an earlier call stays; any other may be somebody else's.
        if not path.is_symlink() or os.readlink(path) != str(program):
            path.symlink_to(program)
    print(f"{folder}: {', '.join(PROGRAMS)}")


def copy(folder: Path) -> None:
    here = Path(__file__).parent
    module = folder / "arbitro"
    module.mkdir(parents=True, exist_ok=True)
    # The folder may be somebody else's, who puts links where the files are to be.
    inside = os.open(module, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    for name in ("__init__.py", "game.py", "player.py", "py.typed"):
        if name in os.listdir(inside) and not stat.S_ISLNK(os.lstat(name, dir_fd=inside).st_mode):
            os.unlink(name, dir_fd=inside)
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=inside)
        with open(file, "wb") as target:
            target.write((here / name).read_bytes())
    os.close(inside)
    print(f"{module}: from arbitro import play, legal, Game")
    if not any((folder / name).exists() for name in ("player.toml", "game.toml")):
        print(f'a player also needs {folder / "player.toml"}, with this line: command = ["python3", "player.py"]')


def where() -> None:
    print(installed("/players/random/player.toml").parents[2])


def wrong(what: str) -> None:
    print(f"arbitro: {what}; arbitro --help lists the commands", file=sys.stderr)
    sys.exit(2)


def main() -> None:
    word, rest = (sys.argv + [""])[1], sys.argv[2:]
    if word in PROGRAMS:
        program = str(installed(f"/arbitro-{word}"))
        os.execv(program, [f"arbitro-{word}", *rest])
    if word in ("", "-h", "--help") or (word in ("link", "copy", "where") and {"-h", "--help"} & set(rest)):
        print(__doc__.strip())
    elif word in ("-V", "--version"):
        print(f"arbitro {version('arbitro')}")
    elif word == "where":
        where() if not rest else wrong("where takes no argument")
    elif word not in ("link", "copy"):
        wrong(f"there is no command {word}")
    elif len(rest) != 1:
        wrong(f"{word} needs one folder, and {len(rest)} are named")
    elif rest[0].startswith("-"):
        wrong(f"{word} has no option {rest[0]}; a folder of this name is ./{rest[0]}")
    else:
        try:
            {"link": link, "copy": copy}[word](Path(rest[0]))
        except OSError as error:
            sys.exit(f"arbitro: {error}")


if __name__ == "__main__":
    main()
