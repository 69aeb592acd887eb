"""Runs what checks repositories, where the module and the programs lie; started by forges.rs.

    forges.py FOLDER
"""
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(sys.argv[1])
os.chdir(HERE)

from arbitro.trial import Failed, LeftOut, trial

HEAD = "from player import play\nimport os, random, time\ndice = random.Random(os.environ['ARBITRO_SEED'])\nmoves = 0\n"
CHOOSE = """
def choose(p):
    global moves
    moves += 1
    {}
    column = dice.choice([it for it in range(7) if p.rows[0][it] == '.'])
    row = max(it for it in range(6) if p.rows[it][column] == '.')
    return p.put((row, column, p.turn))

play(choose)
"""


def player(name, each_move="", command="python3"):
    folder = HERE / name
    folder.mkdir()
    (folder / "player.toml").write_text(f'command = ["{command}", "mine.py"]\n')
    (folder / "player.py").write_text((HERE / "arbitro/player.py").read_text())
    (folder / "mine.py").write_text(HEAD + CHOOSE.format(each_move))
    return folder


def check(folder):
    command = [sys.executable, HERE / "forge/check.py", "github"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8")
    return done.returncode, done.stdout


def graded(folder):
    """What Gradescope gets of a folder."""
    autograder = HERE / "autograder"
    autograder.mkdir(exist_ok=True)
    for name in ("results", "submission"):
        subprocess.run(["rm", "-rf", autograder / name], check=True)
    (autograder / "results").mkdir()
    subprocess.run(["cp", "-r", folder, autograder / "submission"], check=True)
    script = (HERE / "forge/run_autograder").read_text().replace("/autograder", str(autograder))
    done = subprocess.run([sys.executable, "-c", script])
    path = autograder / "results/results.json"
    return done.returncode, json.loads(path.read_text()) if path.exists() else None


def scores(results):
    assert results["score"] == round(sum(it["score"] for it in results["tests"]), 2), results
    assert results["max_score"] == sum(it["max_score"] for it in results["tests"]) == 20, results
    assert [it["name"] for it in results["tests"]] == ["plays as x", "plays as o"], results
    return [it["score"] for it in results["tests"]], [it["status"] for it in results["tests"]]


os.environ["GAME"] = "connect-four"
good = player("good")
assert [(it.side, it.matches, it.faults) for it in trial(good, "connect-four")] == [("x", 10, []), ("o", 10, [])]
assert scores(graded(good)[1]) == ([10, 10], ["passed", "passed"])
assert check(good) == (0, "as x: 10 matches without a fault\nas o: 10 matches without a fault\n"), check(good)

# A fault that a match is over before is found in others.
seventh = player("seventh", "if moves == 7: raise ValueError('the seventh')")
points, status = scores(graded(seventh)[1])
assert max(points) < 10 and status == ["failed", "failed"], points
code, said = check(seventh)
assert code == 1 and said.count("::warning file=player.toml,line=1,title=loses as ") == 2, said
assert "of 10 matches lost by a fault, the first after " in said, said

# Who is left out has rows, and the reason is shown.
absent = player("absent", command="python0")
code, results = graded(absent)
assert code == 0 and scores(results) == ([0, 0], ["failed", "failed"]), results
assert "its command is missing: python0" in results["tests"][0]["output"], results
code, said = check(absent)
assert code == 1 and "title=is left out::left out: " in said, said

# What is not the player's is no score.
os.environ["GAME"] = "no-such-game"
assert graded(good)[0] == 1 and graded(good)[1] is None
assert check(good)[0] == 2

# Matches that take too long do not count, and those that ended do.
slow = player("slow", "time.sleep(0.2)")
for seconds in (10, 20, 40, 80, 160):
    try:
        sides = trial(slow, "connect-four", matches=1000, seconds=seconds)
        break
    except LeftOut:
        raise
    except Failed as why:
        print(why)
assert 0 < sum(it.matches for it in sides) < 1000 and not sum((it.faults for it in sides), []), sides

# A folder of one's own is taken before the bundled game of its name.
other = HERE / "own/connect-four"
other.mkdir(parents=True)
os.chdir(HERE / "own")
try:
    trial(good, "./connect-four")
except Failed as why:
    assert "game.toml" in str(why), why
else:
    assert False
