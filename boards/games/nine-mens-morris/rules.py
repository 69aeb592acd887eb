from game import Game

# In the middle stands how many men the player to move has in hand.
START = [".--.--.", "|.-.-.|", "||...||", "...9...", "||...||", "|.-.-.|", ".--.--."]
POINTS = [(row, column) for row in range(7) for column in range(7) if START[row][column] == "."]
ACROSS = [POINTS[at:at + 3] for at in range(0, 24, 3)]
LINES = ACROSS + [[(column, row) for row, column in line] for line in ACROSS]
BESIDE = {pair for a, b, c in LINES for pair in ((a, b), (b, a), (b, c), (c, b))}


class NineMensMorris(Game):
    def start(self):
        return START

    def moves(self, p):
        mine, theirs, empty = (points(p, sign) for sign in (p.turn, p.other, "."))
        hand = int(p.rows[3][3])
        if hand:
            ways = [(to,) for to in empty]
        else:
            ways = [(it, to) for it in mine for to in empty if len(mine) == 3 or (it, to) in BESIDE]
        middle = (3, 3, str(hand - 1 if hand and p.turn == "o" else hand))
        for way in ways:
            put = [(*way[0], "."), (*way[-1], p.turn), middle]
            name = "-".join(p.name(*it) for it in way)
            if not in_mill(way[-1], {*mine, way[-1]} - {*way[:-1]}):
                yield name, p.put(*put)
                continue
            for taken in [it for it in theirs if not in_mill(it, theirs)] or theirs:
                yield f"{name}x{p.name(*taken)}", p.put(*put, (*taken, "."))

    def end(self, p):
        if len(points(p, p.turn)) + int(p.rows[3][3]) < 3:
            return p.other, {"en": "two men are left", "it": "restano due pedine", "fr": "il reste deux pions"}
        if not any(self.moves(p)):
            return p.other, {"en": "no man can move", "it": "nessuna pedina può muovere", "fr": "aucun pion ne peut bouger"}

    def score(self, p):
        return len(points(p, p.turn)) - len(points(p, p.other))


def points(p, sign):
    return [(row, column) for row, column in POINTS if p.rows[row][column] == sign]


def in_mill(point, men):
    return any(point in line and all(it in men for it in line) for line in LINES)


NineMensMorris().run()
