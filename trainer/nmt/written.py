"""Text written for this project, in English, Japanese and Chinese at once: `written/*.tsv` (see the README there).

A line in 25 and a document in 25 are never trained on. Which ones, their content says: the SHA-256 of the document's
id, or of the English of a line that belongs to none. `bench/written/held-out.ts` has the same rule.
"""

from __future__ import annotations

import hashlib
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from .chinese import convert
from .corpus import Pair

ONE_IN = 25
# Tags by domain; a domain that is not named is general text.
TAGS = {
    **dict.fromkeys("news politics sport sports weather world economy disaster press".split(), "news"),
    **dict.fromkeys("contract rules law terms court rights immigration patent".split(), "law"),
    **dict.fromkeys("email letter office meeting minutes invoice order sales accounting finance hr report business notice".split(), "biz"),
    **dict.fromkeys("talk phone friends family chat smalltalk home food shop restaurant neighbours feelings complaint".split(), "talk"),
    **dict.fromkeys("history geography biology chemistry physics biography art geology space animals encyclopaedia".split(), "wiki"),
}


class Line(NamedTuple):
    domain: str
    document: str
    en: str
    ja: str
    zh: str


def held_out(line: Line) -> bool:
    name = line.en if line.document == "-" else line.document
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % ONE_IN == 0


def lines(path: Path) -> list[Line]:
    return [Line(*text.split("\t")) for text in path.read_text(encoding="utf-8").splitlines()]


def read(folder: Path) -> tuple[list[Line], list[Line]]:
    """What is trained on, and what is held out of it."""
    kept, out = [], []
    for path in sorted(folder.glob("*.tsv")):
        for line in lines(path):
            (out if held_out(line) else kept).append(line)
    return kept, out


def pairs(folder: Path) -> list[Pair]:
    """Every pair of languages of every line, documents in order; Taiwan's script by OpenCC."""
    kept, _ = read(folder)
    columns = {"en": [line.en for line in kept], "ja": [line.ja for line in kept], "zh": [line.zh for line in kept]}
    columns["zt"] = convert(columns["zh"], "s2twp")
    return [
        Pair("written", TAGS.get(line.domain, "gen"), languages, one, two, document="" if line.document == "-" else line.document)
        for languages in combinations(columns, 2)
        if languages != ("zh", "zt")
        for line, one, two in zip(kept, *(columns[code] for code in languages))
    ]
