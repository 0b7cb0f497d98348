"""Rule sets as arguments of a command: which ones are named, and which still need its work."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable

from django.core.management.base import CommandError

from games.rules import RuleSet, UnknownRuleSet, all_rules, get


def add_arguments(parser: ArgumentParser) -> None:
    """Add arguments for names of rule sets, and --anew."""
    parser.add_argument("rules_id", nargs="*", help="names of rule sets; without any, all of them")
    parser.add_argument("--anew", action="store_true", help="make again what is there already, too")


def named(rules_ids: Iterable[str]) -> tuple[RuleSet, ...]:
    """Return the rule sets with these names; all if no name is given. Raises CommandError."""
    try:
        return tuple(map(get, rules_ids)) or all_rules()
    except UnknownRuleSet as error:
        known = ", ".join(rules.rules_id for rules in all_rules())
        raise CommandError(f"There is no rule set {error}. There are {known}.") from error


def to_do(rules_ids: Iterable[str], *, anew: bool, is_there: Callable[[RuleSet], bool]) -> list[RuleSet]:
    """Return the named rule sets; those already done only with --anew."""
    return [rules for rules in named(rules_ids) if anew or not is_there(rules)]
