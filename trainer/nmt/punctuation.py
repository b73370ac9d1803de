"""Full-width marks in Chinese and Japanese output.

The tokenizer's NFKC step makes them half width, in training text and in requests alike, so the model cannot write them.
Next to a Chinese or Japanese character they are put back; inside numbers, code and Latin words they stay.
"""

from __future__ import annotations

import re

_WIDE = dict(zip(",?!:;()", "，？！：；（）"))
_CJK = r"\u3041-\u30fe\u3400-\u9fff々」』”》"
_BEHIND = re.compile(rf"(?<=[{_CJK}]) ?([,?!:;(]) ?|(?<=[）]) ?([,?!:;]) ?")
_BEFORE = re.compile(rf" ?([()]) ?(?=[{_CJK}])")
_CLOSING = re.compile(rf"(?<=[{_CJK}])\)")
_OPEN_PAIR = re.compile(r"（([^（）()]*)\)")
_CLOSE_PAIR = re.compile(r"\(([^（）()]*)）")


def widen(text: str, language: str) -> str:
    if language == "en":
        return text
    marks = {k: v for k, v in _WIDE.items() if language != "ja" or k not in ",;"}
    text = _BEHIND.sub(lambda m: marks.get(m[1] or m[2], m[0]), text)
    text = _BEFORE.sub(lambda m: _WIDE[m[1]], text)
    text = _CLOSING.sub("）", text)
    # A pair is written the same way on both ends; a mark behind a bracket that just became wide follows it.
    text = _CLOSE_PAIR.sub(r"（\1）", _OPEN_PAIR.sub(r"（\1）", text))
    return _BEHIND.sub(lambda m: marks.get(m[1] or m[2], m[0]), text)
