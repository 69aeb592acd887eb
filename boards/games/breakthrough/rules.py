from game import Game


class Breakthrough(Game):
    def start(self):
        return ["oooooooo"] * 2 + ["........"] * 4 + ["xxxxxxxx"] * 2

    def moves(self, p):
        step = -1 if p.turn == "x" else 1
        for row in range(8):
            for column in range(8):
                if p.rows[row][column] != p.turn:
                    continue
                for to in (column - 1, column, column + 1):
                    if not (0 <= to < 8 and 0 <= row + step < 8):
                        continue
                    there = p.rows[row + step][to]
                    if there == "." or there == p.other and to != column:
                        name = p.name(row, column) + p.name(row + step, to)
                        yield name, p.put((row, column, "."), (row + step, to, p.turn))

    def end(self, p):
        if p.other in p.rows[0 if p.other == "x" else 7]:
            return p.other, {"en": "a piece on the last row", "it": "un pezzo sull'ultima riga", "fr": "une pièce sur la dernière rangée"}
        if p.turn not in p.board:
            return p.other, {"en": "no piece is left", "it": "non resta nessun pezzo", "fr": "il ne reste aucune pièce"}


Breakthrough().run()
