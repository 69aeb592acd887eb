import re

from game import Game


class ConnectFour(Game):
    def start(self):
        return ["......."] * 6

    def moves(self, p):
        for column in range(7):
            empty = [row for row in range(6) if p.rows[row][column] == "."]
            if empty:
                yield p.name(empty[-1], column), p.put((empty[-1], column, p.turn))

    def end(self, p):
        # Four stones that stand 1, 7, 8 or 9 characters apart: lines end with a newline.
        if any(re.search(f"(?s){p.other}(.{{{gap}}}{p.other}){{3}}", p.board) for gap in (0, 6, 7, 8)):
            return p.other, {"en": "four in a row", "it": "quattro in fila", "fr": "quatre à la suite"}
        if "." not in p.board:
            return None, {"en": "the board is full", "it": "la scacchiera è piena", "fr": "le plateau est plein"}


ConnectFour().run()
