"""What all parts of script/bench share: the clocks of a server's process, and how figures are printed."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path


def show(
    what: str,
    value: float,
    unit: str,
    budget: float | None = None,
    *,
    digits: int = 1,
    at_least: bool = False,
) -> None:
    """Print one figure, with its share of the budget where there is one (`at_least`: more is better)."""
    text = f"{what:<52}{value:>10.{digits}f} {unit:<9}"
    if budget is not None:
        missed = value < budget if at_least else value > budget
        text += f" {value / budget:>6.0%} of {budget:g}"
        if missed:
            text += "   UNDER" if at_least else "   OVER"
    print(text.rstrip(), flush=True)


def percentile(values: list[float], share: float) -> float:
    """Return the value that this share of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def cpu_ms(pid: int) -> float:
    """Return the milliseconds of CPU time that a process has used; they come in steps of ten."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        sys.exit("The CPU time of a server is read from /proc, which only Linux has.")
    user, system = text.rpartition(") ")[2].split()[11:13]  # its name, which may hold blanks, is before that
    return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass(frozen=True)
class Moves:
    """Moves of several games, and what they took."""

    count: int
    seconds: float
    cpu: float
    """Milliseconds of CPU time of the server."""
    waits: list[float]
    """Milliseconds from a click to what the other player sees, by move."""

    @property
    def per_second(self) -> float:
        return self.count / self.seconds

    @property
    def cpu_per_move(self) -> float:
        """Milliseconds."""
        return self.cpu / self.count

    @property
    def p50(self) -> float:
        return percentile(self.waits, 0.5)

    @property
    def p95(self) -> float:
        return percentile(self.waits, 0.95)
