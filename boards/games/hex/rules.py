from heapq import heappop, heappush

from game import Game

AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))


class Hex(Game):
    def start(self):
        # A word after the folder's name is another size: hex:11.
        size = int(self.word or 7)
        return ["." * size] * size

    def moves(self, p):
        may_swap = p.turn == "o" and "o" not in p.board and p.board.count("x") == 1
        for row, line in enumerate(p.rows):
            for column, sign in enumerate(line):
                if sign == ".":
                    yield p.name(row, column), p.put((row, column, p.turn))
                elif may_swap:
                    yield "swap", p.put((row, column, "."), (column, row, "o"))

    def end(self, p):
        if missing(p, p.other) == 0:
            return p.other, {
                "en": "a chain joins the two edges",
                "it": "una catena unisce i due bordi",
                "fr": "une chaîne relie les deux bords",
            }

    def score(self, p):
        return missing(p, p.other) - missing(p, p.turn)


def missing(p, side):
    """How few more stones would join the edges of a side."""
    # For o the board is turned over its long diagonal: then both go down, and neighbours stay neighbours.
    rows = p.rows if side == "x" else list(zip(*p.rows))
    reached, seen = [(0, -1, column) for column in range(len(rows[0]))], set()
    while reached:
        stones, row, column = heappop(reached)
        if row == len(rows) - 1:
            return stones
        for down, right in AROUND:
            r, c = row + down, column + right
            inside = 0 <= r < len(rows) and 0 <= c < len(rows[0]) and (r, c) not in seen
            if inside and rows[r][c] in (".", side):
                seen.add((r, c))
                heappush(reached, (stones + (rows[r][c] == "."), r, c))
    return len(p.board)


Hex().run()
