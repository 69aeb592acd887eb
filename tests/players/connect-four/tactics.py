"""Wins at once, else does not lose at once, else drops towards the centre."""
from board import dropped, free, wins
from player import play


def choose(p):
    columns = sorted(free(p), key=lambda column: abs(column - 3))
    for mover in (p.turn, p.other):
        for column in columns:
            if wins(dropped(p, column, mover), mover):
                return dropped(p, column, p.turn)
    return dropped(p, columns[0], p.turn)


play(choose)
