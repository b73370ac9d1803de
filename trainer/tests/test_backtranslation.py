"""Back-translation and distillation: real text keeps its place, what the model wrote stands on the other side."""

import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

import numpy as np
import torch

from nmt import backtranslation, cache
from nmt.backtranslation import BackTranslator, Distiller, candidates, choose, tag_weights
from nmt.decoding import attend, beam
from nmt.examples import Examples, Sides, load
from nmt.generators import DistillationWriter, Generators, Writer, add
from nmt.model import Translator
from nmt.register import POLITE
from nmt.vocabulary import EOS, LANGUAGES, PAD, Vocabulary

SPM = str(Path(__file__).parents[2] / "models" / "kotobashi-base" / "spm.model")
SHAPE = dict(encoder_layers=1, decoder_layers=1, width=32, heads=2, feed_forward=64, dropout=0.0)
RECIPE = dict(
    flow=[dict(corpora=["mono"], target="ja", source="en", share=1.0)],
    tag_weight={"wiki": 2.0, "law": 0.0}, tokens_per_batch=4000, temperature=0.7, least_share=0.1, sampling=1.5, attempts=3, beam=1, human_weight=0.5,
)
WIKI, LAW = 1, 5


class Made(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.vocabulary = Vocabulary(SPM)

    def setUp(self):
        torch.manual_seed(3)
        self.examples, self.sides = Examples("cpu"), Sides()
        japanese = LANGUAGES.index("ja")
        rows = np.array([[0, japanese, japanese, tag, cache.MONO, 0, 8, POLITE] for tag in (WIKI,) * 6 + (LAW,) * 3], np.uint8)
        self.tokens = np.arange(1000, 1000 + 8 * len(rows)).astype(np.uint16)
        load(self.examples, self.sides, rows, self.tokens, {"mono": 0}, dict(pair={}, copies={}))
        self.model = Translator(**SHAPE).eval()

    def run_work(self, kind: type, **settings: int) -> Counter:
        work = kind(self.examples, self.sides, {"mono": 0}, self.vocabulary, RECIPE | settings)
        with mock.patch.object(backtranslation, "believable", lambda *_: {}):
            return work.run(self.model, torch.float32, 60.0, 1.0, 1, lambda: None)

    def side(self, number: int, name: str) -> list[int]:
        at, size = (int(self.examples.columns[f"{name}_{part}"][number]) for part in ("at", "length"))
        return self.examples.tokens[at : at + size].tolist()

    def test_real_text_becomes_the_target_and_carries_the_mark(self):
        counts = self.run_work(BackTranslator)
        self.assertEqual((counts["candidates"], counts["kept"], len(self.examples)), (6, 6, 6))  # no law
        real = {tuple(self.tokens[8 * n : 8 * n + 8].tolist()) for n in range(6)}
        self.assertEqual({tuple(self.side(n, "target")) for n in range(6)}, real)
        for n in range(6):
            self.assertFalse({PAD, EOS, *range(4, 32)} & set(self.side(n, "source")))
        self.assertEqual(self.examples.columns["language"].tolist(), [LANGUAGES.index("ja")] * 6)
        self.assertEqual(self.examples.columns["machine"].tolist(), [1] * 6)
        self.assertEqual(self.examples.columns["register"].tolist(), [POLITE] * 6)
        self.assertEqual(self.examples.visits.tolist(), [3.0] * 6)

    def test_what_processes_make_side_by_side_is_taken_in_once(self):
        with tempfile.TemporaryDirectory() as scratch, mock.patch.object(backtranslation, "believable", lambda *_: {}):
            folder = Path(scratch)
            for part in range(2):
                work = Writer(self.examples, self.sides, {"mono": 0}, self.vocabulary, RECIPE).into_files(folder, str(part))
                counts = work.run(self.model, torch.float32, 60.0, 1.0, 1, lambda: None, part=(part, 2))
                self.assertEqual((counts["kept"], len(self.examples)), (3, 0))
            generators = Generators(folder, 2, 60.0, [sys.executable, "-c", "pass"])
            for _ in range(2):
                for made in generators.take():
                    add(work, made)
            generators.end()
        real = sorted(self.tokens[8 * n : 8 * n + 8].tolist() for n in range(6))
        self.assertEqual(sorted(self.side(n, "target") for n in range(6)), real)
        for n in range(6):
            self.assertFalse({PAD, EOS, *range(4, 32)} & set(self.side(n, "source")))
        self.assertEqual(self.examples.columns["machine"].tolist(), [1] * 6)
        self.assertEqual(self.examples.columns["register"].tolist(), [POLITE] * 6)
        self.assertEqual(self.examples.visits.tolist(), [3.0] * 6)

    def test_a_process_of_the_teacher_writes_what_it_would_add_itself(self):
        self.run_work(Distiller, beam=2)
        direct = [[self.side(n, name) for n in range(6)] for name in ("source", "target")]
        columns = {name: self.examples.columns[name].tolist() for name in ("language", "tag", "machine", "made", "register")}
        visits = self.examples.visits.tolist()
        self.examples.keep(torch.zeros(6, dtype=torch.bool))
        with tempfile.TemporaryDirectory() as scratch:
            self.run_work(lambda *given: DistillationWriter(*given).into_files(Path(scratch), "0"), beam=2)
            self.assertEqual(len(self.examples), 0)
            with np.load(Path(scratch) / "0-0.npz") as arrays:
                add(Distiller(self.examples, self.sides, {"mono": 0}, self.vocabulary, RECIPE), tuple(arrays[name] for name in ("rows", "sources", "targets")))
        self.assertEqual([[self.side(n, name) for n in range(6)] for name in ("source", "target")], direct)
        self.assertEqual({name: self.examples.columns[name].tolist() for name in columns}, columns)
        self.assertEqual(self.examples.visits.tolist(), visits)

    def test_processes_are_waited_for_and_started_once(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "made"
            first = Generators(folder, 2, 60.0, [sys.executable, "-c", "import time; time.sleep(600)"])
            self.assertEqual((len(first.processes), first.working()), (2, True))
            again = Generators(folder, 2, 60.0, ["not", "started"])
            self.assertEqual((again.processes, again.working()), ([], True))
            first.end()
            self.assertFalse(first.working())  # they failed
            for part in range(2):
                (folder / f"{part}.done").touch()
            self.assertFalse(again.working())

    def test_a_later_round_takes_the_place_of_the_one_before(self):
        self.run_work(BackTranslator)
        self.examples.keep(self.examples.columns["made"] == 0)
        self.assertEqual(len(self.examples), 0)

    def test_only_pieces_that_came_later_are_taken(self):
        rows = np.array([[0, LANGUAGES.index("ja"), LANGUAGES.index("ja"), WIKI, cache.MONO, 0, 8, POLITE]], np.uint8)
        before = len(self.tokens)
        load(self.examples, self.sides, rows, self.tokens[:8], {"mono": 0}, dict(pair={}, copies={}))
        flows = [dict(corpora=["mono"], target="ja", source="en", share=1.0)]
        taken = [candidates(self.sides, {"mono": 0}, flows, tag_weights({}), np.random.default_rng(1), since)[:, 0].tolist() for since in (0, 1)]
        self.assertEqual([len(taken[0]), taken[1]], [10, [before]])

    def test_a_teacher_writes_the_target(self):
        self.run_work(Distiller)
        real = {tuple(self.tokens[8 * n : 8 * n + 8].tolist()) for n in range(6)}
        self.assertEqual({tuple(self.side(n, "source")) for n in range(6)}, real)
        self.assertEqual(self.examples.columns["language"].tolist(), [LANGUAGES.index("en")] * 6)
        self.assertEqual(self.examples.columns["made"].tolist(), [0] * 6)

    def test_a_teacher_may_search(self):
        with mock.patch.object(backtranslation, "beam", wraps=beam) as search:
            counts = self.run_work(Distiller, beam=3)
        self.assertEqual((counts["kept"], counts["not the first attempt"], len(self.examples)), (6, 0, 6))
        (_, ids, *rest), _ = search.call_args
        self.assertEqual((search.call_count, rest[-1]), (1, 3))
        for n, found in enumerate(beam(self.model, ids, *rest)[0].tolist()):
            self.assertEqual(self.side(n, "target"), [i for i in found if i != PAD])

    def test_the_human_translation_is_found_beside_its_text(self):
        english, japanese = LANGUAGES.index("en"), LANGUAGES.index("ja")
        sides = Sides()
        rows = np.array([[0, english, japanese, WIKI, cache.FORWARD | cache.BACKWARD, 5, 7, 0], [0, english, english, WIKI, cache.MONO, 0, 6, 0]], np.uint8)
        load(Examples("cpu"), sides, rows, np.arange(18).astype(np.uint16), {"c": 0}, dict(pair={}, copies={}))
        for flow, expected in (
            (dict(target="en", source="ja"), {(0, 5, 5, 7), (12, 6, 12, 0)}),
            (dict(target="ja", source="en"), {(5, 7, 0, 5)}),
            (dict(target="ja", source="zh"), {(5, 7, 0, 0)}),
        ):
            table = candidates(sides, {"c": 0}, [flow | dict(corpora=["c"], share=1.0)], tag_weights({}), np.random.default_rng(1))
            self.assertEqual({(row[0], row[1], row[5], row[6]) for row in table.tolist()}, expected)


class OneQuery(unittest.TestCase):
    def test_attends_as_a_kernel_does(self):
        q, own = torch.randn(5, 2, 16), torch.randn(2, 5, 2, 9, 16)
        mask = torch.rand(5, 1, 7) < 0.7
        mask[:, :, 0] = True
        for keys, values, some in ((*own[:, :, :, :7], mask), (*own[:, :, :, :3], None)):
            right = torch.nn.functional.scaled_dot_product_attention(q[:, :, None], keys, values, attn_mask=None if some is None else some[:, :, None])
            torch.testing.assert_close(attend(q, keys, values, some), right.squeeze(2))


class Chosen(unittest.TestCase):
    def test_takes_what_most_agree_on_and_what_a_human_wrote(self):
        attempts = torch.tensor([[[7, 8, 9, PAD]], [[11, 12, 13, 14]], [[11, 12, 13, 15]]])
        human = torch.tensor([[7, 8, 9]])
        self.assertEqual(choose(attempts, human, torch.tensor([False]), 0.9).tolist(), [1])
        self.assertEqual(choose(attempts, human, torch.tensor([True]), 0.9).tolist(), [0])
        self.assertEqual(choose(attempts, human, torch.tensor([True]), 0.1).tolist(), [1])


if __name__ == "__main__":
    unittest.main()
