from game import Game

FORWARD = {"x": -1, "o": 1}


class Dama(Game):
    def start(self):
        o, x = ["o   o   o   o  ", "  o   o   o   o"], ["  x   x   x   x", "x   x   x   x  "]
        return [*o, o[0], " " * 15, " " * 15, x[0], x[1], x[0]]

    def moves(self, p):
        for row in range(8):
            for column in range(8):
                piece = p.rows[row][2 * column]
                if piece.lower() == p.turn:
                    yield from self.moves_of(p, piece, row, column)

    def moves_of(self, p, piece, row, column):
        ways = (FORWARD[p.turn],) if piece.islower() else (-1, 1)
        prey = (p.other,) if piece.islower() else (p.other, p.other.upper())
        at = lambda row, column: p.rows[row][2 * column] if 0 <= row < 8 and 0 <= column < 8 else None
        for way in ways:
            for side in (-1, 1):
                near, far = (row + way, column + side), (row + 2 * way, column + 2 * side)
                if at(*near) == " ":
                    yield self.moved(p, piece, (row, column), near, [])
                elif at(*near) in prey and at(*far) == " ":
                    yield self.moved(p, piece, (row, column), far, [near])

    def moved(self, p, piece, start, to, taken):
        crowned = piece.upper() if to[0] == (0 if p.turn == "x" else 7) else piece
        cells = [(start, " "), (to, crowned)] + [(it, " ") for it in taken]
        name = "{}{}-{}{}".format(*start, *to)
        return name, p.put(*((row, 2 * column, sign) for (row, column), sign in cells))

    def end(self, p):
        if p.turn not in p.board.lower():
            return p.other, "no pieces"
        if next(iter(self.moves(p)), None) is None:
            return p.other, "no moves"


Dama().run()
