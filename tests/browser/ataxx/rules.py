from game import Game

SIZE = 5


def around(row, column, far):
    """The cells exactly so far from one."""
    for r in range(max(0, row - far), min(SIZE, row + far + 1)):
        for c in range(max(0, column - far), min(SIZE, column + far + 1)):
            if max(abs(r - row), abs(c - column)) == far:
                yield r, c


class Ataxx(Game):
    """A stone is copied to a cell beside it, or jumps two cells away; what stands around its target turns over."""

    def start(self):
        return ["x...o", ".....", ".....", ".....", "o...x"]

    def moves(self, p):
        found = list(self.placed(p, p.turn))
        return found or [("pass", p.board)]

    def placed(self, p, side):
        other = "o" if side == "x" else "x"
        for row in range(SIZE):
            for column in range(SIZE):
                if p.rows[row][column] != ".":
                    continue
                turned = [(r, c, side) for r, c in around(row, column, 1) if p.rows[r][c] == other]
                if any(p.rows[r][c] == side for r, c in around(row, column, 1)):
                    yield p.name(row, column), p.put((row, column, side), *turned)
                for r, c in around(row, column, 2):
                    if p.rows[r][c] == side:
                        yield p.name(r, c) + p.name(row, column), p.put((r, c, "."), (row, column, side), *turned)

    def end(self, p):
        if all(not any(self.placed(p, side)) for side in "xo"):
            x, o = (p.board.count(side) for side in "xo")
            winner = "x" if x > o else "o" if o > x else None
            return winner, f"{x} stones to {o}"


Ataxx().run()
