"""The source as people type it: lower case, no final mark, other marks. The target stays as it is, and well formed."""

from __future__ import annotations

import random
import re

_FINAL = re.compile(r"[.。!?！？]+$")
_SPACES_AT_CJK = re.compile(r"(?<=[\u3041-\u9fff]) (?=[A-Za-z0-9])|(?<=[A-Za-z0-9]) (?=[\u3041-\u9fff])")


def roughen(source: str, language: str, rng: random.Random) -> str | None:
    """A changed source, or None where the line has nothing to change."""
    text = source
    if language == "en":
        if rng.random() < 0.6:
            text = text.lower()
        elif rng.random() < 0.15:
            text = text.upper()
        if rng.random() < 0.3:
            text = text.replace("'", "’")
    else:
        if rng.random() < 0.5:
            text = _SPACES_AT_CJK.sub("", text)
        if rng.random() < 0.3:
            text = text.replace("、", "，" if rng.random() < 0.5 else " ").replace("。", "．")
    if rng.random() < 0.5:
        text = _FINAL.sub("", text)
    return text if text and text != source else None
