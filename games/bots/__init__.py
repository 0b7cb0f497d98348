"""Computer players, the coach's valuation and the analysis of finished games. Needs rules and numpy only.

``decide`` returns what a level does, ``advise`` what every choice is worth, ``analyse`` a report that
separates luck from mistakes in a finished game, ``measured`` how strong the levels are, ``column_path``
where the table of a game is stored, ``plays_exactly`` whether hard plays perfectly. They read positions
and moves of ``games.rules`` only.
"""

from games.bots.advice import Advice, HoldValue, PlacementValue, advise
from games.bots.measuring import measured
from games.bots.policies import LEVELS, Decision, decide, warm_up
from games.bots.report import Choice, Report, SeatReport, Step, TurnReport, analyse
from games.bots.store import column_path
from games.bots.values import plays_exactly

__all__ = [
    "LEVELS",
    "Advice",
    "Choice",
    "Decision",
    "HoldValue",
    "PlacementValue",
    "Report",
    "SeatReport",
    "Step",
    "TurnReport",
    "advise",
    "analyse",
    "column_path",
    "decide",
    "measured",
    "plays_exactly",
    "warm_up",
]
