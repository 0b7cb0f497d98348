"""Runs Lighthouse on four pages of a temporary site and checks the scores.

Lighthouse slows the processor down to that of a middling phone, four times when it runs on a fast desktop.
A slow machine is slowed down less, by as much as Lighthouse's own measure of it (``benchmarkIndex``) says:
the scores are about the pages, not about the machine. A page below the limits is judged again alone, and its
median counts.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.tests.contract_page import HttpBrowser
from games.tests.site import site

RUNS_ALONE = 5
AT_ONCE = 2
# A fast desktop's index and its slowdown, as Lighthouse's documentation of throttling pairs them.
DESKTOP_INDEX = 1500
DESKTOP_SLOWDOWN = 4.0
LEAST = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
measured: list[float] = []
"""Speed of this machine at each run so far, by Lighthouse's own measure."""
CHROME = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"
)


@contextmanager
def pages() -> Iterator[dict[str, tuple[str, dict[str, str]]]]:
    """Yield name, address and request headers of the pages, which are served until the block ends."""
    with tempfile.TemporaryDirectory() as folder, site(Path(folder), manifest=True) as served:
        served.start()
        with closing(HttpBrowser(served.base)) as browser:
            browser.ask("GET", "/")
            game = browser.ask("POST", "/games", {"rules": "triple_yahtzee", "mode": "solo"}).target
            browser.ask("POST", f"{game}roll", {"version": 1})
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        yield {
            "home": (f"{served.base}/", {}),
            "running game": (served.base + game, {"Cookie": cookie}),
            "pad": (f"{served.base}/pads/triple_yahtzee/", {}),
            "high scores": (f"{served.base}/scores/", {}),
        }


def slowdown() -> float:
    """Return how many times the processor is slowed down, by the last runs' measure of this machine."""
    index = statistics.median(measured[-3:]) if measured else DESKTOP_INDEX
    return round(min(DESKTOP_SLOWDOWN, max(1.0, DESKTOP_SLOWDOWN * index / DESKTOP_INDEX)), 2)


def judge(url: str, headers: dict[str, str]) -> dict[str, float]:
    """Run Lighthouse once; return its four scores, and the layout shift under ``cls``."""
    command = ["node", os.environ["LIGHTHOUSE_CLI"], url, "--output=json", "--quiet"]
    command += [
        f"--chrome-flags={CHROME}",
        f"--only-categories={','.join(LEAST)}",
        f"--extra-headers={json.dumps(headers)}",
        f"--throttling.cpuSlowdownMultiplier={slowdown()}",
        # Games want to be in no list of a search engine, and Lighthouse takes that for a fault.
        *(["--skip-audits=is-crawlable"] if "/g/" in url else []),
    ]
    environment = {**os.environ, "CHROME_PATH": os.environ["CHROMIUM"]}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=180)
    if done.returncode:
        raise SystemExit(f"Lighthouse failed on {url}:\n{done.stderr}")
    report = json.loads(done.stdout)
    if report.get("runtimeError"):
        raise SystemExit(f"Lighthouse failed on {url}: {report['runtimeError']['message']}")
    measured.append(report["environment"]["benchmarkIndex"])
    scores = {name: round(100 * report["categories"][name]["score"]) for name in LEAST}
    for name in short_of(scores):
        explain(report, name)
    return {**scores, "cls": report["audits"]["cumulative-layout-shift"]["numericValue"]}


def short_of(scores: dict[str, float]) -> list[str]:
    """Return the names of the scores that are too low."""
    return [name for name, least in LEAST.items() if scores[name] < least]


def explain(report: dict, category: str) -> None:  # type: ignore[type-arg]
    """Print the audits that lost points in a category."""
    for reference in report["categories"][category]["auditRefs"]:
        audit = report["audits"][reference["id"]]
        if reference["weight"] and audit["score"] is not None and audit["score"] < 0.95:
            print(f"    {category}: {audit['title']} {audit.get('displayValue', '')}", flush=True)


def verdict(name: str, results: list[dict[str, float]]) -> bool:
    """Print the medians of a page; return whether they are good enough."""
    medians = {key: statistics.median(result[key] for result in results) for key in results[0]}
    short = short_of(medians) + (["cls"] if medians["cls"] > 0 else [])
    scores = "  ".join(f"{key} {medians[key]:g}" for key in LEAST)
    complaint = f"   NOT GOOD ENOUGH: {', '.join(short)}" if short else ""
    print(f"{name:<14}{scores}  cls {medians['cls']:.3f}{complaint}", flush=True)
    return not short


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with pages() as found:
        judge(*found["home"])  # only to measure the machine
        with ThreadPoolExecutor(AT_ONCE) as pool:
            jobs = {name: [pool.submit(judge, *page) for _ in range(runs)] for name, page in found.items()}
        short = [name for name in found if not verdict(name, [job.result() for job in jobs[name]])]
        if short:
            print(f"Once more, one at a time, slowed down {slowdown():g} times:", flush=True)
        failed = [
            name for name in short if not verdict(name, [judge(*found[name]) for _ in range(RUNS_ALONE)])
        ]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
