#!/usr/bin/env python3
"""Checks the player.cpp of a student's repository with `grade`, for `classroom.yml` and `gitlab-ci.yml`.

    check.py github|gitlab

From the environment: ARBITRO_ARCHIVE, the address of a release archive; ARBITRO_SHA256, its SHA-256;
STUDENT_NUMBER, by default the name of the repository's folder. Builds as the course does, checks every method,
and memory where valgrind is installed; plays no match.
On GitHub it prints annotations; on GitLab it prints text and writes
`gl-code-quality-report.json`. Exit codes are those of `grade`: 0 passes, 1 fails, 2 could not be done.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

MAX_ARCHIVE = 256 << 20
REPORT = "gl-code-quality-report.json"


def give_up(why):
    print(f"check.py: {why}", file=sys.stderr)
    sys.exit(2)


def setting(name):
    value = os.environ.get(name, "").strip()
    return value or give_up(f"{name} is not set; the head of the workflow file says where it belongs")


def programs(into):
    """The folder of the programs in the archive, which must be the very one that the teacher named."""
    address, wanted = setting("ARBITRO_ARCHIVE"), setting("ARBITRO_SHA256").lower()
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            archive = answer.read(MAX_ARCHIVE + 1)
    except (OSError, ValueError) as error:
        give_up(f"ARBITRO_ARCHIVE cannot be downloaded: {error}")
    found = hashlib.sha256(archive).hexdigest()
    if found != wanted:
        give_up(f"the archive's SHA-256 is {found}, and ARBITRO_SHA256 says {wanted}; correct one of the two")
    packed = into / "archive.tar.gz"
    packed.write_bytes(archive)
    try:
        with tarfile.open(packed) as files:
            # Older versions of Python know no filters; the hash vouches for the archive there.
            files.extractall(into, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    except (tarfile.TarError, OSError) as error:
        give_up(f"the archive cannot be unpacked: {error}")
    folders = [it.parent for it in sorted(into.rglob("grade")) if it.is_file() and (it.parent / "verify").is_file()]
    return folders[0] if folders else give_up("the archive lacks `grade` or `verify`; name a release archive")


def handed_in():
    """The one player.cpp of the repository: at the top, or in one folder."""
    found = sorted([*Path(".").glob("player.cpp"), *Path(".").glob("[!.]*/player.cpp")])
    found = [it for it in found if it.is_file() and not it.is_symlink()]
    if len(found) != 1:
        print(f"check.py: there must be one player.cpp, at the top or in one folder; found: {len(found)}", file=sys.stderr)
        sys.exit(1)
    return found[0]


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


def main():
    if sys.argv[1:] not in (["github"], ["gitlab"]):
        give_up("usage: check.py github|gitlab")
    number = os.environ.get("STUDENT_NUMBER") or Path.cwd().name
    number = re.sub(r"[^A-Za-z0-9_-]", "-", number)[:64]
    with tempfile.TemporaryDirectory(prefix="arbitro-") as folder:
        # The sandbox starts programs as another user where root starts it, who must get here.
        os.chmod(folder, 0o755)
        folder = Path(folder)
        tools = programs(folder)
        path = handed_in()
        submission = folder / "submissions" / number
        submission.mkdir(parents=True)
        shutil.copyfile(path, submission / "player.cpp")
        skipped = ["likeness", "strength", "contest"] + ([] if shutil.which("valgrind") else ["memory"])
        command = [tools / "grade", submission.parent, "--out", folder / "marks", "--json", "--quiet"]
        command += [word for it in skipped for word in ("--skip", it)]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
        if not done.stdout.strip():
            # `grade` has said why; the doctor's list says what this machine lacks.
            subprocess.run([tools / "verify", "doctor"], check=False)
            sys.exit(2)
        mark = json.loads(done.stdout.splitlines()[0])
        evidence = folder / "marks" / "students" / number
        source = path.read_text(encoding="utf-8", errors="replace")
        remarks = []
        for gain in mark["gains"]:
            title = f"{gain['name']}, +{gain['points']:g} points"
            remarks.append((line_of(gain["part"], evidence, source), title, gain["why"]))
        tell(sys.argv[1], path, remarks)
        failed = f"; fails: {mark['failed']}" if mark["failed"] else ""
        print(f"{number}: {mark['marks']:g} of {mark['of']:g} points, without matches{failed}")
        sys.exit(done.returncode)


main()
