"""Tournaments from Python, and their results.

    import arbitro

    done = arbitro.run(["mine", "theirs"], game="connect-four", games=10, out="evening")
    for row in done.standings:
        print(row["place"], row["name"], row["points"])

With pandas: `pandas.DataFrame(done.standings)`, `pandas.json_normalize(done.matches)`.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import List, Sequence, Union

from .__main__ import installed

Name = Union[str, Path]


class Failed(Exception):
    """A program failed; what it said."""


class Results:
    """A tournament's folder."""

    def __init__(self, out: Name):
        self.out = Path(out)

    @property
    def matches(self) -> List[dict]:
        """The records of all matches, as the journal has them."""
        return lines((self.out / "matches.jsonl").read_text(encoding="utf-8"))

    @property
    def standings(self) -> List[dict]:
        """The ranking, best first."""
        return lines(said("tournament", "standings", self.out, "--json"))

    def verify(self) -> bool:
        """Judges every match again by its record; True if no verdict differs."""
        game = self.out / "game"
        rules = ["--game", game] if game.is_dir() else []
        return started("verify", "match", self.out, *rules).returncode == 0


def run(players: Sequence[Name], game: Name = "dama", games: int = 2, out: Name = "results", **more: object) -> Results:
    """Plays a tournament, or goes on with the one in `out`.

    `more` are other options of `arbitro tournament run`: move_time="1s", jobs=4, no_smoke=True.
    """
    bundled = installed("/players/random/player.toml").parents[2] / "boards/games" / str(game)
    options = [f"--out={out}", "--quiet"]
    if (Path(out) / "tournament.toml").exists():
        options.append("--resume")
    else:
        options += [f"--game={bundled if bundled.is_dir() else game}", f"--games={games}"]
    for name, value in more.items():
        flag = "--" + name.replace("_", "-")
        options += [flag] if value is True else [] if value in (False, None) else [f"{flag}={value}"]
    said("tournament", "run", *players, *options)
    return Results(out)


def started(program: str, *args: Name) -> "subprocess.CompletedProcess[str]":
    words = [os.fspath(installed(f"/arbitro-{program}")), *map(os.fspath, args)]
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)


def said(program: str, *args: Name) -> str:
    done = started(program, *args)
    if done.returncode != 0:
        raise Failed(done.stderr.strip())
    return done.stdout


def lines(text: str) -> List[dict]:
    return [json.loads(line) for line in text.splitlines()]
