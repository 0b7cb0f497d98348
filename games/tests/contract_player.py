"""A test client that plays by the page contract (version 2) alone, and checks everything it gets.

It plays random games with undo and forbidden commands mixed in. Offers, entries, bonuses and totals are
compared with the independent rules in ``games/tests/rules/oracle.py``; after the end every die is
computed from the revealed seed.

    python -m games.tests.contract_player http://localhost:8000 --games 200 [--seed 1]
"""

import argparse
import hashlib
import hmac
import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from games.rules import RULE_SETS
from games.tests.contract_page import Answer, Browser, Fields, HttpBrowser, Page
from games.tests.rules import oracle

RULES = [
    rules_id for family in RULE_SETS for rules_id in sorted(rules.rules_id for rules in family.variants())
]
"""The names of all rule sets, the only thing taken from the project: every game is played."""
REFUSALS = {403, 404, 409, 422}
SUMS = ("upper", "upper_bonus", "missing", "lower", "yahtzee_bonus", "combined", "weighted")


def face(seed: bytes, seat: int, turn: int, roll: int, slot: int) -> int:
    """Return the face of a die, computed as the page that checks the dice explains it."""
    digest = hmac.new(seed, f"{seat}:{turn}:{roll}:{slot}".encode(), hashlib.sha256).digest()
    while all(byte >= 252 for byte in digest):
        digest = hashlib.sha256(digest).digest()
    return next(byte for byte in digest if byte < 252) % 6 + 1


class Play:
    """One game from the first roll to the last box."""

    def __init__(
        self,
        new_browser: Callable[[], Browser],
        rng: Random,
        *,
        rules: str,
        mode: str,
        seats: int,
        bots: tuple[str, ...] = (),
        mischief: float = 0.06,
    ) -> None:
        self.rng, self.rules, self.mode, self.mischief = rng, rules, mode, mischief
        self.new_browser = new_browser
        self.seats, self.bots = seats, bots
        self.counts: Counter[str] = Counter()
        self.drawn: dict[tuple[int, int, int, int], int] = {}
        self.moves: list[list[Any]] = []
        self.seen: list[str] = []
        self.people: list[Browser] = []
        self.watcher = new_browser()

    # --- Before the first roll ------------------------------------------------------------------

    def sit_down(self) -> None:
        """Make the game, let everybody join, start it."""
        host = self.new_browser()
        host.ask("GET", "/")
        people = self.seats - len(self.bots)
        names = ["Anna"] if self.mode == "online" else [f"P{seat}" for seat in range(people)]
        form: Fields = {"rules": self.rules, "mode": self.mode, "players": self.seats, "name": names}
        answer = host.ask("POST", "/games", form | {"bot": list(self.bots)})
        assert answer.status == 303, (answer.status, form)
        self.path = answer.target
        self.people = [host] * (1 if self.mode == "online" else people)
        self.page = self.look(host)
        record = self.record()
        assert record["seed"] is None and len(record["commitment"]) == 64
        self.commitment = record["commitment"]
        if self.mode == "online":
            self.invite(people)
        self.bot_seats = [bool(seat["bot"]) for seat in self.record()["seats"]]
        by_seat = iter(self.people)
        self.browsers: list[Browser | None] = [None if bot else next(by_seat) for bot in self.bot_seats]
        self.page = self.look(host)
        first = self.page.turn_seat
        assert first is not None
        self.game = oracle.new_game(self.rules, self.seats, first)
        self.check(self.page)

    def invite(self, people: int) -> None:
        """Let the others join by the link; sometimes the host starts before all have joined."""
        host = self.people[0]
        coming = people - 1
        if coming > 1 and self.rng.random() < 0.3:
            coming -= 1
        for number in range(coming):
            assert self.page.status == "waiting"
            guest = self.new_browser()
            page = self.look(guest)
            assert page.you == [], "looking at an invitation takes no seat"
            form = page.form("/join")
            assert form and form.value("name") is not None
            answer = self.tell(guest, "join", {"name": f"Guest {number}"})
            assert answer.status == 200, answer.status
            assert len(answer.page.you) == 1
            self.people.append(guest)
            self.page = self.look(host)
        if coming < people - 1:
            self.refused(self.people[1], "start", {"version": self.page.version})
            assert self.tell(host, "start", {"version": self.page.version}).status == 200
            self.seats = len(self.people) + len(self.bots)

    # --- Asking ---------------------------------------------------------------------------------

    def look(self, browser: Browser) -> Page:
        answer = browser.ask("GET", self.path)
        assert answer.status == 200, answer.status
        self.seen.append(answer.text)
        return answer.page

    def record(self) -> Any:
        return self.watcher.ask("GET", f"{self.path}record.json").data

    def tell(self, browser: Browser, what: str, data: Fields) -> Answer:
        """Send a command, at random by htmx or as a plain form."""
        self.counts["requests"] += 1
        htmx = self.rng.random() < 0.7
        answer = browser.ask("POST", self.path + what, data, htmx=htmx)
        assert answer.status < 500, (answer.status, what, data)
        if answer.status == 303:
            answer = browser.ask("GET", answer.target)
        self.seen.append(answer.text)
        return answer

    def refused(self, browser: Browser, what: str, data: Fields) -> None:
        """Send a forbidden command: it is refused with a sentence and changes nothing."""
        before = self.look(browser)
        answer = self.tell(browser, what, data)
        assert answer.status in REFUSALS, (answer.status, what, data)
        assert 'role="alert">' in answer.text, "the refusal is not explained"
        after = self.look(browser)
        for page in (answer.page, after):
            assert (page.table, page.boxes, page.totals, page.faces) == (
                before.table,
                before.boxes,
                before.totals,
                before.faces,
            ), (what, data)
        self.counts["refused"] += 1

    # --- Comparing ------------------------------------------------------------------------------

    def check(self, page: Page) -> None:
        """Compare a page with the oracle: turn, dice, every box, every sum."""
        game = self.game
        over = game["status"] == "finished"
        assert page.status == game["status"]
        assert page.turn_seat == game["seat"]
        assert page.get("rules") == self.rules
        assert page.roll == (0 if over else game["roll"])
        if not over:
            assert page.faces == game["dice"]
            assert sorted(page.dice) == [0, 1, 2, 3, 4]
        expected = {}
        for seat, boxes in enumerate(game["cells"]):
            offers = oracle.offers(self.rules, boxes, game["dice"]) if seat == game["seat"] else {}
            for row in oracle.rows(self.rules):
                for column in oracle.columns(self.rules):
                    expected[seat, row, column] = _box(boxes.get((row, column)), offers.get((row, column)))
        shown = {key: (box["data-state"], box["data-points"]) for key, box in page.boxes.items()}
        assert shown == expected, _difference(shown, expected)
        assert page.totals == self.sums(), _difference(page.totals, self.sums())

    def sums(self) -> dict[tuple[int, str, str], int]:
        found = {}
        for seat in range(self.seats):
            totals = oracle.totals(self.rules, self.game["cells"][seat], self.game["bonuses"][seat])
            found[seat, "grand", ""] = totals.pop("grand")
            found |= {(seat, name, col): sums[name] for col, sums in totals.items() for name in SUMS}
        return found

    def check_elsewhere(self) -> None:
        """Compare what another browser gets, requested as the page itself does."""
        browser = self.rng.choice([*self.people, self.watcher])
        version = self.page.version
        same = browser.ask("GET", f"{self.path}table?since={version}")
        assert (same.status, same.text) == (204, "")
        news = browser.ask("GET", f"{self.path}table?since={version - 1}", htmx=True)
        assert news.status == 200
        self.check(news.page)
        assert news.page.version == version
        own = [seat for seat, who in enumerate(self.browsers) if who is browser]
        assert news.page.you == own

    # --- Moving ---------------------------------------------------------------------------------

    def roll(self, browser: Browser) -> None:
        game, seat = self.game, self.game["seat"]
        held: list[int] = []
        if game["roll"]:
            held = [slot for slot in range(5) if self.rng.random() < 0.5][:4]
            if self.rng.random() < 0.4:
                common = Counter(game["dice"]).most_common(1)[0][0]
                held = [slot for slot in range(5) if game["dice"][slot] == common][:4]
        page = self.done(self.tell(browser, "roll", {"version": self.page.version, "hold": held}))
        self.rolled(seat, held, page.faces)

    def rolled(self, seat: int, held: list[int], faces: list[int]) -> None:
        game = self.game
        turn = game["entries"] // self.seats
        oracle.roll(game, seat, held, faces)
        for slot in set(range(5)) - set(held):
            key = (seat, turn, game["roll"], slot)
            assert self.drawn.setdefault(key, faces[slot]) == faces[slot], "undo has bought other dice"
        self.moves.append(["roll", seat, sorted(held), faces])

    def score(self, browser: Browser) -> None:
        offers = self.page.offers
        best = max(offers.values())
        greedy = self.rng.random() < 0.6
        box, column = self.rng.choice([key for key, worth in offers.items() if not greedy or worth == best])
        data = {"version": self.page.version, "box": box, "column": column}
        seat = self.game["seat"]
        self.done(self.tell(browser, "score", data))
        self.scored(seat, box, column)

    def scored(self, seat: int, box: str, column: int) -> None:
        points, bonus = oracle.score(self.game, seat, box, column)
        self.moves.append(["score", seat, box, column, points, bonus])
        self.counts["entries"] += 1
        self.counts["bonuses"] += bool(bonus)

    def undo(self, browser: Browser) -> None:
        seat = self.game["before"]["seat"]
        self.done(self.tell(browser, "undo", {"version": self.page.version}))
        oracle.undo(self.game, seat)
        self.moves.pop()
        self.counts["undone"] += 1

    def bot(self) -> None:
        browser = self.rng.choice([*self.people, self.watcher])
        browser.ask("GET", self.path)
        self.done(self.tell(browser, "bot", {"version": self.page.version}))
        kind, seat, *rest = self.record()["moves"][-1]
        if kind == "roll":
            self.rolled(seat, *rest)
        else:
            self.scored(seat, rest[0], rest[1])

    def done(self, answer: Answer) -> Page:
        assert answer.status == 200, (answer.status, answer.page.text[:300])
        page = answer.page
        assert page.version > self.page.version
        self.page = page
        self.counts["moves"] += 1
        return page

    def step(self) -> None:
        game, rng = self.game, self.rng
        if rng.random() < self.mischief:
            self.forbidden()
        before = game["before"]
        owner = self.browsers[before["seat"]] if before else None
        if owner and rng.random() < 0.15:
            self.undo(owner)
        else:
            browser = self.browsers[game["seat"]]
            if browser is None:
                self.bot()
            elif game["roll"] == 0 or (game["roll"] < 3 and rng.random() < 0.5):
                self.roll(browser)
            else:
                self.score(browser)
        self.check(self.page)
        assert "sealed" not in (self.page.table or {}) or game["status"] == "finished"
        if rng.random() < 0.08:
            self.check_elsewhere()

    # --- Forbidden commands -----------------------------------------------------------------------------

    def forbidden(self) -> None:
        """Send one command that is not allowed now."""
        game, rng = self.game, self.rng
        version = self.page.version
        turn = self.browsers[game["seat"]]
        others = [who for who in [*self.people, self.watcher] if who is not turn]
        box = {"box": rng.choice(oracle.rows(self.rules)), "column": 1}
        tries: list[tuple[Browser, str, Fields]] = [
            (rng.choice(others), "roll", {"version": version}),
            (rng.choice(others), "score", {"version": version, **box}),
            (self.watcher, "undo", {"version": version}),
            (self.watcher, "join", {"name": "Mallory"}),
            (self.watcher, "rematch", {}),
            (self.watcher, "seal", {"version": version}),
            (self.people[0], "seal", {"version": version}),
            (self.people[0], "start", {"version": version}),
        ]
        if turn:
            tries += [(turn, what, data) for what, data in self.own_mistakes(box)]
        self.refused(*rng.choice(tries))

    def own_mistakes(self, box: Fields) -> list[tuple[str, Fields]]:
        """Return commands that are forbidden even for the player on turn."""
        game, rng = self.game, self.rng
        version = self.page.version
        at = {"version": version}
        found: list[tuple[str, Fields]] = [
            ("roll", {"version": version - 1}),
            ("roll", {}),
            ("roll", {"version": "x"}),
            ("roll", at | {"hold": ["0", "5"]}),
            ("roll", at | {"hold": [0, 1, 2, 3, 4]}),
            ("score", {**box, "version": version - 1}),
            ("score", at | {"box": "Ones", "column": 1}),
            ("score", at | {"box": "", "column": ""}),
            ("score", at | {"box": "ones", "column": len(oracle.columns(self.rules)) + 1}),
        ]
        barred = [key for key in self.all_boxes() if key not in self.page.offers]
        if barred:
            name, column = rng.choice(barred)
            found.append(("score", at | {"box": name, "column": column}))
        if game["roll"] == 0:
            found.append(("roll", at | {"hold": 2}))
        if game["roll"] == 3:
            found.append(("roll", at | {"hold": 2}))
        if not game["before"]:
            found.append(("undo", at))
        if not any(self.bot_seats):
            found.append(("bot", at))
        return found

    def all_boxes(self) -> list[tuple[str, int]]:
        return [(row, column) for row in oracle.rows(self.rules) for column in oracle.columns(self.rules)]

    # --- The end --------------------------------------------------------------------------------

    def ends(self) -> bool:
        """Seal the game that is over and return True, or take the last entry back."""
        assert self.page.table
        owner = self.browsers[self.game["before"]["seat"]]
        if owner is None:
            assert "sealed" in self.page.table, "nobody can take back what a computer has entered"
            return True
        assert "sealed" not in self.page.table and self.record()["seed"] is None
        if self.rng.random() < 0.5:
            self.undo(owner)
            self.check(self.page)
            return False
        version = {"version": self.page.version}
        self.refused(self.watcher, "seal", version)
        for wrong in (who for who in [*self.people, self.watcher] if who is not owner):
            self.refused(wrong, "undo", version)
        self.page = self.done(self.tell(self.rng.choice(self.people), "seal", version))
        assert "sealed" in (self.page.table or {})
        return True

    def check_end(self) -> None:
        """Check the record, the hash of the seed and every die, and that all commands are refused."""
        for browser in {id(who): who for who in [*self.people, self.watcher]}.values():
            self.check(self.look(browser))
        record = self.record()
        assert record["record"] == 1 and record["status"] == "finished" and record["code"] == self.page.code
        assert record["moves"] == self.moves
        assert record["version"] == self.page.version
        oracle.check_record(record)
        assert record["commitment"] == self.commitment
        seed = bytes.fromhex(record["seed"])
        assert hashlib.sha256(seed).hexdigest() == self.commitment
        for (seat, turn, roll, slot), shown in self.drawn.items():
            assert face(seed, seat, turn, roll, slot) == shown
        assert not any(record["seed"] in text for text in self.seen), "the seed was shown before the end"
        for what in ("roll", "score", "undo"):
            self.refused(self.people[0], what, {"version": self.page.version, "box": "ones", "column": 1})

    def run(self) -> Counter[str]:
        """Play the game; raises AssertionError with the difference."""
        self.sit_down()
        while True:
            while self.game["status"] == "playing":
                self.step()
            if self.ends():
                break
        self.check_end()
        self.counts["games"] += 1
        return self.counts


def _box(points: int | None, offer: tuple[int, int] | None) -> tuple[str, str]:
    if points is not None:
        return ("filled" if points else "struck"), str(points)
    return ("possible", str(offer[0])) if offer else ("open", "")


def _difference(shown: dict[Any, Any], expected: dict[Any, Any]) -> str:
    keys = [key for key in {**shown, **expected} if shown.get(key) != expected.get(key)]
    return "; ".join(f"{key}: shown {shown.get(key)}, should be {expected.get(key)}" for key in keys[:5])


def random_game(new_browser: Callable[[], Browser], rng: Random, *, largest: int = 6) -> Play:
    """Return a game with random settings, not yet begun."""
    mode = rng.choice(["solo", "local", "online"])
    seats = 1 if mode == "solo" else rng.randint(2 if mode == "online" else 1, largest)
    bots: tuple[str, ...] = ()
    if mode != "online" and seats < 6 and rng.random() < 0.25:
        bots = (rng.choice(["easy", "medium", "hard"]),)
        seats += 1
    return Play(new_browser, rng, rules=rng.choice(RULES), mode=mode, seats=seats, bots=bots)


def main() -> int:
    """Play against a server given by its address."""
    parser = argparse.ArgumentParser(description="Play random games against a server and check everything.")
    parser.add_argument("base")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--largest", type=int, default=6, help="most seats in a game")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    started = time.monotonic()
    for number in range(options.seed, options.seed + options.games):
        play = random_game(lambda: HttpBrowser(options.base), Random(number), largest=options.largest)
        kind = f"{number}: {play.rules} {play.mode} {play.seats} seats {' '.join(play.bots)}"
        try:
            total += play.run()
        except Exception:
            print(f"failed: game {kind} at {getattr(play, 'path', '?')}", file=sys.stderr)
            raise
        print(f"ok {kind}", flush=True)
    seconds = time.monotonic() - started
    print(f"{dict(total)} in {seconds:.0f} s, {total['moves'] / seconds:.0f} moves/s: all as it should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
