"""Trial matches of a player, for what checks a class's repositories.

    from arbitro.trial import trial

    for side in trial("submission", game="connect-four"):
        print(side.side, side.share, side.told())
"""

import json
import os
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import List, NamedTuple, Union

from .__main__ import installed, rules


class Failed(Exception):
    """The matches could not be played, for a reason that is not the player's."""


class LeftOut(Failed):
    """The player cannot be started; why, in a sentence."""


class Side(NamedTuple):
    """The matches of one side that ended in time."""

    side: str
    """x or o."""
    matches: int
    faults: List[str]
    """Why the player lost matches by forfeit, in a sentence each."""

    @property
    def share(self) -> float:
        """The share of matches without a fault, from 0 to 1; 1 if none ended in time."""
        return 1 - len(self.faults) / max(self.matches, 1)

    def told(self) -> str:
        if not self.faults:
            return f"{self.matches} matches without a fault"
        return f"{len(self.faults)} of {self.matches} matches lost by a fault, the first {self.faults[0]}"


def trial(
    player: Union[str, Path], game: str = "dama", matches: int = 20, move_ms: int = 2000, seconds: float = 120
) -> List[Side]:
    """Plays matches on both sides against the player by chance; those that do not end within `seconds` do not count.

    It takes more than one match to see a fault that only some positions bring out.
    """
    program, rival = installed("/arbitro-tournament"), installed("/players/random/player.toml").parent
    with tempfile.TemporaryDirectory(prefix="arbitro-") as folder:
        # Where root starts it, players run as another user, who must get here.
        os.chmod(folder, 0o755)
        out = Path(folder, "trial")
        settings = ["--game", rules(game), "--games", str(matches), "--move-time", f"{move_ms}ms", "--lang", "en"]
        said = run([program, "run", player, rival, "--out", out, "--quiet", "--no-smoke", *settings], seconds)
        for line in said.splitlines():
            if line.startswith("left out: ") and str(rival) not in line:
                raise LeftOut(line)
        journal = out / "matches.jsonl"
        lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
    records = [it for it in map(json.loads, lines) if it["reason"] != "void"]
    if not records:
        raise Failed(said)
    return [side_of(side, [it for it in records if it["players"][side]["name"] != rival.name]) for side in "xo"]


def side_of(side: str, records: List[dict]) -> Side:
    faults = [(it["plies"], it["fault"]) for it in records if it.get("fault")]
    told = [f"after {plies} moves: {fault['text']}" for plies, fault in faults if fault["player"] == side]
    return Side(side, len(records), told)


def run(command: list, seconds: float) -> str:
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    try:
        said, _ = started.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        # As Ctrl-C: the matches that ended stay.
        started.send_signal(signal.SIGINT)
        said, _ = started.communicate()
    return said.strip()
