"""What a visit weighs: bytes and requests, and the queries behind them."""

from contextlib import closing

from games.tests.contract_page import HttpBrowser
from games.tests.page_weight import first_visit, scripts
from games.tests.site import Site
from script._bench.figures import show

QUERIES = """
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
client = Client(SERVER_NAME="localhost")
def count(method, path, data=None):
    with CaptureQueriesContext(connection) as found:
        answer = getattr(client, method)(path, data or {}, headers={"hx-request": "true"})
    assert answer.status_code in (200, 204), (path, answer.status_code)
    return len(found)
form = {"rules": "triple_yahtzee", "mode": "local", "players": 2}
path = client.post("/games", form)["Location"]
print(
    count("post", path + "roll", {"version": 1}),
    count("post", path + "score", {"version": 2, "box": "chance", "column": 1}),
    count("get", path + "table?since=3"),
    count("get", path),
    count("get", "/"),
)
"""


def measure(served: Site) -> None:
    print("\nBytes, requests and queries")
    with closing(HttpBrowser(served.base)) as browser:
        browser.ask("GET", "/")
        form = {"rules": "triple_yahtzee", "mode": "local", "players": 2, "name": ["Anna", "Ben"]}
        path = browser.ask("POST", "/games", form).target
        loads = first_visit(served.base, path)
        show("first visit to a running game", sum(load.bytes for load in loads) / 1000, "KB", 80)
        show("  requests", len(loads), "", 13, digits=0)
        show("  scripts", scripts(loads) / 1000, "KB", 35)
        browser.headers["Accept-Encoding"] = "gzip"
        roll = browser.ask("POST", f"{path}roll", {"version": 1}, htmx=True)
        score = browser.ask("POST", f"{path}score", {"version": 2, "cell": "chance:1"}, htmx=True)
        show("answer to a roll", roll.size / 1000, "KB", 8)
        show("answer to an entry", score.size / 1000, "KB", 8)
        show(
            "answer to an unchanged poll", browser.ask("GET", f"{path}table?since=3").size, "bytes", digits=0
        )
    names = ("roll", "score", "unchanged poll", "game page", "home page")
    budgets = (2, 2, 1, 1, 4)
    counts = map(int, served.shell(QUERIES).split())
    for name, count, budget in zip(names, counts, budgets, strict=True):
        show(f"queries: {name}", count, "", budget, digits=0)
