"""Games of OpenSpiel. The word after the folder's name is what pyspiel.load_game takes: othello, go(board_size=9)."""

import functools
import glob
import importlib.metadata
import os
import re
import sys

for needed in os.environ.get("ARBITRO_NEEDS", "").split(":"):
    sys.path += glob.glob(f"{needed}/lib/python3*/site-packages")

import pyspiel

from game import Game

ESCAPES = re.compile("\x1b\\[[0-9;]*m")
BOX = str.maketrans("─│┌┐└┘├┤┬┴┼╴╶╵╷", "-|+++++++++    ")
# A match of 500 plies is reached from its beginning.
sys.setrecursionlimit(5000)


class OpenSpiel(Game):
    """A position's state is the list of actions so far."""

    def __init__(self):
        try:
            self.game = pyspiel.load_game(self.word or "")
        except pyspiel.SpielError as error:
            raise SystemExit(str(error).split(". ")[0]) from None
        # Whoever begins is x: in chess that is OpenSpiel's second player.
        self.first = self.game.new_initial_state().current_player()
        self.depends_on = f"open_spiel {importlib.metadata.version('open_spiel')}"
        kind, of = self.game.get_type(), pyspiel.GameType
        if (self.game.num_players(), kind.dynamics, kind.information, kind.chance_mode) != (
            2, of.Dynamics.SEQUENTIAL, of.Information.PERFECT_INFORMATION, of.ChanceMode.DETERMINISTIC
        ):
            raise SystemExit(f"{self.word} has chance, secrets, moves at the same time, or not two players")

    @functools.lru_cache(maxsize=512)
    def at(self, actions):
        return self.at(actions[:-1]).child(actions[-1]) if actions else self.game.new_initial_state()

    def mover(self, state):
        return "x" if state.current_player() == self.first else "o"

    def start(self):
        return self.shown(()), ()

    def moves(self, p):
        state = self.at(tuple(p.state))
        if self.mover(state) != p.turn:
            return [("pass", p.board, p.state)]
        successors = [(*p.state, action) for action in state.legal_actions()]
        return [(name, self.shown(it), it) for name, it in zip(names(state), successors)]

    def end(self, p):
        state = self.at(tuple(p.state))
        if state.is_terminal():
            x, o = state.returns()[:: -1 if self.first else 1]
            winner = "x" if x > o else "o" if o > x else None
            return winner, f"OpenSpiel returns {x:g} for x and {o:g} for o"

    def shown(self, actions):
        """The board as OpenSpiel prints it; below it who is to move, if it has just moved."""
        state = self.at(actions)
        rows = [row.rstrip() for row in ESCAPES.sub("", str(state)).translate(BOX).split("\n")]
        if actions and state.current_player() == self.at(actions[:-1]).current_player():
            rows += [f"{self.mover(state)} to move"]
        return "\n".join(rows).strip("\n")


def names(state):
    """Names of the legal actions without spaces, each once."""
    actions = state.legal_actions()
    texts = [state.action_to_string(state.current_player(), action) for action in actions]
    texts = [re.sub("[^!-~]+", "-", text.replace(", ", ",").rstrip("; ")) for text in texts]
    fits = len(set(texts)) == len(texts) and all(0 < len(text) <= 32 for text in texts)
    return texts if fits else [f"{text[:24]}#{action}" for text, action in zip(texts, actions)]


OpenSpiel().run()
