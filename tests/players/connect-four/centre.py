from player import play

def choose(p):
    for column in [3, 2, 4, 1, 5, 0, 6]:
        for row in reversed(range(6)):
            if p.rows[row][column] == ".":
                return p.put((row, column, p.turn))

play(choose)
