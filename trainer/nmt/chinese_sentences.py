"""Sentences of Chinese prose whose markup was stripped: where one ends, which have no hole, and in which script they are."""

from __future__ import annotations

import re
from typing import Iterator

from .chinese import convert

_SENTENCE = re.compile(r"[^。！？]+[。！？]+[”」』）]*")
# What a stripped template leaves: brackets with nothing in them, marks that follow one another, units without a number.
_HOLE = re.compile(
    r"[（(][\s，、；：。)）]|[，、；：][\s，、；：。)）]|[\[\]|{}<>&*#]|《》|「」|『』|“”|\s\s|[（(]\w{0,2}[，、；]"
    r"|(?:面[积積]|人口|全[长長]|海拔|[约約为為达達有共长長高]|大[约約])(?:平方)?(?:公里|千米|米|公尺|英里|公[顷頃]|人[，。])|第[届屆次位任]|[於于在]年|年月"
)
_BEGIN, _HAN, _KANA = re.compile(r"[\u4e00-\u9fff“「《0-9A-Z]"), re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\u3041-\u30fa]")
_BRACKETS = ("（）", "()", "《》", "「」", "『』", "“”")
LEAST_CHARS, MOST_CHARS = 14, 110
LEAST_HAN = 0.72


def sentences(paragraph: str) -> Iterator[str]:
    for found in _SENTENCE.finditer(paragraph):
        yield found[0].strip()


def whole(sentence: str) -> bool:
    """Begins and ends like a sentence, is mostly Chinese characters, and nothing was taken out of it."""
    if not LEAST_CHARS <= len(sentence) <= MOST_CHARS or not _BEGIN.match(sentence) or _HOLE.search(sentence) or _KANA.search(sentence):
        return False
    if any(sentence.count(one) != sentence.count(two) for one, two in _BRACKETS):
        return False
    return len(_HAN.findall(sentence)) > LEAST_HAN * len(sentence)


class Scripts:
    """Tells simplified from traditional by the characters that only one of the two has."""

    def __init__(self) -> None:
        every = [chr(code) for code in range(0x4E00, 0xA000)]
        self.simpler = {ord(char): other for char, other in zip(every, convert(every, "t2s")) if char != other}
        fuller = {char for char, other in zip(every, convert(every, "s2t")) if char != other}
        self._traditional = re.compile(f"[{''.join(map(chr, self.simpler))}]")
        self._simplified = re.compile(f"[{''.join(char for char in fuller if ord(char) not in self.simpler)}]")

    def of(self, sentence: str) -> str | None:
        """`zh`, `zt`, or None where both are mixed, or neither shows."""
        simplified, traditional = self._simplified.search(sentence), self._traditional.search(sentence)
        if (simplified is None) == (traditional is None):
            return None
        return "zh" if simplified else "zt"
