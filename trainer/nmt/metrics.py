"""chrF (character 6-grams, beta 2, white space dropped) and BLEU, as sacreBLEU computes them for a corpus."""

from __future__ import annotations

import math
import re
from collections import Counter

ORDER, BETA = 6, 2.0


def _grams(items, n: int) -> Counter:
    return Counter(items[i : i + n] for i in range(len(items) - n + 1))


def chrf(outputs: list[str], references: list[str]) -> float:
    hit, made, wanted = [0] * ORDER, [0] * ORDER, [0] * ORDER
    for output, reference in zip(outputs, references):
        output, reference = "".join(output.split()), "".join(reference.split())
        for n in range(1, ORDER + 1):
            a, b = _grams(output, n), _grams(reference, n)
            hit[n - 1] += sum((a & b).values())
            made[n - 1] += sum(a.values())
            wanted[n - 1] += sum(b.values())
    scores = []
    for h, m, w in zip(hit, made, wanted):
        precision, recall = h / m if m else 0.0, h / w if w else 0.0
        bottom = BETA**2 * precision + recall
        scores.append((1 + BETA**2) * precision * recall / bottom if bottom else 0.0)
    return 100 * sum(scores) / ORDER


def words_13a(text: str) -> tuple[str, ...]:
    text = f" {text} "
    text = re.sub(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])", r" \1 ", text)
    text = re.sub(r"([^0-9])([\.,])", r"\1 \2 ", text)
    text = re.sub(r"([\.,])([^0-9])", r" \1 \2", text)
    text = re.sub(r"([0-9])(-)", r"\1 \2 ", text)
    return tuple(text.split())


def characters(text: str) -> tuple[str, ...]:
    """Chinese by character, everything else as 13a does it. For Japanese only a rough stand-in for MeCab's words."""
    return words_13a(re.sub(r"([\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])", r" \1 ", text))


def bleu(outputs: list[str], references: list[str], language: str) -> float:
    split = words_13a if language == "en" else characters
    hit, made, length, wanted = [0] * 4, [0] * 4, 0, 0
    for output, reference in zip(outputs, references):
        a, b = split(output), split(reference)
        length, wanted = length + len(a), wanted + len(b)
        for n in range(1, 5):
            grams = _grams(a, n)
            hit[n - 1] += sum((grams & _grams(b, n)).values())
            made[n - 1] += sum(grams.values())
    if not all(hit):
        return 0.0
    precision = sum(math.log(h / m) for h, m in zip(hit, made)) / 4
    return 100 * math.exp(precision + min(0.0, 1 - wanted / max(1, length)))
