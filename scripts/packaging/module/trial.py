"""Trial matches of a player, for what checks a class's repositories.

    from arbitro.trial import trial

    for match in trial("submission", game="dama"):
        print(match.side, match.fault or "plays")
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import List, NamedTuple, Optional, Union

from .__main__ import installed


class Failed(Exception):
    """The matches could not be played, for a reason that is not the player's."""


class Match(NamedTuple):
    side: str
    """x or o."""
    plies: int
    fault: Optional[str]
    """Why the player lost by forfeit, in a sentence; None if it did not."""


def trial(player: Union[str, Path], game: str = "dama", move_ms: int = 5000) -> List[Match]:
    """Plays one match on each side against the player by chance, and judges both again by their record."""
    programs, rival = installed("/arbitro-tournament"), installed("/players/random/player.toml").parent
    with tempfile.TemporaryDirectory(prefix="arbitro-") as folder:
        # Where root starts it, players run as another user, who must get here.
        os.chmod(folder, 0o755)
        out = Path(folder, "trial")
        settings = ["--no-smoke", "--openings", "none", "--game", game, "--move-time", f"{move_ms}ms"]
        said = run([programs, "run", player, rival, "--out", out, "--quiet", *settings])
        if not (out / "matches.jsonl").exists():
            raise Failed(said)
        said = run([programs.with_name("arbitro-verify"), "match", out])
        records = [json.loads(line) for line in (out / "matches.jsonl").read_text(encoding="utf-8").splitlines()]
    sides = {side: it for it in records for side in "xo" if it["players"][side]["name"] != rival.name}
    if len(sides) < 2 or any(it["reason"] == "void" for it in records):
        raise Failed(said)
    return [Match(side, sides[side]["plies"], fault_of(side, sides[side])) for side in "xo"]


def fault_of(side: str, record: dict) -> Optional[str]:
    fault = record.get("fault")
    return fault["text"] if fault and fault["player"] == side else None


def run(command: list) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
    return done.stdout.strip()
