"""Sentences of English prose whose markup was stripped: where one ends, and which have no hole."""

from __future__ import annotations

import re
from typing import Iterator

_CUT = re.compile(r"(?<=[.!?])\s+(?=[\"“(]?[A-Z])|(?<=[.!?][\"”)])\s+(?=[\"“(]?[A-Z])")
_SHORTENED = re.compile(
    r"(?:\b(?:Mrs?|Ms|Dr|Prof|St|Jr|Sr|vs|No|Vol|Gen|Col|Capt|Lt|Sgt|Rev|Fr|Hon|Gov|Sen|Rep|Mt|Ft|ca|cf|al|op|pp?|c|e\.g|i\.e|etc|Inc|Ltd|Co|Corp|Bros"
    r"|approx|eds?|trans|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)|\b[A-Z])\.[\"”)]?$"
)
# What a stripped template leaves: brackets with nothing in them, blanks before marks, numbers that are gone.
_HOLE = re.compile(
    r"\(\s*[,;:)]|\s[,;:.]|,\s*,|[\[\]|{}<>]|&[a-z]+;|\(\w{0,2}\s*,|  |\b(?:a|an|the) (?:and|or|of|,|\.)"
    r"|\b(?:by|of|about|is|at|to|for|in|approximately|over|nearly|around|than) (?:and|or|by|of|from|with|in the|at)\b(?= [a-z]| ?[.,;)])"
    r"|\b(?:about|approximately|nearly|almost|around|over|than|just|some) (?:long|high|wide|tall|deep|in|of|from|to|per|and|or|[.,;])\b"
)
_BEGIN, _END = re.compile(r"[\"“(]?[A-Z]"), re.compile(r"[.!?][\"”)]?$")
LEAST_CHARS, MOST_CHARS, LEAST_WORDS = 45, 330, 8
LEAST_LETTERS = 0.86  # and blanks, of all characters


def sentences(paragraph: str) -> Iterator[str]:
    held = ""
    for part in _CUT.split(paragraph):
        held = f"{held} {part}" if held else part
        if not _SHORTENED.search(held):
            yield held
            held = ""
    if held:
        yield held


def whole(sentence: str) -> bool:
    """Begins and ends like a sentence, is mostly words, and nothing was taken out of it."""
    if not LEAST_CHARS <= len(sentence) <= MOST_CHARS or not _BEGIN.match(sentence) or not _END.search(sentence) or _HOLE.search(sentence):
        return False
    if sentence.count('"') % 2 or sentence.count("(") != sentence.count(")") or sentence.count("“") != sentence.count("”"):
        return False
    letters = sum(char.isascii() and (char.isalpha() or char == " ") for char in sentence)
    return letters > LEAST_LETTERS * len(sentence) and len(sentence.split()) >= LEAST_WORDS
