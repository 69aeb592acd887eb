from game import Game

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


class DotsAndBoxes(Game):
    """The top line of a board says who is to move; below it lines of dots and lines of boxes stand in turn."""

    def start(self):
        # A word after the folder's name is another size: dots-and-boxes:3.
        size = int(self.word or 4)
        dots, boxes = "+" + ".+" * size, "." + " ." * size
        return ["x".center(len(dots), "="), dots] + [boxes, dots] * size

    def moves(self, p):
        if p.turn not in p.rows[0]:
            yield "pass", p.board
            return
        for row, line in enumerate(p.rows):
            for column, sign in enumerate(line):
                if sign == ".":
                    boxes = [(*box, p.turn) for box in closed(p, row, column)]
                    mover = (0, len(line) // 2, p.turn if boxes else p.other)
                    yield p.name(row, column), p.put((row, column, "|-"[row % 2]), *boxes, mover)

    def end(self, p):
        if "." not in p.board:
            x, o = boxes_of(p, "x"), boxes_of(p, "o")
            return "x" if x > o else "o" if o > x else None, {
                "en": f"{x} boxes to {o}",
                "it": f"{x} quadretti a {o}",
                "fr": f"{x} carrés à {o}",
            }

    def score(self, p):
        return boxes_of(p, p.turn) - boxes_of(p, p.other)


def closed(p, row, column):
    """The boxes of which a line is the last side."""
    for r, c in [(row + down, column + right) for down, right in SIDES]:
        if r in range(2, len(p.rows) - 1, 2) and c in range(1, len(p.rows[0]) - 1, 2):
            if [p.rows[r + down][c + right] for down, right in SIDES].count(".") == 1:
                yield r, c


def boxes_of(p, side):
    return "".join(p.rows[1:]).count(side)


DotsAndBoxes().run()
