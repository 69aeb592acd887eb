#!/usr/bin/env python3
"""Flat Monte Carlo by lines: every legal move is tried in random matches, and the best share wins."""
import random
import re
import sys

EMPTY = "."
FOUR = {
    sign: re.compile("|".join(f"(?=({sign}(?:[\\s\\S]{{{gap}}}{sign}){{3}}))" for gap in (0, 6, 7, 8)))
    for sign in "xo"
}
MATCHES = 60


def fall(board, column):
    """Index in the text where a stone falls, or -1."""
    for start in range(40, -1, -8):
        if board[start + column] == EMPTY:
            return start + column
    return -1


def with_stone(board, index, sign):
    return board[:index] + sign + board[index + 1 :]


def swap(sign):
    return {"x": "o", "o": "x"}[sign]


def random_match(board, sign):
    """Plays to the end and returns who won, or an empty text."""
    columns = list(range(7))
    while columns:
        column = random.choice(columns)
        index = fall(board, column)
        if index < 0:
            columns.remove(column)
            continue
        board = with_stone(board, index, sign)
        if FOUR[sign].search(board):
            return sign
        sign = swap(sign)
    return ""


def share(board, sign):
    if FOUR[sign].search(board):
        return 2.0
    points = {sign: 1.0, "": 0.5}
    total = sum(points.get(random_match(board, swap(sign)), 0.0) for _ in range(MATCHES))
    return total / MATCHES


def column_of(name):
    return "abcdefg".index(name[0])


def best(names, board, sign):
    shares = []
    for name in names:
        index = fall(board, column_of(name))
        after = with_stone(board, index, sign)
        shares.append((share(after, sign), name))
    top, name = max(shares)
    print(f"{name}: {top:.2f} of {len(names)}", file=sys.stderr)
    return name


def main():
    random.seed(1)
    while True:
        head = sys.stdin.readline()
        if not head:
            return
        ply = int(head.split()[0])
        names = sys.stdin.readline().split()
        lines = int(sys.stdin.readline())
        board = "".join(sys.stdin.readline() for _ in range(lines)).rstrip("\n")
        sign = "x" if ply % 2 else "o"
        print(best(names, board, sign), flush=True)


if __name__ == "__main__":
    main()
