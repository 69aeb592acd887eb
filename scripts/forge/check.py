#!/usr/bin/env python3
"""Checks the player of a student's repository, for `github.yml` and `gitlab-ci.yml`.

    check.py github|gitlab

A repository with player.toml plays up to 20 trial matches within two minutes, in the game that GAME names [dama], a
bundled one or a folder. One with player.cpp is built as the course does: `grade` checks every method, and memory where
valgrind is installed, and plays no match.
On GitHub it prints annotations; on GitLab it prints text and writes `gl-code-quality-report.json`. Exit codes: 0 passes,
1 fails, 2 could not be done. STUDENT_NUMBER is by default the name of the repository's folder.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from arbitro.trial import Failed, LeftOut, trial

REPORT = "gl-code-quality-report.json"


def give_up(why):
    print(f"check.py: {why}", file=sys.stderr)
    sys.exit(2)


def handed_in():
    """The one player.toml of the repository, else its one player.cpp: at the top, or in one folder."""
    for name in ("player.toml", "player.cpp"):
        found = sorted([*Path(".").glob(name), *Path(".").glob(f"[!.]*/{name}")])
        found = [it for it in found if it.is_file() and not it.is_symlink()]
        if len(found) == 1:
            return found[0]
    print("check.py: there must be one player.toml or player.cpp, at the top or in one folder", file=sys.stderr)
    sys.exit(1)


def line_of(part, evidence, source):
    """The line to blame for a part: of the first error, the first fault, the first method that fails."""
    try:
        dossier = json.loads((evidence / "dossier.json").read_text(encoding="utf-8"))
        if part == "builds":
            told = (evidence / "diagnostics.txt").read_text(encoding="utf-8")
            return int(re.search(r"^player\.cpp:(\d+):.*error", told, re.MULTILINE)[1])
        if part == "memory":
            return next(it["line"] for it in dossier["memory"]["found"]["faults"] if it.get("line"))
        if part == "conformance":
            fails = (it for it in dossier["conformance"]["found"] if it["verdict"] not in ("passed", "not_judged"))
            method = next(fails)["method"]
            name = method if method.startswith("operator") else method.split("(")[0]
            found = re.search(r"Player\s*::\s*" + re.escape(name) + r"\s*\(", source)
            return source.count("\n", 0, found.start()) + 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError, StopIteration):
        # Evidence without a line: the file as a whole is meant.
        pass
    return 1


def escaped(text, also=""):
    """Text of a workflow command: a line break in it must not begin another."""
    for letter in "%\r\n" + also:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


def tell(forge, path, remarks):
    for line, title, why in remarks:
        if forge == "github":
            where = f"file={escaped(str(path), ':,')},line={line},title={escaped(title, ':,')}"
            print(f"::warning {where}::{escaped(why)}")
        else:
            print(f"{path}:{line}: {title}: {why}")
    if forge == "gitlab":
        issues = [
            {
                "description": f"{title}: {why}",
                "check_name": title,
                "fingerprint": hashlib.sha256(f"{title}\n{why}".encode()).hexdigest(),
                "severity": "major",
                "location": {"path": str(path), "lines": {"begin": line}},
            }
            for line, title, why in remarks
        ]
        Path(REPORT).write_text(json.dumps(issues, indent=1) + "\n", encoding="utf-8")


def try_player(forge, path):
    """Plays on both sides: for any game, and any language."""
    try:
        sides = trial(path.parent, os.environ.get("GAME") or "dama")
    except LeftOut as why:
        tell(forge, path, [(1, "is left out", str(why))])
        sys.exit(1)
    except Failed as why:
        give_up(why)
    faults = [(1, f"loses as {it.side}", it.told()) for it in sides if it.faults]
    tell(forge, path, faults)
    for it in sides:
        print(f"as {it.side}: {it.told()}")
    sys.exit(1 if faults else 0)


def grade(forge, path):
    """Builds and checks as the one course does."""
    number = os.environ.get("STUDENT_NUMBER") or Path.cwd().name
    number = re.sub(r"[^A-Za-z0-9_-]", "-", number)[:64]
    with tempfile.TemporaryDirectory(prefix="arbitro-") as folder:
        # The sandbox starts programs as another user where root starts it, who must get here.
        os.chmod(folder, 0o755)
        folder = Path(folder)
        submission = folder / "submissions" / number
        submission.mkdir(parents=True)
        shutil.copyfile(path, submission / "player.cpp")
        skipped = ["likeness", "strength", "contest"] + ([] if shutil.which("valgrind") else ["memory"])
        command = ["arbitro", "grade", submission.parent, "--out", folder / "marks", "--json", "--quiet"]
        command += [word for it in skipped for word in ("--skip", it)]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
        if not done.stdout.strip():
            # `grade` has said why; the doctor's list says what this machine lacks.
            subprocess.run(["arbitro", "verify", "doctor"], check=False)
            sys.exit(2)
        mark = json.loads(done.stdout.splitlines()[0])
        evidence = folder / "marks" / "students" / number
        source = path.read_text(encoding="utf-8", errors="replace")
        remarks = []
        for gain in mark["gains"]:
            title = f"{gain['name']}, +{gain['points']:g} points"
            remarks.append((line_of(gain["part"], evidence, source), title, gain["why"]))
        tell(forge, path, remarks)
        failed = f"; fails: {mark['failed']}" if mark["failed"] else ""
        print(f"{number}: {mark['marks']:g} of {mark['of']:g} points, without matches{failed}")
        sys.exit(done.returncode)


def main():
    if sys.argv[1:] not in (["github"], ["gitlab"]):
        give_up("usage: check.py github|gitlab")
    path = handed_in()
    (grade if path.name == "player.cpp" else try_player)(sys.argv[1], path)


main()
