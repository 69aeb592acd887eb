import re

from game import Game


class Kalah(Game):
    def start(self):
        return shown([4, 4, 4, 4, 4, 4, 0] * 2, "x", "x")

    def moves(self, p):
        pits, mover = read(p.board, p.turn)
        if mover != p.turn:
            yield "pass", p.board
        for house in range(6):
            if mover == p.turn and pits[house]:
                after, again = sown(pits, house)
                yield f"{house + 1}", shown(after, p.turn, p.turn if again else p.other)

    def end(self, p):
        pits, _ = read(p.board, "x")
        if not any(pits[:6]) or not any(pits[7:13]):
            x, o = sum(pits[:7]), sum(pits[7:])
            return "x" if x > o else "o" if o > x else None, {
                "en": f"one side is empty: {x} seeds to {o}",
                "it": f"un lato è vuoto: {x} semi a {o}",
                "fr": f"un côté est vide : {x} graines à {o}",
            }

    def score(self, p):
        pits, _ = read(p.board, p.turn)
        return pits[6] - pits[13]


def read(board, side):
    """The pits in the order in which a side sows, its own houses 0 to 5 and its store 6 first; and who is to move."""
    it = [int(number) for number in re.findall("[0-9]+", board)]
    x, o = it[8:] + it[7:8], it[5::-1] + it[6:7]
    return (x + o if side == "x" else o + x), board.split("\n")[3][0]


def shown(pits, side, mover):
    x, o = (pits[:7], pits[7:]) if side == "x" else (pits[7:], pits[:7])
    row = lambda houses: "  " + "".join(f"{it:3}" for it in houses)
    return f"{row(o[5::-1])}\n{o[6]:2}{x[6]:21}\n{row(x[:6])}\n{mover} to move"


def sown(pits, house):
    """The pits after a house is sown, and whether its owner moves again. Pit 13, the other's store, gets nothing."""
    pits, way = [*pits], [(house + step) % 13 for step in range(1, pits[house] + 1)]
    pits[house], last = 0, way[-1]
    for pit in way:
        pits[pit] += 1
    if last < 6 and pits[last] == 1 and pits[12 - last]:
        pits[6] += 1 + pits[12 - last]
        pits[last] = pits[12 - last] = 0
    return pits, last == 6


Kalah().run()
