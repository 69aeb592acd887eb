import os, random
from player import legal, play

dice = random.Random(int(os.environ["ARBITRO_SEED"]))
play(lambda p: dice.choice(legal(p))[1])
