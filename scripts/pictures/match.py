"""Opens a match of two people on a page and plays its first moves; prints the address that shows it."""
import json
import sys
import urllib.request

ADDRESS = sys.argv[1].rstrip("/")
MOVES = "(2,3)-(3,4) (5,4)-(4,3) (1,4)-(2,3) (6,5)-(5,4) (2,3)-(3,2) (7,6)-(6,5) (1,2)-(2,3) (5,6)-(4,7)".split()


def post(path, what):
    head = {"Content-Type": "application/json"}
    asked = urllib.request.Request(ADDRESS + path, json.dumps(what).encode(), head)
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return json.load(answer)


state = post("/api/matches", {"game": "dama", "you": "both"})
for move in MOVES:
    state = post(f"/api/matches/{state['id']}/move", {"ply": state["ply"], "move": move})
print(f"{ADDRESS}/#/match/{state['id']}")
