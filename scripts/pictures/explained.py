"""Draws the moving picture of the README: the last moves of a match, an illegal one, and why it is illegal.

    python3 scripts/pictures/explained.py BIN FILE      BIN is a folder with `verify` and `replay`

The moves are what `replay --export svg` draws, the reason is what `verify move` prints. Standard library alone.
"""
import json
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

MATCH = Path("boards/matches/dama-illegal-at-37")
FIRST, LAST = 31, 37  # the boards that are shown; the next one is the illegal one
SECONDS = 16.0  # one turn of the picture
PLY, REST = 0.8, 4.0  # the pace of `replay --export svg`, of which only the shares are kept


def run(*command):
    return subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE).stdout


def facts(*command):
    return json.loads(run(*command, "--json"))


def shown(text, x, y, begin, end, style="", kind="say"):
    """Returns a line of text, visible from one share of the time to another."""
    times, values = [0.0], ["hidden"]
    for share, value in ((begin, "visible"), (end, "hidden")):
        if share < 1:
            times.append(share)
            values.append(value)
    return (
        f'<text class="{kind}" x="{x}" y="{y}" visibility="hidden"{style}>{escape(text)}'
        + f'<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" dur="{SECONDS:g}s" '
        + f'values="{";".join(values)}" keyTimes="{";".join(f"{it:.6g}" for it in times)}"/></text>'
    )


programs, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
before, after = MATCH / f"board_{LAST}.txt", MATCH / f"board_{LAST + 1}.txt"
verdict = facts(programs / "verify", "move", before, after)
moves = [it["text"] for it in facts(programs / "replay", MATCH)["moves"]][FIRST - 1 :]
start = facts(programs / "verify", "board", MATCH / f"board_{FIRST}.txt")["fen"]
record = {"v": 1, "game": "dama", "start": start, "moves": " ".join(moves), "plies": len(moves)}

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "moves.jsonl"
    file.write_text(json.dumps(record) + "\n")
    run(programs / "replay", file, "--export", "svg", Path(folder) / "drawn")
    picture = (Path(folder) / "drawn" / "match.svg").read_text()

# The illegal move comes as one ply more.
whole = (len(moves) + 1) * PLY + REST
assert f'dur="{whole:g}s"' in picture, f"`replay --export svg` has not the pace {PLY} and {REST}"
picture = picture.replace(f'dur="{whole:g}s"', f'dur="{SECONDS:g}s"')
begin, end = ((len(moves) + it) * PLY / whole for it in (1, 1.5))
(from_row, from_column), (to_row, to_column) = verdict["squares"]
old, new = f"{from_column} {7 - from_row}", f"{to_column} {7 - to_row}"
piece = f'<g transform="translate({old})">'
assert picture.count(piece) == 1, "the piece of the illegal move"
step = (
    '<animateTransform attributeName="transform" type="translate" repeatCount="indefinite" '
    f'dur="{SECONDS:g}s" values="{old};{old};{new};{new}" keyTimes="0;{begin:.6g};{end:.6g};1"/>'
)
picture = picture.replace(piece, piece + step)
marks = "".join(
    f'<use href="#hit" x="{place.split()[0]}" y="{place.split()[1]}" visibility="hidden">'
    f'<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" dur="{SECONDS:g}s" '
    f'values="hidden;visible" keyTimes="0;{end:.6g}"/></use>'
    for place in (old, new)
)

# The referee's verdicts, to the right of the board.
x, lines = 8.5, []
for at, move in enumerate(moves):
    player = "xo"[(FIRST + at + 1) % 2]
    number = FIRST + at
    lines.append(shown(f"board_{number + 1}.txt: legal, {player} plays {move}", x, 0.6 + at * 0.55, (at + 1) * PLY / whole, 1))
y = 0.6 + len(moves) * 0.55
lines.append(shown(f"board_{LAST + 1}.txt: illegal for {verdict['mover']}", x, y, end, 1, kind="say no"))
for line in textwrap.wrap(verdict["text"] + f" ({verdict['diagnosis']})", 40):
    y += 0.55
    lines.append(shown(line, x, y, end, 1, kind="say no"))
lines.append(shown("result: o wins: illegal_move", x, y + 0.9, end + 0.05, 1, kind="say end"))

style = (
    ".back{fill:#fff}.say{font:.36px ui-monospace,monospace;fill:#333}.say.no{fill:#b3261e}.say.end{fill:#111;font-weight:bold}"
)
head = re.search(r'viewBox="[^"]*"', picture).group()
picture = picture.replace(head, 'viewBox="-.6 -.15 18.4 8.85"', 1).replace("</style>", style + "</style>", 1)
title = re.search(r"<title>[^<]*</title>", picture).group()
words = f"Six moves of a match of draughts and an illegal seventh: {verdict['text']}."
picture = picture.replace(
    title, f'<title>{escape(words)}</title><rect class="back" x="-.6" y="-.15" width="18.4" height="8.85" rx=".2"/>', 1
)
# Marks cover the pieces.
picture = picture.replace("</svg>", marks + "".join(lines) + "</svg>")
ElementTree.fromstring(picture)
out.write_text(picture + "\n")
