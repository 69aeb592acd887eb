"""Files, threads, waiting, and other programs unless an argument asks for one process alone."""
import os, random, shutil, subprocess, sys, tempfile, threading, time

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

if len(sys.argv) == 1:
    subprocess.run(["true"], check=True)
assert open("answer").read() == "board\n"
print("played")
