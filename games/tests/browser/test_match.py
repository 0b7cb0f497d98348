"""The match counter: counting, who starts, hands-free control, several matches, accessibility."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.tests.browser.browser_actions import MOVING, PHONE, slow_motion
from games.tests.browser.conftest import Opener
from games.tests.browser.layout_checks import SEEN
from games.tests.browser.pad_actions import printed

pytestmark = pytest.mark.browser

# The random bytes of the dice, in order: a tie of fours (one byte is too large), then 1 against 6.
_DICE = """
window.bytes = [255, 3, 9, 0, 251];
const draw = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (room) => room.length === 1 ? (room[0] = window.bytes.shift(), room) : draw(room);
"""
# What the page hands to earbuds, by action, and whether a sound is running.
_SESSION = """
window.pressed = {};
window.sounds = [];
const keep = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
navigator.mediaSession.setActionHandler = (action, handler) => {
  window.pressed[action] = handler;
  keep(action, handler);
};
const Sound = window.Audio;
window.Audio = function () { const sound = new Sound(); window.sounds.push(sound); return sound; };
"""
_DEVICE = """
window.spoken = [];
const voice = (lang, localService) => ({ lang, localService, name: lang });
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [voice("de-DE", true), voice("en-GB", false), voice("en_US", true)],
  cancel() {}, addEventListener() {}, speak: (line) => window.spoken.push([line.text, line.voice.lang]),
} });
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
window.locks = [];
class Lock extends EventTarget {
  async release() { this.released = true; this.dispatchEvent(new Event("release")); }
}
const request = async () => window.locks[window.locks.push(new Lock()) - 1];
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
_POOR = """
for (const name of ["mediaSession", "wakeLock"]) delete Navigator.prototype[name];
Object.defineProperty(window, "speechSynthesis", { value: undefined });
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""
# Every cube and canvas that was ever put into the page.
_MOTION = """
window.moved = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const change of changes) window.moved.push(...[...change.addedNodes].map((node) => node.className));
}).observe(document.body, { childList: true, subtree: true }));
"""
KEPT = "JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('yahtzee.pad.')).sort())"


def sit_down(page: Page, *names: str, target: int = 3, starter: str = "") -> None:
    """Open the counter and begin a match."""
    page.goto("/pads/match/")
    form = page.locator(".new-match")
    for field, name in zip(form.locator("[name=name]").all(), names, strict=False):
        field.fill(name)
    form.locator("[name=target]").select_option(str(target))
    form.locator("[name=starter]").select_option(starter)
    form.get_by_role("button", name="Start counting").click()
    expect(page.locator(".half")).to_have_count(2)


def half(page: Page, player: int) -> Locator:
    return page.locator(f".half[data-player='{player}']")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def see(page: Page, score: str, event: str = "", starter: int | None = None) -> None:
    """Expect this score on the halves, this sentence between them, and who starts the next game."""
    for player, wins in enumerate(score.split(":")):
        expect(half(page, player).locator(".number")).to_have_text(wins)
    if event:
        expect(page.locator(".event")).to_have_text(event)
    starting = [player for player in (0, 1) if half(page, player).locator(".starts").count()]
    assert starting == ([] if starter is None else [starter])


def test_a_match(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(_DICE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sit_down(page, "Anna", "<b>Ben</b>", target=2)
    see(page, "0:0", "Both roll one die; the highest roll starts.")
    button(page, "Roll: who starts?").click()
    see(page, "0:0", "Both rolled 4. Roll again.")
    button(page, "Roll again").click()
    see(page, "0:0", "<b>Ben</b> starts.", starter=1)
    expect(half(page, 0)).to_be_focused()
    expect(half(page, 1)).to_contain_text("6")
    assert page.evaluate("window.bytes") == []
    expect(page.get_by_role("button", name="Roll")).to_have_count(0)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")  # no other dice to be had

    half(page, 0).click()
    see(page, "1:0", "Anna wins game 1.", starter=0)
    button(page, "Drawn game").click()
    see(page, "1:0", "Game 2 is drawn and counts for nobody.", starter=1)
    half(page, 1).click()
    see(page, "1:1", "<b>Ben</b> wins game 3.", starter=0)
    for _ in range(2):
        button(page, "Undo").click()
    see(page, "1:0", "Anna wins game 1.", starter=0)
    button(page, "Redo").click()
    see(page, "1:0", "Game 2 is drawn and counts for nobody.", starter=1)
    half(page, 0).click()  # another third game than before: what was taken back is gone
    see(page, "2:0", "Anna wins the match 2 : 0.")
    expect(button(page, "Redo")).to_have_attribute("aria-disabled", "true")
    expect(half(page, 0)).to_have_class(re.compile("won"))
    for over in (half(page, 0), half(page, 1), button(page, "Drawn game")):
        over.click(force=True)
    page.keyboard.press("ArrowRight")
    see(page, "2:0", "Anna wins the match 2 : 0.")

    rows = page.locator(".played tbody tr")
    assert [row.split("\n")[0].split("\t")[:2] for row in rows.all_inner_texts()] == [
        ["1", "Anna"], ["2", "drawn"], ["3", "Anna"],
    ]  # fmt: skip
    expect(rows.nth(1)).to_contain_text("Anna started")
    time = rows.nth(2).locator("time")
    written = time.evaluate(
        "t => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(t.dateTime))"
    )
    expect(time).to_have_text(written)
    expect(page).to_have_title("Anna 2 : 0 <b>Ben</b> · Match counter")
    text = printed(page, "A4")
    assert "Annawinsthematch2:0." in text and "<b>Ben</b>" in text and "Annastarted" in text
    assert "Undo" not in text and "Handsfree" not in text
    said = page.evaluate("window.said")
    assert said[:4] == [
        "Both roll one die; the highest roll starts.",
        "Both rolled 4. Roll again.",
        "<b>Ben</b> starts.",
        "Anna wins game 1. Anna 1, <b>Ben</b> 0. Anna starts.",
    ]
    assert said[-1] == "Anna wins the match 2 : 0."

    kept = page.evaluate(KEPT)
    page.reload()
    see(page, "2:0", "Anna wins the match 2 : 0.")
    assert page.evaluate(KEPT) == kept
    tab = page.context.new_page()
    tab.goto("/pads/match/")
    see(tab, "2:0", "Anna wins the match 2 : 0.")
    assert tab.evaluate(KEPT) == kept
    button(tab, "Play again").click()
    see(tab, "0:0", "Anna starts.", starter=0)  # Ben started the third game of the last match
    tab.close()
    pages = {url for url in asked if "/static/" not in url}
    assert {url.split("/", 3)[3] for url in pages} == {"pads/match/"}
    assert asked.count(pages.pop()) == 2  # the visit and the reload


def test_several_matches(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    sit_down(page, "Anna", target=1, starter="1")
    see(page, "0:0", "Player 2 starts.", starter=1)
    button(page, "Names…").click()
    page.get_by_role("textbox", name="Player 2").fill("Ben")
    button(page, "OK").click()
    half(page, 1).click()
    see(page, "0:1", "Ben wins the match 0 : 1.")
    button(page, "New match").click()
    expect(page.get_by_role("textbox", name="Player 2")).to_have_value("Ben")
    page.get_by_label("Match: first to win").select_option("9")
    button(page, "Start counting").click()
    see(page, "0:0")
    expect(half(page, 0).locator(".pips i")).to_have_count(9)
    assert page.evaluate("window.scrollY") == 0
    button(page, "Saved matches").click()
    sheets = page.locator("#dialog .sheets li")
    expect(sheets).to_have_count(2)
    expect(sheets.nth(1)).to_contain_text("Anna 0 : 1 Ben · First to 1 game")
    with page.expect_download() as caught:
        sheets.nth(1).get_by_role("button", name="as a file").click()
    file = caught.value.path()
    sheets.nth(1).get_by_role("button", name="Delete").click()
    page.locator("#question").get_by_role("button", name="Delete").click()
    expect(sheets).to_have_count(1)
    page.locator("#dialog input[type=file]").set_input_files(
        {"name": "a.json", "mimeType": "application/json", "buffer": file.read_bytes()}
    )
    expect(sheets).to_have_count(2)
    broken = file.read_bytes().replace(b'"target": 1', b'"target": 99')
    page.locator("#dialog input[type=file]").set_input_files(
        {"name": "b.json", "mimeType": "application/json", "buffer": broken}
    )
    expect(page.locator("#dialog [role=status]")).to_have_text("This file holds no match.")
    long = file.read_bytes().replace(b'"Ben"', b'"' + b"Ben\\u202e" * 1000 + b'"')
    page.locator("#dialog input[type=file]").set_input_files(
        {"name": "c.json", "mimeType": "application/json", "buffer": long}
    )
    expect(sheets.filter(has_text="Anna 0 : 1 BenBenBenBenBenBenBe · First")).to_have_count(1)
    sheets.filter(has_text="Anna 0 : 1 Ben · First").get_by_role("button", name="Open").click()
    see(page, "0:1", "Ben wins the match 0 : 1.")


def test_a_dialog_begins_afresh(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    sit_down(page, "Anna", "Ben", target=2)
    for opener in ("Names…", "New match"):
        for _ in range(2):
            button(page, opener).click()
            field = page.locator("#dialog [name=name]").first
            expect(field).to_have_value("Anna")
            field.fill("XXXX")
            if opener == "New match":
                target, starter = (page.locator(f"#dialog [name={name}]") for name in ("target", "starter"))
                expect(target).to_have_value("2")
                expect(starter).to_have_value("")
                target.select_option("5")
                starter.select_option("1")
            page.keyboard.press("Escape")


def press(page: Page, *actions: str) -> None:
    """Press keys, and buttons of earbuds through the handlers of the page for them, in one instant."""
    page.evaluate(
        """list => list.forEach((action) => action.startsWith("Media")
          ? document.body.dispatchEvent(new KeyboardEvent("keydown", { key: action, bubbles: true }))
          : window.pressed[action]?.({ action }))""",
        list(actions),
    )


def test_hands_free(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(_SESSION)
    sit_down(page, "Anna", "Ben", target=9)
    for key in ("MediaTrackNext", "MediaTrackPrevious", "MediaPlayPause"):
        page.keyboard.press(key)
    assert page.evaluate("[Object.keys(window.pressed), window.sounds[0].src]") == [[], ""]
    see(page, "0:0")

    button(page, "Turn on earbud control").click()
    expect(button(page, "Turn off earbud control")).to_be_visible()
    page.evaluate("new Promise((done) => sounds[0].addEventListener('timeupdate', done, { once: true }))")
    loop = page.evaluate("[sounds[0].loop, sounds[0].duration > 5, new URL(sounds[0].src).pathname]")
    assert loop[:2] == [True, True] and loop[2].startswith("/static/sound/quiet")
    assert page.evaluate("navigator.mediaSession.playbackState") == "playing"
    assert set(page.evaluate("Object.keys(window.pressed)")) == {
        "previoustrack",
        "nexttrack",
        "play",
        "pause",
    }

    press(page, "previoustrack", "previoustrack")  # some headsets report one press twice
    see(page, "1:0")
    page.wait_for_timeout(250)
    press(page, "previoustrack", "nexttrack")  # a second press, and another button
    see(page, "2:1")
    assert page.evaluate("navigator.mediaSession.metadata.title") == "Anna 2 : 1 Ben"
    press(page, "pause", "play")  # headsets send these in turns
    see(page, "2:0")
    page.wait_for_timeout(250)
    for key in ("MediaTrackNext", "MediaTrackNext", "MediaTrackPrevious", "MediaPlayPause"):
        page.keyboard.press(key)
    see(page, "2:2")
    press(page, "MediaTrackNext", "nexttrack")  # one key that the browser reports both ways
    see(page, "2:3")

    page.evaluate(
        """() => {
          const again = new Promise((done) => sounds[0].addEventListener("play", done, { once: true }));
          sounds[0].pause();  // as a telephone call does
          return again.then(() => null);
        }"""
    )
    button(page, "Turn off earbud control").click()
    page.keyboard.press("MediaTrackNext")
    assert page.evaluate("[pressed.nexttrack, sounds[0].paused, navigator.mediaSession.metadata]") == [
        None, True, None,
    ]  # fmt: skip
    see(page, "2:3")


def test_keys(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/pads/match/")
    page.keyboard.press("ArrowLeft")  # no match yet
    page.locator(".new-match [name=name]").first.focus()
    page.keyboard.type("Annna")
    for key in ("ArrowLeft", "Backspace", "Enter"):
        page.keyboard.press(key)
    see(page, "0:0")
    expect(half(page, 0)).to_contain_text("Anna")
    expect(page.locator("#main")).to_be_focused()
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight", "Backspace", "ArrowLeft"):
        page.keyboard.press(key)
    see(page, "2:1")
    page.keyboard.down("ArrowRight")
    page.keyboard.down("ArrowRight")  # held down
    page.keyboard.up("ArrowRight")
    see(page, "2:2")
    page.keyboard.press("Control+ArrowLeft")
    page.locator(".menubar summary").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    see(page, "2:2")
    page.locator("#main").focus()
    page.keyboard.press("?")
    page.keyboard.press("ArrowLeft")
    see(page, "2:2")
    page.keyboard.press("Escape")
    for press_ in ("Tab", "Enter"):
        page.keyboard.press(press_)
    see(page, "3:2")
    expect(half(page, 0)).to_be_focused()
    page.keyboard.press("Enter")  # the match is over, and the focus stays
    expect(half(page, 0)).to_be_focused()
    for press_ in ("Tab", "Enter"):
        page.keyboard.press(press_)
    see(page, "0:0")


def test_voice_and_screen(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(_DEVICE)
    sit_down(page, "Anna", "Ben", target=2)
    half(page, 0).click()
    assert page.evaluate("window.spoken") == []  # only on request
    button(page, "Say the score").click()
    page.get_by_label("Say the score after every game").check()
    half(page, 1).click()
    half(page, 1).click()
    assert page.evaluate("window.spoken") == [
        ["Anna 1, Ben 0.", "en_US"],
        ["Anna 1, Ben 1.", "en_US"],
        ["Ben wins the match. Anna 1, Ben 2.", "en_US"],
    ]
    released = "window.locks.map((lock) => Boolean(lock.released))"
    assert page.evaluate(released) == [True]  # the match is over
    button(page, "Undo").click()
    assert page.evaluate(released) == [True, False]
    page.evaluate(
        """() => {
          locks[1].release();  // as the browser does when the page is hidden
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert page.evaluate(released) == [True, True]
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate(released) == [True, True, False]
    page.locator(".menubar summary", has_text="Options").click()
    expect(page.get_by_label("Keep the screen on")).to_be_checked()
    page.get_by_label("Keep the screen on").uncheck()
    assert page.evaluate(released) == [True, True, True]


def test_a_browser_that_can_do_little(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(_POOR)
    sit_down(page, "Anna", "Ben")
    half(page, 0).click()
    see(page, "1:0")
    expect(page.get_by_text("Not saved")).to_be_visible()
    expect(page.get_by_text("This browser does not pass on the buttons of earbuds.")).to_be_visible()
    expect(page.get_by_text("No English voice")).to_be_visible()
    for name in ("earbud control", "Say the score"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    page.locator(".menubar summary", has_text="Options").click()
    expect(page.get_by_label("Keep the screen on")).to_be_hidden()


def test_dice_and_confetti(device: Opener) -> None:
    page = device(**PHONE, **MOVING)
    page.add_init_script(_DICE.replace("[255, 3, 9, ", "[") + _MOTION)
    sit_down(page, "Anna", "Ben", target=1)
    with slow_motion(page):
        button(page, "Roll: who starts?").tap()
        expect(page.locator(".event")).to_have_text("The dice are rolling…")
        half(page, 0).tap()  # too early
    expect(page.locator(".event")).to_have_text("Ben starts.")
    see(page, "0:0", starter=1)
    half(page, 0).tap()
    expect(page.locator("canvas.confetti")).to_be_attached()
    assert page.evaluate("window.moved.filter((name) => name === 'cube').length") == 2


def test_for_everybody(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(_DEVICE)
    page.goto("/pads/match/")
    sit_down(page, "W" * 20, "W" * 20, target=2)
    page.get_by_role("button", name="Roll").click()
    half(page, 0).click()
    button(page, "Turn on earbud control").click()
    half(page, 0).click()
    page.set_viewport_size({"width": 320, "height": 256})  # 1280 × 1024 at 400 %
    for what in (half(page, 0), button(page, "Undo"), half(page, 1), button(page, "Play again")):
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 44
        assert what.evaluate(SEEN)
    page.emulate_media(forced_colors="active")
    won, lost = (
        half(page, player).evaluate("e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color]")
        for player in (0, 1)
    )
    assert won != lost


def test_trying_it_before_anything_is_set_up(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.goto("/pads/match/")
    trial = page.locator(".trial")
    for wins in (1, 2, 3):
        half(page, 0).click(delay=20)
        expect(half(page, 0).locator(".number")).to_have_text(str(wins))
    expect(trial.locator(".event")).to_have_text("Player 1 wins the match 3 : 0.")
    half(page, 1).click(force=True)
    expect(half(page, 1).locator(".number")).to_have_text("0")
    trial.get_by_role("button", name="Undo").click()
    expect(half(page, 0).locator(".number")).to_have_text("2")
    assert page.evaluate(KEPT) == "[]", "nothing of it is stored"
    page.reload()
    expect(half(page, 0).locator(".number")).to_have_text("0")


def test_the_game_that_is_played(device: Opener) -> None:
    page = device()
    page.goto("/pads/match/")
    page.locator(".new-match [name=game]").select_option("yahtzee")
    page.get_by_role("button", name="Start counting").click()
    expect(page.locator(".board .titlebar")).to_have_text("Yahtzee · First to 3 games")
    for _ in range(3):
        half(page, 0).click(delay=20)
        page.wait_for_timeout(50)
    button(page, "Play again").click()
    expect(page.locator(".board .titlebar")).to_have_text("Yahtzee · First to 3 games")
    button(page, "Saved matches").click()
    expect(page.locator(".sheets p").first).to_contain_text("Yahtzee")


def test_on_a_watch(device: Opener) -> None:
    page = device(viewport={"width": 200, "height": 200}, has_touch=True, is_mobile=True)
    page.goto("/pads/match/")
    for board in (".trial", ".board"):
        if board == ".board":
            page.get_by_role("button", name="Start counting").click()
            page.evaluate("window.scrollTo(0, 0)")
        for player in (0, 1):
            box = page.locator(board).locator(f".half[data-player='{player}']").bounding_box()
            assert box and box["width"] >= 98 and box["height"] >= 100 and box["y"] >= 0
            assert box["x"] + box["width"] <= 200 and box["y"] + box["height"] <= 200
        undo_box = page.locator(board).get_by_role("button", name="Undo").bounding_box()
        assert undo_box and undo_box["height"] >= 44 and undo_box["y"] + undo_box["height"] <= 200
        page.wait_for_timeout(400)  # no echo of the tap before
        half(page, 1).tap()
        expect(half(page, 1).locator(".number")).to_have_text("1")
        assert page.evaluate("document.documentElement.scrollWidth") <= 200
