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
PLY, REST = 0.8, 4.0  # of a move and of the last board, of which only the shares are kept


def run(*command):
    return subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE).stdout


def facts(*command):
    return json.loads(run(*command, "--json"))


def visible(begin, end):
    """Returns what shows an element from one share of the time to another."""
    times, values = [0.0], ["visible" if begin == 0 else "hidden"]
    for share, value in ((begin, "visible"), (end, "hidden")):
        if 0 < share < 1:
            times.append(share)
            values.append(value)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" dur="{SECONDS:g}s" '
        + f'values="{";".join(values)}" keyTimes="{";".join(f"{it:.6g}" for it in times)}"/>'
    )


def shown(text, x, y, begin, end, kind="say"):
    """Returns a line of text, visible from one share of the time to another."""
    return f'<text class="{kind}" x="{x}" y="{y}" visibility="hidden">{escape(text)}{visible(begin, end)}</text>'


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
    drawings = [(Path(folder) / "drawn" / f"board_{it + 1}.svg").read_text() for it in range(len(moves) + 1)]

# The illegal move comes as one ply more.
whole = (len(moves) + 1) * PLY + REST
begin, end = ((len(moves) + it) * PLY / whole for it in (1, 1.5))
(from_row, from_column), (to_row, to_column) = verdict["squares"]
old, new = (from_column, 7 - from_row), (to_column, 7 - to_row)
head = drawings[0].split("<title>", 1)[0]
frames = []
for at, drawing in enumerate(drawings):
    content = drawing.split("</desc>", 1)[1].removesuffix("</svg>")
    if at == len(moves):
        # Its marks are those of the move before.
        content = content.replace('<use href="#hit"', '<use visibility="hidden" href="#hit"')
        piece = re.search(rf'<use href="#[mk][xo]" x="{old[0]}" y="{old[1]}">', content).group()
        step = "".join(
            f'<animate attributeName="{name}" repeatCount="indefinite" dur="{SECONDS:g}s" '
            f'values="{one};{one};{other};{other}" keyTimes="0;{begin:.6g};{end:.6g};1"/>'
            for name, one, other in (("x", old[0], new[0]), ("y", old[1], new[1]))
        )
        content = content.replace(piece, piece + step)
    until = 1 if at == len(moves) else (at + 1) * PLY / whole
    frames.append(f'<g visibility="hidden">{visible(at * PLY / whole, until)}{content}</g>')
# Marks cover the pieces.
marks = "".join(
    f'<use href="#hit" x="{x}" y="{y}" visibility="hidden">{visible(end, 1)}</use>' for x, y in (old, new)
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
head = re.sub(r'viewBox="[^"]*"', 'viewBox="-.6 -.15 18.4 8.85"', head).replace("</style>", style + "</style>", 1)
words = f"Six moves of a match of draughts and an illegal seventh: {verdict['text']}."
title = f'<title>{escape(words)}</title><rect class="back" x="-.6" y="-.15" width="18.4" height="8.85" rx=".2"/>'
picture = head + title + "".join(frames) + marks + "".join(lines) + "</svg>"
ElementTree.fromstring(picture)
out.write_text(picture + "\n")
