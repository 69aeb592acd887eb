"""Boards of Connect Four as files: what a player in Python begins with."""
import os, sys, time


def play(choose):
    number = int(sys.argv[-1])
    while True:
        while not os.path.exists(f"board_{number}.txt"):
            time.sleep(0.002)
        with open(f"board_{number}.txt") as file:
            rows = file.read().split("\n")
        sign = "xo"[(number + 1) % 2]
        with open("new", "w") as file:
            file.write("\n".join(dropped(rows, choose(rows, sign), sign)))
        os.rename("new", f"board_{number + 1}.txt")
        number += 2


def free(rows):
    return [column for column in range(7) if rows[0][column] == "."]


def dropped(rows, column, sign):
    row = max(row for row in range(6) if rows[row][column] == ".")
    after = rows[row][:column] + sign + rows[row][column + 1:]
    return rows[:row] + [after] + rows[row + 1:]


def wins(rows, sign):
    text = "\n".join(rows)
    return any(
        text[at:at + 3 * step + 1:step] == 4 * sign
        for step in (1, 7, 8, 9) for at in range(len(text) - 3 * step)
    )
