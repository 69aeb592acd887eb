"""A player of a game of your own. Copy this file beside your program. A first player of Connect Four:

    from player import play

    def choose(p):
        for column in [3, 2, 4, 1, 5, 0, 6]:
            for row in reversed(range(6)):
                if p.rows[row][column] == ".":
                    return p.put((row, column, p.turn))

    play(choose)

A position p has `board` (a text), `rows` (its lines, the top one first), `turn` (your sign, "x" or "o"), `other`,
`plies`, the number of moves so far, and, where the player answers by lines, `legal`, the names of the legal moves.
`choose` returns the board after its move: a text, or rows. At the end of the match the referee stops the program.
With a command that begins with lines: it returns one of p.legal instead: play(choose, "lines").

Where game.toml says `players_read = true` and the rules are made with game.py, the game names the legal moves:

    import os, random
    from player import legal, play

    dice = random.Random(int(os.environ["ARBITRO_SEED"]))
    play(lambda p: dice.choice(legal(p))[1])
"""

from __future__ import annotations

import functools
import os
import runpy
import sys
import time

# For type checkers alone: importing these takes longer than a move.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


class Position:
    def __init__(self, board: str, plies: int, legal: list[str] | None = None) -> None:
        self.board, self.plies, self.legal = board, plies, legal or []
        self.rows = board.split("\n")
        self.turn, self.other = "ox" if plies % 2 else "xo"

    def put(self, *cells: tuple[int, int, str]) -> str:
        """The board with other signs on some cells, each (row, column, sign)."""
        rows = [list(row) for row in self.rows]
        for row, column, sign in cells:
            rows[row][column] = sign
        return text(rows)


def play(choose: Callable[[Position], str | list[Any]], by: str = "files") -> None:
    """Plays one side of a match, by files or by "lines"."""
    if by == "lines":
        return answer(choose)
    number = int(sys.argv[-1])
    while True:
        board = choose(Position(read(f"board_{number}.txt"), number - 1))
        # What it printed arrives, whatever becomes of it.
        sys.stdout.flush()
        if not isinstance(board, (str, list)):
            value = type(board).__name__
            sys.exit(f"choose returned {value} after board_{number}.txt: it returns a board, a text or a list of rows")
        # Renamed when it is whole: a reader never sees half a board.
        with open("board.new", "w", encoding="ascii") as file:
            file.write(text(board))
        os.rename("board.new", f"board_{number + 1}.txt")
        number += 2


def answer(choose: Callable[[Position], Any]) -> None:
    """Answers each question with the name of a move."""
    for head in sys.stdin:
        names = sys.stdin.readline().split()
        rows = [sys.stdin.readline().rstrip("\n") for _ in range(int(sys.stdin.readline()))]
        print(choose(Position("\n".join(rows), len(head.split()) - 2, names)), flush=True)


def legal(p: Position) -> list[tuple[str, str]]:
    """The legal moves of a position, each (name, board), by the game's own rules; none at the end of the match.

    Also for the position after a move, `Position(board, p.plies + 1)`. The price, for Connect Four: the first call
    imports the rules, 15 ms and 1.5 MiB; each call takes 0.1 ms, so a search sees few positions. Not for games with a
    `state`, which boards do not show.
    """
    answer = rules().answer({"ask": "moves", "board": p.board, "state": "", "turn": p.turn})
    return [tuple(move[:2]) for move in answer.get("moves", [])]


@functools.lru_cache(maxsize=None)
def rules():
    """The game as rules.py makes it, in the folder that ARBITRO_RULES names."""
    folder = os.environ.get("ARBITRO_RULES")
    if not folder:
        sys.exit("ARBITRO_RULES is not set: game.toml needs players_read = true")
    path = os.path.join(folder, "rules.py")
    arguments, sys.argv = sys.argv, [path, *os.environ.get("ARBITRO_GAME", "").split(":", 1)[1:]]
    sys.path.insert(0, folder)
    try:
        from game import Game
    except ImportError:
        from arbitro import Game

    # In place of answering questions, the program hands over its game.
    made = []
    Game.run = lambda game: made.append(game)
    runpy.run_path(path, run_name="__main__")
    sys.argv = arguments
    return made[0]


def read(name: str) -> str:
    """The board of a file, once it is there."""
    while not (os.path.exists(name) and os.path.getsize(name)):
        time.sleep(0.002)
    with open(name, encoding="ascii") as file:
        return file.read().rstrip("\n")


def text(board: str | Iterable[Iterable[str]]) -> str:
    return board if isinstance(board, str) else "\n".join(map("".join, board))
