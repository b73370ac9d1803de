"""Keeps development and test lines out of training, and drops repeated pairs."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

_NOT_WORD = re.compile(r"[\W_]+")
# A short line ("Yes", "Options") is shared by unrelated texts; it only counts as a leak when both sides are the same.
SHORT_CHARS = 12


def fingerprint(text: str) -> str:
    return _NOT_WORD.sub("", unicodedata.normalize("NFKC", text).lower())


class HeldOut:
    """Fingerprints of every line of the folders given: plain text, or columns separated by tabs."""

    def __init__(self, folders: list[Path]):
        self.lines: set[str] = set()
        for folder in folders:
            for file in sorted(folder.rglob("*")):
                if file.is_file() and file.name != "README.md":
                    for line in file.read_text(encoding="utf-8").splitlines():
                        self.lines.update(fingerprint(column) for column in line.split("\t"))
        self.lines.discard("")

    def holds(self, first: str, second: str) -> bool:
        """Whether a pair of fingerprints is, or holds one side of, a held-out line."""
        hits = [print_ in self.lines for print_ in (first, second)]
        if all(hits):
            return True
        return any(hit and len(print_) > SHORT_CHARS for hit, print_ in zip(hits, (first, second)))
