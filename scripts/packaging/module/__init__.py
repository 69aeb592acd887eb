"""What programs in Python need to play under Arbitro, and to be the rules of a game.

    from arbitro import play            # a player: see help(arbitro.player)
    from arbitro import Game            # a game of your own: see help(arbitro.game)
    from arbitro import run             # a tournament: see help(arbitro.results)

The sandbox shows a program its own folder and the system's, not a virtual environment: `arbitro copy FOLDER` puts this
module beside a player or a game, where Python finds it.
"""

from .game import Game
from .player import legal, play

__all__ = ["Game", "legal", "play", "run"]


def run(players, **options):
    """Plays a tournament: see help(arbitro.results). Only where the programs are installed, not in a copy."""
    from .results import run as run_tournament

    return run_tournament(players, **options)
