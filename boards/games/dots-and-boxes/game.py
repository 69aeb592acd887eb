"""A game for Arbitro, by its rules. Copy this file into the game's folder, beside its game.toml.

    from game import Game

    class Nim(Game):
        def start(self):
            return "|||||"

        def moves(self, p):
            for take in range(1, min(3, len(p.board) - 1) + 1):
                yield f"take{take}", p.board[take:]

        def end(self, p):
            if len(p.board) == 1:
                return p.other, "the last match is left"

    Nim().run()

A position p has `board` (a text), `rows` (its lines, the top one first), `turn` and `other` ("x" or "o"), and `state`:
anything that JSON can write and the board does not show; None at first. No answer may depend on anything else.
"""

from __future__ import annotations

import json
import sys

# For type checkers alone: importing these takes longer than a move.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Position:
    def __init__(self, board: str, state: str, turn: str) -> None:
        self.board, self.turn = board, turn
        self.other = "o" if turn == "x" else "x"
        self.rows = board.split("\n")
        self.state: Any = json.loads(state) if state else None

    def name(self, row: int, column: int) -> str:
        """The name of a cell: a1 is at the lower left. Row 0 is the top line."""
        return f"{chr(ord('a') + column)}{len(self.rows) - row}"

    def put(self, *cells: tuple[int, int, str]) -> str:
        """The board with other signs on some cells, each (row, column, sign)."""
        rows = [list(row) for row in self.rows]
        for row, column, sign in cells:
            rows[row][column] = sign
        return "\n".join("".join(row) for row in rows)

    def changes(self, wrote: str) -> list[tuple[int, int, str, str]]:
        """The cells that differ on another board of this shape: (row, column, sign here, sign there)."""
        rows = enumerate(zip(self.rows, wrote.split("\n")))
        pairs = ((row, column, *signs) for row, both in rows for column, signs in enumerate(zip(*both)))
        return [it for it in pairs if it[2] != it[3]]


class Game:
    # The word after the folder's name, where one program plays many games.
    word: str | None = sys.argv[1] if len(sys.argv) > 1 else None
    # Versions of libraries that results depend on, such as "chess 1.11".
    depends_on: str | None = None

    def start(self) -> Any:
        """The first board, or (board, state). x moves first."""
        raise NotImplementedError

    def moves(self, p: Position) -> Iterable[tuple[Any, ...]]:
        """Each legal move: (name, board), or (name, board, state)."""
        raise NotImplementedError

    def end(self, p: Position) -> tuple[Any, ...] | None:
        """(winner, why) where the match is over, else None. The winner is "x", "o" or None; why is a sentence, or
        one for each language: {"en": ..., "it": ..., "fr": ...}. A third item names the cells that show why."""

    def repeats(self, state: Any) -> Any:
        """What of a state tells a repeated position, where `repetition` in game.toml counts them: all of it at first."""
        return state

    def score(self, p: Position) -> float | None:
        """How good the position is for the player to move: a number, for the bundled players."""

    def fault(self, p: Position, wrote: str) -> str | dict[str, str] | None:
        """What is wrong with a board that no move leads to: a sentence, or one for each language; None if that is
        not known."""

    def run(self) -> None:
        """Answers questions until there are none."""
        hello: dict[str, Any] = {"v": 1}
        if self.depends_on:
            hello["with"] = self.depends_on
        tell(hello)
        for line in sys.stdin:
            tell(self.answer(json.loads(line)))

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["ask"] == "start":
            start = self.start()
            return dict(zip(("board", "state", "repeats"), self.packed(*pair(start))))
        p = Position(question["board"], question["state"], question["turn"])
        if question["ask"] == "fault":
            fault = self.fault(p, question["wrote"])
            return sentence("text", fault) if fault else {"unknown": True}
        end = self.end(p)
        if end is not None:
            cells = {"cells": end[2]} if len(end) > 2 else {}
            return {"end": {"winner": end[0], **sentence("why", end[1]), **cells}}
        answer: dict[str, Any] = {"moves": [[move[0], *self.packed(*move[1:])] for move in self.moves(p)]}
        score = self.score(p)
        if score is not None:
            answer["score"] = score
        return answer

    def packed(self, board, state=None):
        board = board if isinstance(board, str) else "\n".join(map("".join, board))
        if state is None:
            return [board]
        repeats = self.repeats(state)
        texts = [state] if repeats == state else [state, repeats]
        return [board, *(json.dumps(it, sort_keys=True) for it in texts)]


def pair(start):
    return start if isinstance(start, tuple) else (start,)


def sentence(key, text):
    texts = text if isinstance(text, dict) else {"en": text}
    return {key if code == "en" else f"{key}.{code}": it for code, it in texts.items()}


def tell(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
