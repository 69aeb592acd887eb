"""Files, threads, waiting, and other programs unless an argument asks for one process alone."""
import multiprocessing, os, random, shutil, socket, subprocess, sys, tempfile, threading, time
from concurrent.futures import ThreadPoolExecutor

threads = [threading.Thread(target=lambda: sum(range(10_000))) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
with open("answer.new", "w") as file:
    file.write("board\n")
os.replace("answer.new", "answer")
os.listdir(".")
shutil.copyfile("answer", "copy")
os.unlink("copy")
with tempfile.TemporaryFile(dir=".") as file:
    file.write(b"x")
    file.flush()
    os.fsync(file.fileno())
time.sleep(0.002)
random.random(), os.urandom(4), os.cpu_count()

with ThreadPoolExecutor() as pool:
    assert list(pool.map(len, ["board"])) == [5]
one, other = socket.socketpair()
os.write(one.fileno(), b"x")
assert os.read(other.fileno(), 1) == b"x"

if len(sys.argv) == 1:
    subprocess.run(["true"], check=True)
    assert subprocess.run(["cat"], input=b"x", capture_output=True).stdout == b"x"
    here, there = multiprocessing.Pipe()
    child = multiprocessing.Process(target=there.send, args=("board",))
    child.start()
    assert here.recv() == "board"
    child.join()
assert open("answer").read() == "board\n"
print("played")
