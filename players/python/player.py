#!/usr/bin/env python3
"""A player of `dama` in Python, with nothing but the standard library.

Takes what it can, crowns what it can, and otherwise draws a move; the draws come from ARBITRO_SEED.
"""
import os
import random
import sys
import time

SIZE = 8


def load(name):
    """The board as rows from the bottom, or None while the file is not whole."""
    try:
        with open(name, encoding="ascii") as file:
            lines = file.read().split("\n")[:SIZE]
    except FileNotFoundError:
        return None
    if len(lines) < SIZE or any(len(line.rstrip("\r")) < 2 * SIZE - 1 for line in lines):
        return None
    return [list(line[: 2 * SIZE : 2]) for line in reversed(lines)]


def store(name, board):
    """Beside its name first, then renamed: nobody reads half a board."""
    beside = name + ".new"
    with open(beside, "w", encoding="ascii") as file:
        file.write("\n".join(" ".join(row) for row in reversed(board)))
    os.rename(beside, name)


def moves(board, man):
    """Every legal move: what it is worth, and the board after it."""
    enemy_man = "o" if man == "x" else "x"
    forward, last = (1, SIZE - 1) if man == "x" else (-1, 0)
    for row in range(SIZE):
        for column in range(SIZE):
            piece = board[row][column]
            if piece.lower() != man:
                continue
            is_king = piece.isupper()
            prey = (enemy_man, enemy_man.upper()) if is_king else (enemy_man,)
            for step in (forward, -forward) if is_king else (forward,):
                for side in (-1, 1):
                    for length in (1, 2):
                        to_row, to_column = row + step * length, column + side * length
                        if not (0 <= to_row < SIZE and 0 <= to_column < SIZE):
                            continue
                        if board[to_row][to_column] != " ":
                            continue
                        taken = board[row + step][column + side]
                        if length == 2 and taken not in prey:
                            continue
                        after = [list(line) for line in board]
                        after[row][column] = " "
                        if length == 2:
                            after[row + step][column + side] = " "
                        is_crowned = not is_king and to_row == last
                        after[to_row][to_column] = piece.upper() if is_crowned else piece
                        worth = (3 if taken.isupper() else 1) if length == 2 else 0
                        yield worth + (2 if is_crowned else 0), after


def main():
    number = int(sys.argv[1])
    man = "x" if number == 1 else "o"
    draw = random.Random(int(os.environ.get("ARBITRO_SEED", "0")) * 2 + number)
    while True:
        board = load(f"board_{number}.txt")
        while board is None:
            time.sleep(0.002)
            board = load(f"board_{number}.txt")
        choices = list(moves(board, man))
        if not choices:
            return
        most = max(worth for worth, _ in choices)
        store(f"board_{number + 1}.txt", draw.choice([it for worth, it in choices if worth == most]))
        number += 2


main()
