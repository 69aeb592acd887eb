"""Alpha-beta over windows of four cells."""
from player import play

WIN = 100000
DEPTH = 4


def windows():
    found = []
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                cells = [(r + dr * k, c + dc * k) for k in range(4)]
                if all(0 <= y < 6 and 0 <= x < 7 for y, x in cells):
                    found.append(cells)
    return found


WINDOWS = windows()
VALUES = {0: 0, 1: 1, 2: 8, 3: 40, 4: WIN}


class Board:
    def __init__(self, text):
        self.grid = [list(line) for line in text.split("\n")]
        self.heights = [sum(1 for row in self.grid if row[c] != ".") for c in range(7)]
        self.moves_made = []

    def drop(self, column, sign):
        row = 5 - self.heights[column]
        self.grid[row][column] = sign
        self.heights[column] += 1
        self.moves_made.append((row, column))

    def undo(self):
        row, column = self.moves_made.pop()
        self.grid[row][column] = "."
        self.heights[column] -= 1

    def open_columns(self):
        columns = [c for c in range(7) if self.heights[c] < 6]
        columns.sort(key=lambda c: abs(c - 3))
        return columns

    def evaluate(self, me, you):
        total = 0
        for cells in WINDOWS:
            mine = yours = 0
            for y, x in cells:
                sign = self.grid[y][x]
                if sign == me:
                    mine += 1
                elif sign == you:
                    yours += 1
            if mine and yours:
                continue
            total += VALUES[mine] - VALUES[yours]
        return total

    def just_won(self):
        if not self.moves_made:
            return False
        row, column = self.moves_made[-1]
        sign = self.grid[row][column]
        return any(
            (row, column) in cells and all(self.grid[y][x] == sign for y, x in cells) for cells in WINDOWS
        )


def negamax(board, depth, alpha, beta, me, you):
    if board.just_won():
        return -WIN - depth, None
    columns = board.open_columns()
    if not columns:
        return 0, None
    if depth == 0:
        return board.evaluate(me, you), None
    best_column = columns[0]
    for column in columns:
        board.drop(column, me)
        score = -negamax(board, depth - 1, -beta, -alpha, you, me)[0]
        board.undo()
        if score > alpha:
            alpha = score
            best_column = column
        if alpha >= beta:
            break
    return alpha, best_column


def choose(p):
    board = Board(p.board)
    score, column = negamax(board, DEPTH, -10 * WIN, 10 * WIN, p.turn, p.other)
    board.drop(column, p.turn)
    return board.grid


play(choose)
