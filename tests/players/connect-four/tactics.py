"""Wins at once, else does not lose at once, else drops towards the centre."""
import board


def choose(rows, sign):
    columns = sorted(board.free(rows), key=lambda column: abs(column - 3))
    for mover in (sign, "x" if sign == "o" else "o"):
        for column in columns:
            if board.wins(board.dropped(rows, column, mover), mover):
                return column
    return columns[0]


board.play(choose)
