"""Monte Carlo tree search with UCT."""
import math
import random
import time

from player import play

random.seed(7)


class Node:
    __slots__ = ("parent", "move", "mover", "children", "untried", "visits", "wins")

    def __init__(self, state, parent=None, move=None):
        self.parent, self.move = parent, move
        self.mover = state.last
        self.children = []
        self.untried = state.moves()
        self.visits, self.wins = 0, 0.0

    def uct(self):
        explore = math.sqrt(2 * math.log(self.parent.visits) / self.visits)
        return self.wins / self.visits + explore

    def expand(self, state):
        move = self.untried.pop(random.randrange(len(self.untried)))
        state.push(move)
        child = Node(state, self, move)
        self.children.append(child)
        return child


class State:
    def __init__(self, columns, turn, winner=None):
        self.columns, self.turn, self.winner = columns, turn, winner
        self.last = "o" if turn == "x" else "x"

    @classmethod
    def read(cls, rows, turn):
        columns = ["".join(row[c] for row in reversed(rows)).rstrip(".") for c in range(7)]
        return cls(columns, turn)

    def copy(self):
        return State(self.columns[:], self.turn, self.winner)

    def moves(self):
        if self.winner:
            return []
        return [number for number, column in enumerate(self.columns) if len(column) < 6]

    def push(self, move):
        self.columns[move] += self.turn
        if self.connected(move):
            self.winner = self.turn
        self.last, self.turn = self.turn, self.last

    def connected(self, move):
        top = len(self.columns[move]) - 1
        if self.columns[move].endswith(self.turn * 4):
            return True
        for slope in (-1, 0, 1):
            line = ""
            for step in range(-3, 4):
                c, h = move + step, top + slope * step
                inside = 0 <= c < 7 and 0 <= h < len(self.columns[c])
                line += self.columns[c][h] if inside else " "
            if self.turn * 4 in line:
                return True
        return False


def rollout(state):
    moves = state.moves()
    while moves:
        state.push(random.choice(moves))
        moves = state.moves()
    return state.winner


def search(root_state, seconds):
    root = Node(root_state)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        node, state = root, root_state.copy()
        while not node.untried and node.children:
            node = max(node.children, key=Node.uct)
            state.push(node.move)
        if node.untried:
            node = node.expand(state)
        winner = rollout(state)
        while node:
            node.visits += 1
            node.wins += 0.5 if winner is None else float(winner == node.mover)
            node = node.parent
    return max(root.children, key=lambda child: child.visits).move


def choose(p):
    state = State.read(p.rows, p.turn)
    column = search(state, 0.5)
    return p.put((5 - len(state.columns[column]), column, p.turn))


play(choose)
