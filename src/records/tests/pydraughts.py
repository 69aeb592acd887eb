"""Reads our PDN with pydraughts, and writes the same games with it for our reader.

    python -m venv V && V/bin/pip install pydraughts==0.6.7
    mkdir D
    ARBITRO_ROUND_TRIPS=1000 ARBITRO_PDN_OUT=$PWD/D cargo test -p arbitro-records read_back
    V/bin/python src/records/tests/pydraughts.py read D/russian.pdn D/russian_theirs.pdn
    target/debug/replay D/russian_theirs.pdn --export json D/back
    python3 src/records/tests/pydraughts.py compare D/russian.pdn D/back/matches.jsonl

The games that both know: international, english, italian, russian, brazilian.
"""

import functools
import json
import re
import sys


def read(ours, theirs):
    from draughts import BLACK, WHITE, Board, Move, convert
    from draughts.PDN import PDNReader, PDNWriter

    # Half of its time goes into renaming the same squares.
    for name in ("_rotate_move", "_number_to_algebraic", "_algebraic_to_number"):
        setattr(convert, name, functools.lru_cache(None)(getattr(convert, name)))
    games = plies = over = 0
    for game in PDNReader(filename=ours).games:
        board = Board(game.variant)
        for text in game.moves:
            # Its reader takes the colon that PDN 3.0 wants of Russian captures; its moves do not.
            board.push(Move(board, pdn_move=text.replace(":", "x")))
        result = game.tags["Result"]
        winner = board.winner()
        if winner in (WHITE, BLACK):
            first = BLACK if game.variant == "english" else WHITE
            assert result in (("1-0", "2-0") if winner == first else ("0-1", "0-2")), game.tags
            over += 1
        PDNWriter(theirs, board, game_ending=result, tags={"Result": result})
        games += 1
        plies += len(game.moves)
    print(f"{ours}: {games} games, {plies} plies read; {over} results are those of its own rules")


def compare(ours, journal):
    with open(ours) as file:
        written = file.read().split("\n\n")
    tags, bodies = written[0:-1:2], written[1::2]
    with open(journal) as file:
        records = [json.loads(line) for line in file]
    assert len(records) == len(bodies), (len(records), len(bodies))
    for head, body, record in zip(tags, bodies, records):
        moves = re.sub(r"\d+\.|\*", " ", body).replace(":", "x").split()
        assert moves == record["moves"].split(), (moves, record["moves"])
        result = re.search(r'\[Result "(.*?)"', head)[1]
        winner = {"1": "x", "2": "x", "0": "o"}[result[0]] if result[0] != result[2] else None
        if "/" in result:
            winner = None
        assert winner == record["winner"], (result, record["winner"])
    print(f"{journal}: {len(records)} games read back with the same moves and results")


if __name__ == "__main__":
    {"read": read, "compare": compare}[sys.argv[1]](*sys.argv[2:])
