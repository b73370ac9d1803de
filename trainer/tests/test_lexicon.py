"""The lexicon: every target token finds the source token that it comes with, and the file holds what was found."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

import lexicon
from nmt import cache

# Ten words a sentence; the source word n is always translated with the target word n + 20,000. Frequent target tokens, which
# need no reason, stand in every sentence.
WORDS, SENTENCES, ALIKE = 60, 400, 20_000


def write_piece(folder: Path) -> None:
    chance, rows, tokens = np.random.default_rng(1), [], []
    frequent = np.arange(1000, 1000 + lexicon.FREQUENT)
    for _ in range(SENTENCES):
        words = chance.choice(WORDS, 10, replace=False) + 100
        target = np.concatenate([words + ALIKE, chance.choice(frequent, 5)])
        rows.append([0, 0, 1, 0, cache.FORWARD | cache.BACKWARD, len(words), len(target)])
        tokens += [words, target]
    rows += [[0, 0, 1, 0, cache.FORWARD | cache.BACKWARD, 1, 100]] * (lexicon.FREQUENT // 50)
    for n in range(lexicon.FREQUENT // 50):
        tokens += [np.array([99]), np.repeat(frequent[n * 50 : n * 50 + 50], 2)]
    piece = cache.Piece()
    piece.add(np.array(rows, np.uint8), np.concatenate(tokens).astype(np.uint16))
    piece.write(folder / "piece0.npz.xz")


class Learning(unittest.TestCase):
    def test_finds_what_belongs_together(self):
        with tempfile.TemporaryDirectory() as folder:
            write_piece(Path(folder))
            text = lexicon.read(Path(folder), 1, SENTENCES)
            self.assertEqual(text.languages, [0])
            self.assertEqual(lexicon.read(Path(folder), 1, SENTENCES * 2).languages, [])
            # Only what is rare needs a reason: here the frequent ones are made so.
            text.counts[1000 : 1000 + lexicon.FREQUENT] += SENTENCES * 10
            found = lexicon.learn(text)
        sure = found.count / (found.sources[found.source] + 1.0) > 0.5
        pairs = {(int(a), int(b)) for a, b in zip(found.source[sure], found.target[sure], strict=True)}
        self.assertEqual(pairs, {(n + 100, n + 100 + ALIKE) for n in range(WORDS)})

    def test_writes_lists_that_can_be_read_back(self):
        some = lexicon.Lexicon(
            source=np.array([5, 5, 5, 9, 9]),
            target=np.array([30_000, 40, 300, 7, 50]),
            count=np.array([4.0, 9.0, 1.0, 0.2, 3.0]),
            sources=np.bincount([5] * 9 + [9] * 9, minlength=lexicon.SIZE),
            targets=np.bincount([7, 7, 8], minlength=lexicon.SIZE),
        )
        values = lexicon.numbers(some, lexicon.Limits(core=2, share=0.01, times=0.5, most=2))
        self.assertEqual(values[:3].tolist(), [2, 7, 1])
        lists = values[3:].tolist()
        self.assertEqual(lists[:5] + lists[5:8], [0] * 5 + [2, 40, 29_960])
        self.assertEqual(lists[8:13], [0, 0, 0, 1, 50])
        self.assertEqual(sum(lists[13:]), 0)

    def test_numbers_take_as_many_bytes_as_they_need(self):
        self.assertEqual(lexicon.packed(np.array([0, 127, 128, 16_384])), bytes([0, 127, 128, 1, 128, 128, 1]))


if __name__ == "__main__":
    unittest.main()
