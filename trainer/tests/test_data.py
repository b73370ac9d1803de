"""From corpus files to the pieces of a cache: nothing is lost, nothing comes twice, recipes stand on one another."""

import lzma
import random
import tempfile
import unittest
from pathlib import Path

import numpy as np

from nmt import cache, recipe
from nmt.corpus import Pair, Reader, joined
from nmt.examples import Examples, Sides, load
from nmt.leakage import HeldOut, fingerprint
from nmt.register import PLAIN, POLITE, UNKNOWN, register
from nmt.terms import TermTable, invented_name
from nmt.variants import Variants
from nmt.vocabulary import EXTRA, LANGUAGES
from nmt.written import Line, held_out
from prepare import Contexts

DATA = {"leave_out": {"corpora": ["secret"]}, "machine_made": {"corpora": ["robot"]}, "tag": {}, "cap": {"many": 2}}


class Reading(unittest.TestCase):
    def read(self, lines: list[str], *part) -> tuple[list[Pair], dict]:
        with tempfile.TemporaryDirectory() as folder:
            with lzma.open(Path(folder) / "free.en-ja.tsv.xz", "wt", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
            held_out = HeldOut([])
            held_out.lines = {fingerprint("This line is a test sentence."), fingerprint("この行は試験の文です。")}
            reader = Reader(Path(folder), {"seed": 1, "data": DATA}, held_out, 2, *part)
            return reader.pairs(("en", "ja")), reader.counts

    def test_drops_by_rule_and_counts_each(self):
        pairs, counts = self.read([
            "some\tit\tSave the file.\tファイルを保存します。",
            "some\tit\tsave the file\tファイルを保存します",
            "secret\tit\tOpen the door.\tドアを開けます。",
            "some\tit\tThis line is a test sentence.\tこの行は試験の文です。",
            "some\tit\tSame\tSame",
            "robot\tit\tClose the window.\t窓を閉めます。",
            *(f"many\ttalk\tThis is line {n}.\tこれは{n}行目です。" for n in range(5)),
        ])
        self.assertEqual([pair.corpus for pair in pairs], ["some", "robot", "many", "many"])
        self.assertEqual([pair.reverse_only for pair in pairs], [False, True, False, False])
        for rule, count in {"repeated": 1, "left out corpus": 1, "held out": 1, "wrong script": 1, "over the cap": 3, "kept": 4}.items():
            self.assertEqual(counts[f"en-ja {rule}"], count, rule)

    def test_reads_a_file_in_parts(self):
        lines = [f"some\ttalk\tThis is line {n}.\tこれは{n}行目です。" for n in range(5)]
        parts = [[pair.first for pair in self.read(lines, 2, first)[0]] for first in (0, 1)]
        self.assertEqual(parts, [[f"This is line {n}." for n in numbers] for numbers in ((0, 2, 4), (1, 3))])

    def test_reads_every_line_of_some_corpora_where_it_reads_a_part_of_the_others(self):
        corpora = ("words", "words", "many", "words", "many", "some", "words")
        lines = [f"{corpus}\ttalk\tThis is line {n}.\tこれは{n}行目です。" for n, corpus in enumerate(corpora)]
        for whole, first, numbers in (("words", 1, (0, 1, 3, 5, 6)), ("many", 0, (0, 2, 4, 6))):
            pairs, _ = self.read(lines, 2, first, frozenset({whole}))
            self.assertEqual([pair.first for pair in pairs], [f"This is line {n}." for n in numbers], whole)

    def test_joins_pairs_that_share_their_english(self):
        ja, counts = self.read(["some\ttalk\tSave the file.\tファイルを保存します。", "some\tit\tOpen it now.\t今すぐ開きます。"])
        zh = [pair._replace(languages=("en", "zh"), second="保存文件。") for pair in ja[:1]]
        made = joined(ja, zh, 10, random.Random(1))
        self.assertEqual([(pair.languages, pair.first, pair.second) for pair in made.values()], [(("ja", "zh"), "ファイルを保存します。", "保存文件。")])
        self.assertEqual(list(made), [0])


class Pieces(unittest.TestCase):
    def test_every_record_is_in_one_piece_with_its_own_tokens(self):
        rng = np.random.default_rng(2)
        lengths = rng.integers(0, 9, (3 * cache.HAND, 2))
        numbers = np.arange(len(lengths))
        rows = np.concatenate([np.stack([numbers % 200, numbers // 200, numbers, numbers, numbers], 1) % 256, lengths], 1).astype(np.uint8)
        tokens = np.repeat(numbers, lengths.sum(1)).astype(np.uint16)
        pieces = [cache.Piece(), cache.Piece()]
        cache.deal(rows, tokens, pieces)
        seen = []
        with tempfile.TemporaryDirectory() as folder:
            for number, piece in enumerate(pieces):
                piece.write(Path(folder) / f"piece{number}.npz.xz")
                some, ids = cache.read_piece(Path(folder) / f"piece{number}.npz.xz")
                sizes = some[:, cache.FIRST].astype(int) + some[:, cache.SECOND]
                record = some[:, 1].astype(int) * 200 + some[:, 0]
                self.assertEqual(ids.tolist(), np.repeat(record, sizes).tolist())
                seen += record.tolist()
        self.assertEqual(sorted(seen), numbers.tolist())


class Visits(unittest.TestCase):
    def test_a_direction_is_visited_as_often_as_its_corpus_pair_and_target_language_say(self):
        both = cache.FORWARD | cache.BACKWARD
        rows = np.array([[0, 0, 1, 0, both, 2, 3, PLAIN], [1, 1, 2, 0, both, 2, 2, POLITE]], np.uint8)  # English and Japanese, Japanese and Chinese
        examples = Examples("cpu")
        sampling = {"rare": 3.0, "others": 1.5, "pair": {"en-ja": 0.5}, "copies": {}, "into": {"en": 2.0}}
        load(examples, Sides(), rows, np.arange(9).astype(np.uint16), {"usual": 0, "rare": 1}, sampling)
        visits = dict(zip(examples.columns["language"].tolist(), examples.visits.tolist()))  # Japanese last: the way back from Chinese
        self.assertEqual((visits[LANGUAGES.index("en")], visits[LANGUAGES.index("zh")], visits[LANGUAGES.index("ja")]), (1.5, 3.0, 3.0))
        registers = sorted(zip(examples.columns["language"].tolist(), examples.columns["register"].tolist()))
        self.assertEqual(registers, [(0, 0), (1, POLITE), (1, PLAIN), (2, 0)])  # of Japanese targets only


class Copies(unittest.TestCase):
    def test_two_lines_as_one_keep_both_sides_together(self):
        shares = dict(marks=0, marks_into_english=0, placeholders=0, marks_and_placeholders=0, noise=0, long=1)
        tables = {code: TermTable() for code in ("ja", "zh", "zt")}
        one = Pair("a", "wiki", ("en", "ja"), "The first of two sentences.", "二つの文の一つ目。")
        two = one._replace(first="And this is the second one.", second="そしてこれが二つ目。")
        copies = [copy for seed in range(9) for copy in Variants(tables, shares, seed).of(two, one)]
        whole = ("The first of two sentences. And this is the second one.", "二つの文の一つ目。そしてこれが二つ目。")
        self.assertEqual({copy[0] for copy in copies}, {"long"})
        self.assertEqual({copy[2:] for copy in copies}, {whole, whole[::-1]})

    def test_a_context_is_the_line_before_of_the_same_document(self):
        one = Pair("written", "talk", ("en", "ja"), "He left.", "彼は帰った。", document="d-1")
        two, other = one._replace(first="Why?", second="なぜ？"), one._replace(document="d-2")
        made = [copy for seed in range(9) for copy in Contexts({"written": 1.0}, 0.0, random.Random(seed)).of(one, two)]
        before, translated = EXTRA["<before>"], EXTRA["<before-translated>"]
        self.assertEqual({copy[0] for copy in made}, {("en", "ja"), ("ja", "en")})
        self.assertIn((("en", "ja"), [("He left.", before)], "Why?", "なぜ？"), made)
        self.assertIn((("ja", "en"), [("彼は帰った。", before), ("He left.", translated)], "なぜ？", "Why?"), made)
        self.assertEqual(list(Contexts({"written": 1.0}, 0.0, random.Random(1)).of(other, two)), [])
        alone = one._replace(document="")
        self.assertEqual(list(Contexts({"written": 1.0}, 0.0, random.Random(1)).of(alone, alone)), [])

    def test_a_share_of_the_contexts_belongs_elsewhere(self):
        other = Pair("written", "talk", ("en", "ja"), "It rains.", "雨です。", document="d-1")
        contexts, alone = Contexts({"written": 1.0}, 1.0, random.Random(1)), other._replace(first="Why?", second="なぜ？", document="")
        self.assertEqual(list(contexts.of(None, other)), [])
        made = [copy for _ in range(20) for copy in contexts.of(None, alone)]
        self.assertIn((("en", "ja"), [("It rains.", EXTRA["<before>"])], "Why?", "なぜ？"), made)

    def test_invented_names_are_written_in_letters_of_the_language(self):
        rng = random.Random(1)
        for language in ("en", "ja", "zh", "zt"):
            names = {invented_name(language, rng) for _ in range(200)}
            self.assertGreater(len(names), 150)
            self.assertTrue(all(name.strip() == name and name for name in names))
            if language == "en":
                self.assertTrue(all(name.isascii() for name in names))


class Registers(unittest.TestCase):
    def test_the_ending_tells(self):
        for text in ("これは本です。", "行きませんか？", "「お待ちください」", "届きましたが。", "よろしくお願いいたします。", "静かでしたね。"):
            self.assertEqual(register(text), POLITE, text)
        for text in ("これは本である。", "行かないよ。", "雨が降った！", "空は青い。", "そうだろうか。", "もう読んだ"):
            self.assertEqual(register(text), PLAIN, text)
        for text in ("東京都庁", "設定", "会議の議事録。"):
            self.assertEqual(register(text), UNKNOWN, text)


class Written(unittest.TestCase):
    def test_a_line_in_25_and_a_document_in_25_are_held_out_whole(self):
        lines = [held_out(Line("a", "-", f"Line {n}.", "行", "行")) for n in range(5000)]
        self.assertAlmostEqual(sum(lines) / 5000, 1 / 25, delta=0.01)
        for n in range(200):
            self.assertEqual(len({held_out(Line("a", f"d-{n}", f"Line {k}.", "行", "行")) for k in range(5)}), 1)


class Recipes(unittest.TestCase):
    def test_a_recipe_takes_over_what_it_does_not_say(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.toml").write_text('list = [1, 2]\n[x]\none = 1\ntwo = 2\n')
            (Path(folder) / "b.toml").write_text('base = "a.toml"\nlist = [3]\n[x]\ntwo = 3\n')
            self.assertEqual(recipe.read(Path(folder) / "b.toml"), {"list": [3], "x": {"one": 1, "two": 3}})

    def test_all_recipes_of_the_folder_are_whole(self):
        for path in sorted((Path(__file__).parents[1] / "recipes").glob("*.toml")):
            found = recipe.read(path)
            rounds = found["back_translation"]
            self.assertEqual({len(rounds[name]) for name in ("at_share", "most_seconds", "tag_share")}, {len(rounds["at_share"])}, path.name)
            self.assertEqual(set(found["sampling"]["copies"]), set(cache.COPIES), path.name)


if __name__ == "__main__":
    unittest.main()
