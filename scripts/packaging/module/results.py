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
from typing import List, Optional, Sequence, Union

from .__main__ import installed, rules

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
        done = started("verify", "match", self.out, *rules)
        if done.returncode > 1:
            raise Failed(done.stderr.strip())
        return done.returncode == 0

    def __repr__(self) -> str:
        return f"Results({str(self.out)!r})"


def run(
    players: Union[Name, Sequence[Name]],
    game: Optional[Name] = None,
    games: Optional[int] = None,
    out: Name = "results",
    **more: object,
) -> Results:
    """Plays a tournament (of dama, two games a pair), or goes on with the one in `out`: the same players, or none.

    A player is a folder or a program, never a function. `more` are other options of `arbitro tournament run`:
    move_time="1s", jobs=4, seed=7, no_smoke=True, add=["late", "later"]. Settings that differ from those in `out` are refused.
    """
    if isinstance(players, (str, Path)):
        players = [players]
    options = [f"--out={out}", "--quiet"]
    if (Path(out) / "tournament.toml").exists():
        options.append("--resume")
        options += [] if game is None else [f"--game={rules(game)}"]
        options += [] if games is None else [f"--games={games}"]
    else:
        options += [f"--game={rules(game or 'dama')}", f"--games={games or 2}"]
    for name, value in more.items():
        flag = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            options += [flag] if one is True else [] if one is False or one is None else [f"{flag}={one}"]
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
