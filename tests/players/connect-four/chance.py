"""Drops into any column, by the referee's seed."""
import os, random
import board

dice = random.Random(int(os.environ["ARBITRO_SEED"]))
board.play(lambda rows, sign: dice.choice(board.free(rows)))
