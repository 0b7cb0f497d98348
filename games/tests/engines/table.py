"""Steps on the page of a game that several tests share."""

from games.tests.engines.phone import Phone

FACES = "#table input[name=hold]"
START = "#new .btn.default"


def keep(phone: Phone, **options: object) -> None:
    """Open the start page where somebody has chosen these options earlier."""
    phone.go("/")
    phone.run("localStorage['yahtzee.options'] = JSON.stringify(arguments[0])", options)
    phone.reload()


def at(phone: Phone, **wanted: object) -> None:
    """Wait until the table has these data attributes."""
    phone.sees("#table" + "".join(f'[data-{name}="{value}"]' for name, value in wanted.items()))


def step(phone: Phone, number: int) -> None:
    """Go to a step of the form for another game."""
    phone.tap(f"#new .steps label:nth-of-type({number})")


def start_alone(phone: Phone) -> None:
    phone.go("/")
    phone.tap(".solo button")
    at(phone, status="playing")


def roll(phone: Phone, number: int) -> list[str]:
    """Roll for the first, second or third time; returns the faces."""
    phone.tap("button.roll:enabled")
    at(phone, roll=number)
    return faces(phone)


def faces(phone: Phone) -> list[str]:
    return phone.all(FACES, "e.dataset.face")


def enter(phone: Phone, box: str, entries: int) -> None:
    """Enter in a box of the first column in two steps: mark it, and choose it again."""
    cell = f'#table td[data-box="{box}"][data-column="1"]'
    phone.tap(f"{cell} button")
    phone.sees(f"{cell}.marked")
    phone.tap(f"{cell} button")
    at(phone, entries=entries)
