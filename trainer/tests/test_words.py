"""Dictionaries and the tokenizer's pieces: a word has one translation, a name its usual reading, and no id changes."""

import random
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import numpy as np
import sentencepiece

from nmt import dictionaries, restriction

EDICT = """　？？？ /EDICT/
林檎 [りゅうごう] /(ok) (n) (1) (uk) apple (fruit)/
林檎 [りんご] /(n) (1) (uk) apple (fruit)/(n) (2) (uk) apple tree (Malus pumila)/(P)/
苹果 [りんご] /(n) (uk) apple/
走る [はしる] /(v5r,vi) (1) to run/to travel/(P)/
走 [そう] /(n) run/
"""
ENAMDICT = """　？？？ /ENAMDICT/
佐藤 [さとう] /(p,s,f) Satou/
佐藤 [さどう] /(s) Sadou/
井上 [いのうえ] /(p,s) Inoue/
林檎 [りんご] /(f) Ringo/
グーグル /(u) Google/
太郎 [たろう] /(m) Tarou/
"""


class Dictionaries(unittest.TestCase):
    def pairs(self) -> list[dictionaries.Pair]:
        english = ["Here Sato met Inoue, and Taro met Ringo at Google."] * 3
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("edict", EDICT), ("enamdict", ENAMDICT)):
                (Path(folder) / name).write_text(text, encoding="euc_jp")
            return dictionaries.Dictionaries(Path(folder), english, ["佐藤さんは林檎を食べる。"], random.Random(1)).pairs()

    def test_a_source_has_one_translation(self):
        found = {(pair.languages[1], pair.second): pair.first for pair in self.pairs() if pair.corpus.startswith("edict")}
        expected = {("ja", "林檎"): "apple", ("ja", "りんご"): "apple", ("ja", "走る"): "to run", ("en", "apple"): "林檎", ("en", "run"): "走る"}
        self.assertEqual({key: found[key] for key in expected}, expected)
        self.assertTrue(all(pair.reverse_only for pair in self.pairs()))

    def test_names_are_read_as_english_text_has_them_and_words_are_no_names(self):
        found = {pair.second: pair.first for pair in self.pairs() if pair.corpus == "names" and pair.languages[1] == "ja"}
        self.assertEqual(found, {"佐藤": "Sato", "井上": "Inoue", "グーグル": "Google", "太郎": "Taro"})
        titled = {pair.second: pair.first for pair in self.pairs() if pair.corpus == "names-titled" and pair.languages[1] == "en"}
        self.assertEqual(titled["Ms. Sato"], "佐藤さん")


class Restriction(unittest.TestCase):
    def test_a_piece_out_of_use_is_cut_smaller_and_every_id_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder) / "text"
            text.write_text("\n".join(["the cat sat on the mat", "the dog sat on the log", "cats and dogs"] * 40))
            sentencepiece.SentencePieceTrainer.train(input=str(text), model_prefix=f"{folder}/m", vocab_size=60, hard_vocab_limit=False, minloglevel=2)
            model = (Path(folder) / "m.model").read_bytes()
        whole = sentencepiece.SentencePieceProcessor(model_proto=model)
        size = whole.get_piece_size()
        self.assertEqual([name for name, _ in restriction.pieces(model)], [whole.id_to_piece(i) for i in range(size)])
        counts = Counter(i for line in ("the cat sat on the mat",) for i in whole.encode(line))
        longest = max(counts, key=lambda i: len(whole.id_to_piece(i)))
        table = np.full(size, 99)
        table[longest] = 1
        self.assertEqual(restriction.rare(model, table, 30, 10), [longest])
        cut = sentencepiece.SentencePieceProcessor(model_proto=restriction.restricted(model, [longest]))
        self.assertNotIn(longest, cut.encode("the cat sat on the mat"))
        self.assertEqual(cut.decode(cut.encode("the cat sat on the mat")), "the cat sat on the mat")
        self.assertTrue(cut.is_unused(longest))
        self.assertEqual([cut.id_to_piece(i) for i in range(size)], [whole.id_to_piece(i) for i in range(size)])


if __name__ == "__main__":
    unittest.main()
