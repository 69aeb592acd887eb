"""Plays by a list of rules: win, block, give nothing away, then near the middle."""
from player import play

ROWS, COLUMNS = 6, 7
ORDER = [3, 2, 4, 1, 5, 0, 6]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def landing(rows, column):
    """The row on which a stone comes to lie."""
    for row in range(ROWS - 1, -1, -1):
        if rows[row][column] == ".":
            return row
    return None


def count_from(rows, row, column, down, right, sign):
    length = 0
    row += down
    column += right
    while 0 <= row < ROWS and 0 <= column < COLUMNS and rows[row][column] == sign:
        length += 1
        row += down
        column += right
    return length


def makes_four(rows, row, column, sign):
    for down, right in DIRECTIONS:
        before = count_from(rows, row, column, -down, -right, sign)
        after = count_from(rows, row, column, down, right, sign)
        if before + 1 + after >= 4:
            return True
    return False


def gives_away(rows, row, column, other):
    """Whether the cell above would let the opponent win."""
    above = row - 1
    if above < 0:
        return False
    return makes_four(rows, above, column, other)


def longest_line(rows, row, column, sign):
    best = 0
    for down, right in DIRECTIONS:
        length = 1 + count_from(rows, row, column, down, right, sign)
        length += count_from(rows, row, column, -down, -right, sign)
        if length > best:
            best = length
    return best


def playable(rows):
    moves = []
    for column in ORDER:
        row = landing(rows, column)
        if row is not None:
            moves.append((row, column))
    return moves


def pick(rows, turn, other):
    moves = playable(rows)
    for row, column in moves:
        if makes_four(rows, row, column, turn):
            return row, column
    for row, column in moves:
        if makes_four(rows, row, column, other):
            return row, column
    safe = []
    for row, column in moves:
        if not gives_away(rows, row, column, other):
            safe.append((row, column))
    candidates = safe or moves
    best, best_length = candidates[0], 0
    for row, column in candidates:
        length = longest_line(rows, row, column, turn)
        if length > best_length:
            best, best_length = (row, column), length
    return best


def choose(p):
    row, column = pick(p.rows, p.turn, p.other)
    return p.put((row, column, p.turn))


play(choose)
