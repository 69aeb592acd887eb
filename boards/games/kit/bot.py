#!/usr/bin/env python3
"""Plays any game by lines: draws one of the legal moves."""
import os
import random
import sys

random.seed(os.environ["ARBITRO_SEED"])  # the same match again

for head in sys.stdin:  # "3 10000 d1 d2": the ply, the milliseconds for it, the moves so far
    names = sys.stdin.readline().split()
    board = [sys.stdin.readline() for _ in range(int(sys.stdin.readline()))]
    print(random.choice(names), flush=True)
