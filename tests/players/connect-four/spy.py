"""Tries to change the rules, which it may read if it is told so, and dies if it can; else it drops to the right."""
import os, sys
from board import dropped, free
from player import play


def can(act):
    try:
        act()
        return True
    except OSError:
        return False


told = os.environ.get("ARBITRO_RULES")
if sys.argv[1] != ("told" if told else "untold") or told and not can(lambda: open(told + "/rules.py").read()):
    sys.exit(8)
for rules in [told or sys.argv[2], sys.argv[2]]:
    changes = [
        lambda: open(rules + "/rules.py", "a"),
        lambda: open(rules + "/new", "w"),
        lambda: os.remove(rules + "/rules.py"),
        lambda: os.rename(rules, rules + "2"),
    ]
    if not told:
        changes += [lambda: open(rules + "/rules.py"), lambda: os.listdir(rules)]
    if any(can(act) for act in changes):
        sys.exit(9)
if os.environ["ARBITRO_GAME"] != "connect-four":
    sys.exit(7)
play(lambda p: dropped(p, free(p)[-1], p.turn))
