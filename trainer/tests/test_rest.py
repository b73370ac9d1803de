"""The pairs that a cache left out for its caps."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from nmt import cache
from rest import known, unknown

BOTH = cache.FORWARD | cache.BACKWARD


class Rest(unittest.TestCase):
    def test_what_the_cache_has_of_a_corpus_is_left_out_and_nothing_else(self):
        there = np.array([[0, 0, 1, 0, BOTH, 2, 1], [1, 0, 1, 0, BOTH, 1, 1], [0, 0, 1, 0, cache.FORWARD | cache.COPIES["marks"], 1, 2]], np.uint8)
        piece = cache.Piece()
        piece.add(there, np.array([100, 101, 102, 103, 104, 105, 106, 107], np.uint16))
        with tempfile.TemporaryDirectory() as folder:
            piece.write(Path(folder) / "piece0.npz.xz")
            found = known(Path(folder), {0})
        # The same pair; the same tokens in other languages; a pair of another corpus; a pair that the cache has as a changed copy only.
        rows = np.array([[0, 0, 1, 0, BOTH, 2, 1], [0, 0, 2, 0, BOTH, 2, 1], [0, 0, 1, 0, BOTH, 1, 1], [0, 0, 1, 0, BOTH, 1, 2]], np.uint8)
        tokens = np.array([100, 101, 102, 100, 101, 102, 103, 104, 105, 106, 107], np.uint16)
        left, ids = unknown(rows, tokens, found)
        self.assertEqual(left.tolist(), rows[1:].tolist())
        self.assertEqual(ids.tolist(), tokens[3:].tolist())


if __name__ == "__main__":
    unittest.main()
