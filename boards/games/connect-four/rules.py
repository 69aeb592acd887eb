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
        for gap in (0, 6, 7, 8):
            if row := re.search(f"(?s){p.other}(.{{{gap}}}{p.other}){{3}}", p.board):
                cells = [p.name(at // 8, at % 8) for at in range(row.start(), row.end(), gap + 1)]
                return p.other, {"en": "four in a row", "it": "quattro in fila", "fr": "quatre à la suite"}, cells
        if "." not in p.board:
            return None, {"en": "the board is full", "it": "la scacchiera è piena", "fr": "le plateau est plein"}

    def fault(self, p, wrote):
        changes = p.changes(wrote)
        for row, column, before, _ in changes:
            cell = p.name(row, column)
            if before != ".":
                return {
                    "en": f"the stone on {cell} was there before, and no move changes it",
                    "it": f"la pedina in {cell} c'era già, e nessuna mossa la cambia",
                    "fr": f"le jeton en {cell} y était déjà, et aucun coup ne le change",
                }
        if len(changes) > 1:
            cells = " ".join(p.name(row, column) for row, column, *_ in changes)
            return {
                "en": f"{len(changes)} stones are new, on {cells}: a turn drops one",
                "it": f"{len(changes)} pedine sono nuove, in {cells}: un turno ne lascia cadere una",
                "fr": f"{len(changes)} jetons sont nouveaux, en {cells} : un tour en lâche un seul",
            }
        row, column, _, sign = changes[0]
        cell, below = p.name(row, column), p.name(row + 1, column)
        if sign != p.turn:
            return {
                "en": f"the stone on {cell} is {sign}'s, and it is {p.turn}'s turn",
                "it": f"la pedina in {cell} è di {sign}, e tocca a {p.turn}",
                "fr": f"le jeton en {cell} est à {sign}, et c'est à {p.turn} de jouer",
            }
        return {
            "en": f"the stone on {cell} hangs in the air: {below} below it is empty",
            "it": f"la pedina in {cell} è sospesa in aria: sotto, {below} è vuota",
            "fr": f"le jeton en {cell} est suspendu en l'air : dessous, {below} est vide",
        }


ConnectFour().run()
