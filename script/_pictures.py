"""Takes the pictures of docs/screenshots anew: `.venv/bin/python script/_pictures.py [NAME…]`.

They are of games on a temporary site, in which the dice are the same every time. Needs a Chromium; CHROMIUM
says where it is. The moving picture is recorded in slow motion, so that it is smooth however slow the
machine is.
"""

import hashlib
import io
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import django
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.rules import DICE
from games.tests.contract_page import HttpBrowser
from games.tests.site import Site, site

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "screenshots"
PHONE = {
    "viewport": {"width": 360, "height": 800},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
LOW_PHONE = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 1}
DESKTOP = {"viewport": {"width": 1280, "height": 860}}
SLOWER = 12  # the recording
FRAME_MS = 50
STEP = 51  # between two greys
PUBLIC = "https://yahtzee.example"
# Of Anna and Ben, in turn, on the pad: box, column, points.
ENTRIES = [
    *(
        ("sixes", 3, 24),
        ("full_house", 2, 25),
        ("small_straight", 3, 30),
        ("fives", 3, 20),
        ("full_house", 3, 25),
    ),
    *(
        ("ones", 1, 2),
        ("fours", 2, 12),
        ("yahtzee", 3, 50),
        ("ones", 1, 3),
        ("chance", 2, 23),
        ("three_of_a_kind", 2, 22),
    ),
    *(("yahtzee", 1, 0), ("large_straight", 1, 40), ("fours", 2, 16)),
]
# Everything that tells the time runs slower from now on.
SLOW = """
(times) => {
  const [began, now] = [performance.now(), performance.now.bind(performance)];
  const [frame, timer] = [requestAnimationFrame, setTimeout];
  performance.now = () => began + (now() - began) / times;
  window.requestAnimationFrame = (then) => frame(() => then(performance.now()));
  window.setTimeout = (then, ms = 0, ...more) => timer(then, ms * times, ...more);
}
"""


class Studio:
    """A site, a browser, and two people: Anna and Ben."""

    def __init__(self, served: Site, browser: Browser) -> None:
        self.served, self.browser = served, browser
        self.anna, self.ben = HttpBrowser(served.base), HttpBrowser(served.base)
        for person in (self.anna, self.ben):
            person.ask("GET", "/")

    @contextmanager
    def page(self, path: str, person: HttpBrowser, **look: Any) -> Iterator[Page]:
        """Open a page as a person sees it."""
        still = {"locale": "de-DE", "reduced_motion": "reduce", "service_workers": "block", **look}
        context = self.browser.new_context(base_url=self.served.base, **still)
        cookies = [
            {"name": name, "value": value, "url": self.served.base} for name, value in person.cookies.items()
        ]
        context.add_cookies(cookies)  # type: ignore[arg-type]
        context.add_init_script("localStorage['yahtzee.options'] ??= JSON.stringify({ asked: true })")
        page = context.new_page()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.reload()  # with the pixel face, which is in the cache now
        page.wait_for_load_state("networkidle")
        yield page
        context.close()

    def game(self, entries: int, *, rules: str = "triple_yahtzee", people: int = 2) -> str:
        """Make a game in which so many boxes are filled, and return its path."""
        mode = "online" if people > 1 else "solo"
        path = self.anna.ask(
            "POST", "/games", {"rules": rules, "mode": mode, "players": people, "name": "Anna"}
        ).target
        if people > 1:
            self.ben.ask("POST", f"{path}join", {"name": "Ben"})
        if entries:
            play_well(path, entries)
        return path


def play_well(path: str, entries: int) -> None:
    """Let the people of a game play as computers do until so many boxes are filled."""
    from games.models import Game
    from games.session import play, positions
    from games.session.seats import SeatedGame

    game = Game.objects.get(code=path.strip("/").split("/")[-1])
    Game.objects.filter(pk=game.pk).update(seed=hashlib.sha256(b"pictures").digest())
    game.refresh_from_db()
    seats = list(game.seats.all())
    for seat in seats:
        seat.bot = "hard"  # is not stored
    while (state := positions.position(game, len(seats))).entries < entries:
        seated = SeatedGame(game, seats, seats[state.seat or 0].player_hash)
        play.bot_step(seated=seated, version=game.version)


def next_five(path: str) -> tuple[int, ...]:
    """Give a game dice that make five of a kind with the second roll, and return those to hold before it."""
    from games.dice_stream import roll_dice
    from games.models import Game
    from games.session.positions import position

    game = Game.objects.get(code=path.strip("/").split("/")[-1])
    state = position(game, 1)
    turn = state.entries
    for number in range(100_000):
        seed = hashlib.sha256(f"five {number}".encode()).digest()
        first = roll_dice(seed, stream="0", turn=turn, roll=1)
        held = tuple(slot for slot in range(DICE) if first[slot] == 5)
        if len(held) != 3:
            continue
        second = roll_dice(seed, stream="0", turn=turn, roll=2, held=held, dice=first)
        if set(second) == {5}:
            Game.objects.filter(pk=game.pk).update(seed=seed)
            return held
    raise RuntimeError("no such dice")


def save(page: Page, name: str) -> None:
    """Store what a page shows, in few shades of grey."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("L").quantize(16)
    shot.save(PICTURES / f"{name}.png", optimize=True)
    print(name, (PICTURES / f"{name}.png").stat().st_size, flush=True)


def take_tables(studio: Studio) -> None:
    """Take a table in the middle of a game, on a phone and on a desktop, by day and by night."""
    path = studio.game(50)
    studio.anna.ask("POST", f"{path}roll", {"version": studio.anna.ask("GET", path).page.version})
    with studio.page(path, studio.ben):
        for device, look in (("phone", PHONE), ("desktop", DESKTOP)):
            for light, scheme in (("light", "light"), ("night", "dark")):
                with studio.page(path, studio.anna, color_scheme=scheme, **look) as page:
                    alike = page.locator(f"label.die:has([data-face='{_most(page)}'])")
                    for die in alike.all():
                        if not die.locator("input").is_checked():
                            die.click()
                    save(page, f"table-{device}-{light}")


def _most(page: Page) -> str:
    faces: list[str] = page.locator("#table input[name=hold]").evaluate_all(
        "l => l.map((e) => e.dataset.face)"
    )
    return max(sorted(set(faces)), key=faces.count)


def take_start(studio: Studio) -> None:
    """Take the start page on which a game can be continued."""
    studio.game(27, people=1)
    with studio.page("/", studio.anna, **PHONE) as page:
        save(page, "home-phone-light")
    with studio.page("/", studio.anna, **DESKTOP) as page:
        save(page, "home-desktop-light")


def take_waiting(studio: Studio) -> None:
    """Take the waiting room."""
    path = studio.game(0, people=3)
    with studio.page(path, studio.anna, **PHONE) as page:
        save(page, "waiting-phone-light")


def take_finished(studio: Studio) -> None:
    """Take a finished game."""
    path = studio.game(77)
    with studio.page(path, studio.ben, **DESKTOP) as page:
        page.locator("button.roll").click()
        page.wait_for_selector("#table[data-roll='1']")
        box = page.locator("#table td[data-state=possible] button").first
        box.click()
        box.click()
        page.wait_for_selector("#table[data-status=finished]")
        page.wait_for_load_state("networkidle")
        save(page, "finished-desktop-light")


def take_pad(studio: Studio) -> None:
    """Take a pad with some entries."""
    with studio.page("/pads/triple_yahtzee/", studio.anna, **PHONE) as page:
        for number, name in enumerate(("Anna", "Ben")):
            page.locator(".players-editor input").nth(number).fill(name)
        page.locator("#pad .btn.default").click()
        cells = page.locator("#pad td[data-box]").evaluate_all("l => l.map((cell) => cell.dataset.player)")
        ids = list(dict.fromkeys(cells))
        for number, (box, column, points) in enumerate(ENTRIES):
            page.locator(
                f'td[data-player="{ids[number % 2]}"][data-box="{box}"][data-column="{column}"] button'
            ).click()
            if page.locator("#dialog[open]").count():  # else only these points are possible
                page.locator(f'#dialog [data-value="{points}"]').click()
            page.wait_for_timeout(800)  # less would be taken for a double click
        page.wait_for_timeout(300)
        save(page, "pad-phone-light")


def take_five(studio: Studio) -> None:
    """Record the roll that makes five of a kind, and its celebration."""
    path = studio.game(20, people=1)
    held = next_five(path)
    with studio.page(path, studio.anna, reduced_motion="no-preference", **LOW_PHONE) as page:
        page.locator("button.roll").click()
        page.wait_for_selector("#table[data-roll='1'] .die")
        page.wait_for_selector(".cube", state="detached")
        page.wait_for_timeout(1500)
        for slot in held:
            page.locator("#table label.die").nth(slot).click()
        frames = list(record(page))
    first, *rest = frames
    file = PICTURES / "five-of-a-kind.webp"
    first[0].save(
        file,
        save_all=True,
        append_images=[image for image, _ms in rest],
        duration=[ms for _image, ms in frames],
        loop=0,
        lossless=True,
        quality=40,
        method=3,
    )
    print(file.name, file.stat().st_size, f"{len(frames)} frames", flush=True)


def record(page: Page) -> Iterator[tuple[Image.Image, int]]:
    """Press Roll, and yield what is seen then, with the time for which it is shown."""

    def look() -> Image.Image:
        shot = Image.open(io.BytesIO(page.screenshot(animations="allow"))).convert("L")
        return shot.point([round(level / STEP) * STEP for level in range(256)]).convert("RGB")

    before = look()
    yield before, 900
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
    page.evaluate(SLOW, SLOWER)
    page.locator("button.roll").click()
    page.mouse.move(0, 0)
    page.wait_for_selector(".cube")
    began, shown = time.monotonic(), 0
    celebrated = moving = False
    while moving or not celebrated:
        moving = page.locator(".prop, canvas").count() > 0
        celebrated = celebrated or page.locator(".bang").count() > 0
        image, at = look(), int((time.monotonic() - began) / SLOWER * 1000)
        ms = max(FRAME_MS, (at - shown) // 10 * 10)
        shown += ms
        yield image, ms
        page.wait_for_timeout(max(0, shown * SLOWER - (time.monotonic() - began) * 1000))
    yield look(), 1800


TAKES = {
    "table": take_tables,
    "home": take_start,
    "waiting": take_waiting,
    "finished": take_finished,
    "pad": take_pad,
    "five": take_five,
}


def main() -> None:
    """Take all pictures, or those named."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, site(Path(folder), PUBLIC_URL=PUBLIC) as served:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="yahtzee_site.settings",
            DATA_DIR=folder,
            SETTINGS_FILE="",
            DJANGO_ALLOW_ASYNC_UNSAFE="1",
        )
        django.setup()
        served.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=flags)
            for name in sys.argv[1:] or TAKES:
                studio = Studio(served, browser)
                with closing(studio.anna), closing(studio.ben):
                    TAKES[name](studio)
            browser.close()


if __name__ == "__main__":
    main()
