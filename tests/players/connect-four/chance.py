"""Drops into any column, by the referee's seed."""
import os, random
from board import dropped, free
from player import play

dice = random.Random(int(os.environ["ARBITRO_SEED"]))
play(lambda p: dropped(p, dice.choice(free(p)), p.turn))
