"""Two integers for the stones, and a table of positions already seen."""
import time

from player import play

HEIGHT = 7  # One bit on top of each column stays empty.
FULL = sum(((1 << 6) - 1) << (HEIGHT * c) for c in range(7))
BOTTOM = sum(1 << (HEIGHT * c) for c in range(7))


class TimeUp(Exception):
    pass


def encode(rows, sign):
    mine = taken = 0
    for number, row in enumerate(reversed(rows)):
        for column, cell in enumerate(row):
            bit = 1 << (column * HEIGHT + number)
            if cell != ".":
                taken |= bit
            if cell == sign:
                mine |= bit
    return mine, taken


def has_won(stones):
    for shift in (1, HEIGHT, HEIGHT - 1, HEIGHT + 1):
        pairs = stones & (stones >> shift)
        if pairs & (pairs >> (2 * shift)):
            return True
    return False


def popcount(stones):
    return bin(stones).count("1")


def guess(mine, taken):
    """Odd threats are worth more than even ones; here only stones near the middle count."""
    theirs = mine ^ taken
    middle = 0b111111 << (3 * HEIGHT)
    beside = (0b111111 << (2 * HEIGHT)) | (0b111111 << (4 * HEIGHT))
    return 3 * (popcount(mine & middle) - popcount(theirs & middle)) + (
        popcount(mine & beside) - popcount(theirs & beside)
    )


def search(mine, taken, depth, low, high, table, deadline):
    if time.monotonic() > deadline:
        raise TimeUp()
    if taken == FULL:
        return 0
    if depth == 0:
        return guess(mine, taken)
    key = (mine, taken)
    entry = table.get(key)
    if entry is not None and entry[0] >= depth:
        return entry[1]
    free = (taken + BOTTOM) & FULL
    for column in (3, 2, 4, 1, 5, 0, 6):
        bit = free & (0b111111 << (column * HEIGHT))
        if bit and has_won(mine | bit):
            return 1000 + depth
    worth = -9999
    for column in (3, 2, 4, 1, 5, 0, 6):
        bit = free & (0b111111 << (column * HEIGHT))
        if not bit:
            continue
        value = -search(mine ^ taken, taken | bit, depth - 1, -high, -max(low, worth), table, deadline)
        worth = max(worth, value)
        if worth >= high:
            return worth
    table[key] = (depth, worth)
    return worth


def choose(p):
    deadline = time.monotonic() + 0.8
    mine, taken = encode(p.rows, p.turn)
    free = (taken + BOTTOM) & FULL
    bits = {c: free & (0b111111 << (c * HEIGHT)) for c in range(7)}
    chosen = next(c for c in (3, 2, 4, 1, 5, 0, 6) if bits[c])
    try:
        for depth in range(1, 43):
            scores = {}
            for column, bit in bits.items():
                if bit:
                    if has_won(mine | bit):
                        scores[column] = 5000
                        continue
                    scores[column] = -search(mine ^ taken, taken | bit, depth, -9999, 9999, {}, deadline)
            chosen = max(scores, key=scores.get)
    except TimeUp:
        pass
    number = (bits[chosen].bit_length() - 1) % HEIGHT
    return p.put((5 - number, chosen, p.turn))


play(choose)
