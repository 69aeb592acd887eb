"""Drops of Connect Four."""


def free(p):
    return [column for column in range(7) if p.rows[0][column] == "."]


def dropped(p, column, sign):
    return p.put((max(row for row in range(6) if p.rows[row][column] == "."), column, sign))


def wins(board, sign):
    return any(
        board[at:at + 3 * step + 1:step] == 4 * sign
        for step in (1, 7, 8, 9) for at in range(len(board) - 3 * step)
    )
