from game import Game


class Ataxx(Game):
    def start(self):
        # A word after the folder's name is another size: ataxx:5.
        size = int(self.word or 7)
        gap, line = "." * (size - 2), "." * size
        return [f"x{gap}o"] + [line] * (size - 2) + [f"o{gap}x"]

    def moves(self, p):
        return list(placed(p)) or [("pass", p.board)]

    def end(self, p):
        x, o = p.board.count("x"), p.board.count("o")
        # Beside an empty cell there is always one who can move.
        if x and o and "." in p.board:
            return None
        return "x" if x > o else "o" if o > x else None, {
            "en": f"{x} stones to {o}",
            "it": f"{x} pedine a {o}",
            "fr": f"{x} pions à {o}",
        }

    def score(self, p):
        return p.board.count(p.turn) - p.board.count(p.other)


def placed(p):
    """The moves: one to each cell beside its stones, and a jump from each stone two cells away."""
    for row, line in enumerate(p.rows):
        for column, sign in enumerate(line):
            if sign != ".":
                continue
            near = around(p, row, column, 1)
            new = [(row, column, p.turn), *((r, c, p.turn) for r, c, sign in near if sign == p.other)]
            if any(sign == p.turn for *_, sign in near):
                yield p.name(row, column), p.put(*new)
            for r, c, sign in around(p, row, column, 2):
                if sign == p.turn:
                    yield p.name(r, c) + p.name(row, column), p.put((r, c, "."), *new)


def around(p, row, column, far):
    """The cells exactly so far from one, and their signs."""
    rows = range(max(0, row - far), min(len(p.rows), row + far + 1))
    columns = range(max(0, column - far), min(len(p.rows[row]), column + far + 1))
    return [(r, c, p.rows[r][c]) for r in rows for c in columns if max(abs(r - row), abs(c - column)) == far]


Ataxx().run()
