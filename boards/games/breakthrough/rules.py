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
        last = 0 if p.other == "x" else 7
        if p.other in p.rows[last]:
            cells = [p.name(last, p.rows[last].index(p.other))]
            return p.other, {"en": "a piece on the last row", "it": "un pezzo sull'ultima riga", "fr": "une pièce sur la dernière rangée"}, cells
        if p.turn not in p.board:
            return p.other, {"en": "no piece is left", "it": "non resta nessun pezzo", "fr": "il ne reste aucune pièce"}

    def fault(self, p, wrote):
        changes = p.changes(wrote)
        left = [it for it in changes if it[2] == p.turn]
        entered = [it for it in changes if it[3] == p.turn]
        taken = [it for it in changes if it[2] == p.other and it[3] != p.turn]
        moved = [it for it in changes if it[3] == p.other]
        names = lambda cells: " ".join(p.name(row, column) for row, column, *_ in cells)
        if moved:
            return {
                "en": f"a piece of the opponent's stands on {names(moved)}, where it did not: each moves its own",
                "it": f"un pezzo dell'avversario sta in {names(moved)}, dove non era: ognuno muove i suoi",
                "fr": f"une pièce de l'adversaire est en {names(moved)}, où elle n'était pas : chacun joue les siennes",
            }
        if taken:
            return {
                "en": f"the piece on {names(taken)} is gone, though no piece moved there",
                "it": f"il pezzo in {names(taken)} è sparito, ma nessun pezzo vi è arrivato",
                "fr": f"la pièce en {names(taken)} a disparu, mais aucune pièce n'y est arrivée",
            }
        if len(left) != 1 or len(entered) != 1:
            return {
                "en": f"one piece moves a turn, and here pieces left {names(left) or 'no place'} and came to {names(entered) or 'no place'}",
                "it": f"in un turno muove un pezzo, e qui hanno lasciato {names(left) or 'nessun posto'} e sono arrivati in {names(entered) or 'nessun posto'}",
                "fr": f"une pièce joue par tour, et ici on a quitté {names(left) or 'aucune place'} et rejoint {names(entered) or 'aucune place'}",
            }
        (row, column, *_), (to, there, before, _) = left[0], entered[0]
        way = f"{p.name(row, column)}{p.name(to, there)}"
        if to - row != (-1 if p.turn == "x" else 1) or abs(there - column) > 1:
            return {
                "en": f"no piece goes {way}: it goes one row forward, straight or diagonally",
                "it": f"nessun pezzo va {way}: avanza di una riga, dritto o in diagonale",
                "fr": f"aucune pièce ne va {way} : elle avance d'une rangée, tout droit ou en diagonale",
            }
        return {
            "en": f"a piece captures only diagonally, and {way} is straight ahead",
            "it": f"un pezzo cattura solo in diagonale, e {way} è dritto",
            "fr": f"une pièce ne prend qu'en diagonale, et {way} est tout droit",
        }


Breakthrough().run()
