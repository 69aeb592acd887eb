"""Writes the boards of a prepared match, each in the next of the ways that it is told."""
import os, pathlib, shutil, sys, tempfile, time

match, ways, number = sys.argv[1], sys.argv[2].split(","), int(sys.argv[3])


def draft(text):
    with open("draft", "w") as file:
        file.write(text)
    return "draft"


def pieces(name, text):
    with open(name, "a") as file:
        for line in text.splitlines(keepends=True):
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def temporary(name, text):
    with tempfile.NamedTemporaryFile("w", dir=".", delete=False) as file:
        file.write(text)
    os.replace(file.name, name)


def mkstemp(name, text):
    file, path = tempfile.mkstemp(dir=".")
    os.write(file, text.encode())
    os.fchmod(file, 0o644)
    os.close(file)
    os.rename(path, name)


def link(name, text):
    os.link(draft(text), name)
    os.unlink("draft")


def crlf(name, text):
    with open(name, "w", newline="\r\n") as file:
        file.write(text)


def touched(name, text):
    pathlib.Path(name).write_text(text)
    os.chmod(name, 0o600)
    os.chown(name, os.getuid(), -1)
    os.utime(name, (0, 0))
    pathlib.Path(name).touch()


# Neither is allowed: each fails before the board is there.
def locked(name, text):
    import fcntl

    with open(draft(text)) as file:
        fcntl.flock(file, fcntl.LOCK_EX)


def labelled(name, text):
    os.setxattr(draft(text), "user.note", b"x")


WAYS = {
    "plain": lambda name, text: pathlib.Path(name).write_text(text),
    "rename": lambda name, text: os.rename(draft(text), name),
    "move": lambda name, text: shutil.move(draft(text), name),
    "copy": lambda name, text: shutil.copy(draft(text), name),
    "copy2": lambda name, text: shutil.copy2(draft(text), name),
    "copyfile": lambda name, text: shutil.copyfile(draft(text), name),
    "copied-from-elsewhere": lambda name, text: shutil.copy2(f"{match}/{name}", name),
    "temporary": temporary,
    "mkstemp": mkstemp,
    "link": link,
    "pieces": pieces,
    "crlf": crlf,
    "touched": touched,
    "locked": locked,
    "labelled": labelled,
}

for way in ways:
    while not os.path.exists(f"board_{number}.txt"):
        time.sleep(0.002)
    name = f"board_{number + 1}.txt"
    WAYS[way](name, pathlib.Path(match, name).read_text())
    number += 2
time.sleep(600)
