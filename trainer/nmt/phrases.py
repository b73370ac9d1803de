"""Greetings and set phrases of everyday and business life, in all languages at once: too rare in the corpora to be learnt there."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from .chinese import convert
from .corpus import Pair


def pairs(path: Path) -> list[Pair]:
    """Lines of English, Japanese and simplified Chinese, separated by tabs; every pair of languages is one to learn."""
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    columns = dict(zip(("en", "ja", "zh"), map(list, zip(*lines))))
    columns["zt"] = convert(columns["zh"], "s2twp")
    return [
        Pair("phrases", "talk", languages, one, two)
        for languages in combinations(columns, 2)
        for one, two in zip(*(columns[code] for code in languages))
    ]
