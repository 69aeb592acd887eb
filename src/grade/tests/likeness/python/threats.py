"""Counts threats on a dictionary of cells; looks two moves ahead without a search tree."""
import itertools
import os
import sys
import time

STEPS = {"flat": (1, 0), "up": (0, 1), "rising": (1, 1), "falling": (1, -1)}
WEIGHTS = {3: 50, 2: 6, 1: 1}


def load(path):
    while not os.path.exists(path) or os.path.getsize(path) < 47:
        time.sleep(0.005)
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    return {(x, 5 - y): cell for y, line in enumerate(lines) for x, cell in enumerate(line) if cell != "."}


def store(path, cells):
    picture = ["".join(cells.get((x, y), ".") for x in range(7)) for y in range(5, -1, -1)]
    with open(path + ".part", "w", encoding="ascii") as file:
        file.write("\n".join(picture))
    os.replace(path + ".part", path)


def tops(cells):
    """Maps every column with room to its lowest free cell."""
    result = {}
    for x in range(7):
        used = [y for (cx, y) in cells if cx == x]
        if len(used) < 6:
            result[x] = (x, len(used))
    return result


def lines_through(cell):
    x, y = cell
    for (dx, dy), offset in itertools.product(STEPS.values(), range(4)):
        line = [(x + dx * (k - offset), y + dy * (k - offset)) for k in range(4)]
        if all(0 <= a <= 6 and 0 <= b <= 5 for a, b in line):
            yield line


def tally(cells, cell, sign):
    """How much a stone here would be worth: lines without a stone of the opponent."""
    worth = 0
    for line in lines_through(cell):
        owners = [cells.get(other) for other in line if other != cell]
        own = owners.count(sign)
        if own + owners.count(None) == 3:
            if own == 3:
                return 10000
            worth += WEIGHTS.get(own, 0)
    return worth


def decide(cells, me, them):
    ranking = []
    for x, cell in tops(cells).items():
        attack = tally(cells, cell, me)
        if attack >= 10000:
            return cell
        defence = tally(cells, cell, them)
        above = (x, cell[1] + 1)
        after = dict(cells)
        after[cell] = me
        danger = tally(after, above, them) if above[1] < 6 else 0
        hope = tally(after, above, me) if above[1] < 6 else 0
        ranking.append((attack + 0.9 * defence - (danger >= 10000) * 5000 + (hope >= 10000) * 20 - abs(x - 3), cell))
    ranking.sort(reverse=True)
    return ranking[0][1]


number = int(sys.argv[1])
signs = ("x", "o") if number == 1 else ("o", "x")
for ply in itertools.count(number, 2):
    position = load(f"board_{ply}.txt")
    target = decide(position, *signs)
    position[target] = signs[0]
    store(f"board_{ply + 1}.txt", position)
