"""Back-translation by the model in training: real text becomes the target, what the model makes of it the source.

Token ids in, token ids out: nothing is tokenized again. Beside monolingual text, sides of parallel corpora are used
towards a third language (the English of a Japanese encyclopaedia as target of machine-made Chinese): for the pairs that
have little general text of their own, this is where most of it comes from.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Callable

import numpy as np
import torch
from torch import Tensor

from .decoding import Draw, beam, draw, sample
from .examples import Examples, Sides
from .model import Translator
from .vocabulary import DOMAINS, EOS, HAN, KANA, LANGUAGES, LATIN, PAD, Vocabulary

CHUNK = 48_000
ROWS_PER_BATCH = 6144
LEAST_TOKENS, MOST_TOKENS = 4, 110
LOWEST_SCORE = -2.2
BUCKETS = 4093  # of the bags that attempts are compared by


def tag_weights(recipe: dict) -> np.ndarray:
    """How much text of each tag is wanted, 1 where the recipe does not say."""
    return np.array([recipe.get("tag_weight", {}).get(name, 1.0) for name in DOMAINS], np.float32)


def candidates(
    sides: Sides, corpora: dict[str, int], flows: list[dict], weights: np.ndarray, rng: np.random.Generator, since: int = 0
) -> np.ndarray:
    """Text of all pieces but the first `since`: rows of (begin, length, tag, target language, source language, begin and length of a human translation into the
    source language or 0), shuffled over all flows."""
    parts = []
    for flow in flows:
        numbers = {corpora[name] for name in flow["corpora"] if name in corpora}
        begin, length, tag, other, other_length, other_language, register = sides.of(numbers, flow["target"], since).T
        keep = (length >= LEAST_TOKENS) & (length <= MOST_TOKENS) & (rng.random(len(length)) < flow["share"] * weights[tag])
        codes = [np.full(len(begin), LANGUAGES.index(flow[key])) for key in ("target", "source")]
        known = np.where(other_language == codes[1], np.minimum(other_length, MOST_TOKENS), 0)
        spoken = register if flow["target"] == "ja" else np.zeros_like(register)
        table = np.stack([begin, length, tag, *codes, other, known, spoken], 1)
        _, first = np.unique(begin, return_index=True)
        parts.append(table[first][keep[first]])
    table = np.concatenate(parts)
    return table[rng.permutation(len(table))]


def believable(out: Tensor, lengths: Tensor, score: Tensor, real: Tensor, real_lengths: Tensor, language: Tensor, scripts: Tensor) -> dict[str, Tensor]:
    """Masks of the faults that make a machine-made source useless."""
    size = lengths.clamp_min(1)
    script = torch.where(out == PAD, 0, scripts[out])
    share = {kind: (script == kind).sum(1) / size for kind in (LATIN, HAN, KANA)}
    english, japanese = language == LANGUAGES.index("en"), language == LANGUAGES.index("ja")
    wrong = torch.where(english, share[HAN] + share[KANA] > 0.05, (share[HAN] + share[KANA] < 0.25))
    wrong |= ~english & ~japanese & (share[KANA] > 0.03)
    wrong |= japanese & (share[KANA] == 0) & (lengths > 8)
    ordered = torch.where(out == PAD, torch.arange(out.shape[1], device=out.device) - 200, out).sort(1).values
    distinct = ((ordered[:, 1:] != ordered[:, :-1]) & (ordered[:, 1:] > 0)).sum(1) + (ordered[:, 0] > 0)
    ratio = lengths / real_lengths.clamp_min(1)
    width = min(out.shape[1], real.shape[1])
    same = ((out[:, :width] == real[:, :width]) & (out[:, :width] != PAD)).sum(1) / size
    return {
        "empty": lengths < 2,
        "wrong language": wrong,
        "loop": (lengths > 10) & (distinct < 0.45 * lengths),
        "length": (real_lengths > 6) & ((ratio < 0.45) | (ratio > 2.2)),
        "copy": same > 0.6,
        "score": score < LOWEST_SCORE,
    }


def bags(ids: Tensor) -> Tensor:
    """Counts of the tokens and neighbouring pairs of every row, in a fixed number of buckets."""
    pairs = ids[:, :-1] * 40_503 + ids[:, 1:]
    grams = torch.cat([ids, pairs * 7 + 1], 1) % BUCKETS
    there = torch.cat([ids != PAD, ids[:, 1:] != PAD], 1)
    return torch.zeros(len(ids), BUCKETS, device=ids.device).scatter_add_(1, grams, there.float())


def likeness(one: Tensor, two: Tensor) -> Tensor:
    """Shared tokens and pairs of two bags, 0 to 1."""
    return 2 * torch.minimum(one, two).sum(1) / (one.sum(1) + two.sum(1)).clamp_min(1)


def choose(outs: Tensor, human: Tensor, known: Tensor, human_weight: float) -> Tensor:
    """Which of the attempts [attempts, rows, tokens] to take of each row; the earlier one where two are as good."""
    of = [bags(out) for out in outs]
    worth = torch.zeros(outs.shape[:2], device=outs.device)
    for a in range(len(of)):
        for b in range(a):
            alike = likeness(of[a], of[b])
            worth[a] += alike
            worth[b] += alike
    worth /= max(1, len(of) - 1)
    wanted = bags(human)
    close = torch.stack([likeness(bag, wanted) for bag in of])
    share = torch.where(known, human_weight, 0.0)
    return ((1 - share) * worth + share * close).argmax(0)


class BackTranslator:
    real = "target"  # the side that people wrote

    def __init__(self, examples: Examples, sides: Sides, corpora: dict[str, int], vocabulary: Vocabulary, recipe: dict, pick: Draw = draw):
        self.examples, self.sides, self.corpora, self.recipe, self.pick = examples, sides, corpora, recipe, pick
        device = examples.device
        self.scripts = torch.from_numpy(vocabulary.scripts().astype(np.int64)).to(device)
        self.banned = torch.tensor(sorted({PAD, 1, 2, *range(4, 32), *range(32000, 32016)}), device=device)
        self.tags = torch.tensor(vocabulary.language, device=device)
        self.domains = torch.tensor(vocabulary.domain, device=device)
        # A weight below 1 leaves text out, one above 1 brings it more often.
        self.visits = recipe["sampling"] * torch.from_numpy(tag_weights(recipe)).to(device).clamp_min(1)
        into = [recipe.get("into", {}).get(code, 1.0) for code in LANGUAGES]
        self.into = torch.tensor(into, device=device)

    def text(self, begin: Tensor, length: Tensor, longest: int) -> Tensor:
        at = torch.arange(longest, device=begin.device)[None]
        top = len(self.examples.tokens) - 1
        return torch.where(at < length[:, None], self.examples.tokens[(begin[:, None] + at).clamp(max=top)].long(), PAD)

    def sources(self, chunk: Tensor, longest: int) -> tuple[Tensor, Tensor]:
        """The real text as model input, asking for the language of the source to be made; and the bare text."""
        begin, length, tag, language = chunk[:, 0], chunk[:, 1], chunk[:, 2], chunk[:, 4]
        at = torch.arange(longest, device=chunk.device)[None]
        text = self.text(begin, length, longest)
        ids = torch.where(at == length[:, None], EOS, text)
        ids = torch.cat([ids, torch.where(length[:, None] == longest, EOS, PAD)], 1)
        front = torch.stack([self.tags[language], self.domains[tag]], 1)
        return torch.cat([front, ids], 1), text

    def run(
        self, model: Translator, dtype: torch.dtype, seconds: float, tag_share: float, seed: int, goes: Callable[[], None],
        since: int = 0, part: tuple[int, int] = (0, 1),
    ) -> Counter:
        """Generates until the text or the time is used up, and adds what is believable to the examples. `goes` hears of every batch;
        the text of the first `since` pieces is left out; of n processes with the same pieces and seed, `part` (k, n) has the k-th part."""
        started, rng = time.time(), np.random.default_rng(seed)
        table = candidates(self.sides, self.corpora, self.recipe["flow"], tag_weights(self.recipe), rng, since)[part[0] :: part[1]]
        counts: Counter = Counter(candidates=len(table))
        for start in range(0, len(table), CHUNK):
            if time.time() - started > seconds:
                break
            chunk = table[start : start + CHUNK]
            chunk = chunk[np.argsort(chunk[:, 1], kind="stable")]
            kept, at = [], 0
            while at < len(chunk) and time.time() - started < seconds:
                # Lengths rise: the rows that fit are bounded by the longest one of the batch.
                rows = min(ROWS_PER_BATCH, self.recipe["tokens_per_batch"] // int(chunk[min(at + ROWS_PER_BATCH, len(chunk)) - 1, 1] + 3))
                kept.append(self._batch(model, chunk[at : at + rows], dtype, tag_share, counts))
                at += rows
                goes()
            self._add(kept)
        counts["seconds"] = int(time.time() - started)
        return counts

    def _batch(self, model: Translator, rows: np.ndarray, dtype: torch.dtype, tag_share: float, counts: Counter) -> tuple:
        chunk = torch.from_numpy(rows).to(self.examples.device)
        # The widths are multiples of 8 because masked attention kernels want aligned rows.
        longest = -(-(int(rows[:, 1].max()) + 3) // 8) * 8 - 3
        ids, text = self.sources(chunk, longest)
        out, score = self._make(model, ids, chunk, dtype, counts)
        lengths = (out != PAD).sum(1)
        faults = believable(out, lengths, score, text, chunk[:, 1], chunk[:, 4], self.scripts)
        good = torch.ones(len(rows), dtype=torch.bool, device=out.device)
        for name, mask in faults.items():
            counts[name] += int((good & mask).sum())
            good &= ~mask
        counts["kept"] += int(good.sum())
        marked = (torch.rand(len(rows), device=out.device) < tag_share).long()
        return out[good], lengths[good], chunk[good], marked[good]

    def _draw(self, model: Translator, ids: Tensor, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        return sample(model, ids, self.banned, dtype, self.recipe["temperature"], self.recipe["least_share"], self.pick)

    def _make(self, model: Translator, ids: Tensor, chunk: Tensor, dtype: torch.dtype, counts: Counter) -> tuple[Tensor, Tensor]:
        return self._draw(model, ids, dtype)

    def _add(self, kept: list[tuple]) -> None:
        for out, lengths, chunk, marked in kept:
            begin = self.examples.add_tokens(out[out != PAD])
            self.examples.add(
                self.visits[chunk[:, 2]] * self.into[chunk[:, 3]],
                source_at=begin + lengths.cumsum(0) - lengths,
                source_length=lengths,
                target_at=chunk[:, 0],
                target_length=chunk[:, 1],
                language=chunk[:, 3],
                tag=chunk[:, 2],
                machine=marked,
                made=torch.ones_like(lengths),
                register=chunk[:, 7],
            )


class Distiller(BackTranslator):
    """The other way round, by a teacher: real text is the source, what the teacher makes of it the target.

    The teacher may be the model itself: of several attempts at a sentence, the one that agrees best with the others and with
    the human translation, where there is one, is better than what it would write at once, and easier to learn than what a
    human wrote. With a `beam` in the recipe it is what a search of that width finds, which needs no translation.
    """

    real = "source"

    def _first(self, logits: Tensor, noise: Tensor, _temperature: float, _least_share: float) -> tuple[Tensor, Tensor]:
        """The best token, by the numbers of the other attempts: without noise they change nothing, and others would be compiled anew."""
        return self.pick(logits, noise, self.recipe["temperature"], self.recipe["least_share"])

    def _make(self, model: Translator, ids: Tensor, chunk: Tensor, dtype: torch.dtype, counts: Counter) -> tuple[Tensor, Tensor]:
        if self.recipe["beam"] > 1:
            return beam(model, ids, self.banned, dtype, self.recipe["beam"])
        attempts = [sample(model, ids, self.banned, dtype, 0.0, 1.0, self._first)]
        attempts += [self._draw(model, ids, dtype) for _ in range(self.recipe["attempts"] - 1)]
        outs, scores = (torch.stack(side) for side in zip(*attempts))
        known = chunk[:, 6]
        human = self.text(chunk[:, 5], known, int(known.max().clamp_min(1)))
        best = choose(outs, human, known > 0, self.recipe["human_weight"])
        counts["not the first attempt"] += int((best > 0).sum())
        counts["with a human translation"] += int((known > 0).sum())
        rows = torch.arange(len(ids), device=ids.device)
        return outs[best, rows], scores[best, rows]

    def _add(self, kept: list[tuple]) -> None:
        for out, lengths, chunk, _ in kept:
            begin = self.examples.add_tokens(out[out != PAD])
            self.examples.add(
                self.visits[chunk[:, 2]],
                source_at=chunk[:, 0],
                source_length=chunk[:, 1],
                target_at=begin + lengths.cumsum(0) - lengths,
                target_length=lengths,
                language=chunk[:, 4],
                tag=chunk[:, 2],
                machine=torch.zeros_like(lengths),
                made=torch.zeros_like(lengths),
                register=torch.zeros_like(lengths),
            )
