"""The draft_head: what it learns from is what the decoder does, and steps are counted as the runtime takes them."""

import tempfile
import unittest
from pathlib import Path

import torch

from calibrate import best_range
from draft import confirmed, keep
from nmt.decoding import sample
from nmt.draft_head import DraftHead, ExampleBatch, shifted, steps_taken
from nmt.model import Translator
from nmt.vocabulary import EOS, PAD
from safetensors.torch import load_file

SHAPE = dict(encoder_layers=1, decoder_layers=2, width=32, heads=2, feed_forward=64, dropout=0.0)
BANNED = torch.tensor([0, 1, 2])


class Guessing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.manual_seed(2)
        cls.model = Translator(**SHAPE).eval()
        cls.sources = torch.tensor([[5, 900, 901, 902, EOS], [5, 77, 78, EOS, PAD]])
        cls.targets, _ = sample(cls.model, cls.sources, BANNED, torch.float32, 0.0, 1.0)

    def test_states_of_a_lesson_lead_to_the_tokens_that_the_model_chose(self):
        batch = ExampleBatch(self.model, self.sources, self.targets, torch.float32)
        logits = batch.states @ self.model.shared.T
        logits[:, :, BANNED] = -1e9
        written = self.targets != PAD
        self.assertGreater(int(written.sum()), 10)
        self.assertTrue(torch.equal(logits.argmax(-1)[:, :-1][written], self.targets[written]))
        self.assertTrue(torch.equal(batch.chosen[:, :-1][written], self.targets[written]))

    def test_a_sentence_is_foreseen_alike_alone_and_beside_a_longer_one(self):
        draft_head = DraftHead(self.model, 16, 8)
        torch.nn.init.normal_(draft_head.out.weight)
        both = ExampleBatch(self.model, self.sources, self.targets, torch.float32).foreseen(draft_head, 3)
        short = self.targets[1][self.targets[1] != PAD]
        alone = ExampleBatch(self.model, self.sources[1:, :4], short[None], torch.float32).foreseen(draft_head, 3)
        for (state, label), (own_state, own_label) in zip(both, alone):
            known = own_label != PAD
            self.assertTrue(torch.equal(label[1:, : own_label.shape[1]][known], own_label[known]))
            torch.testing.assert_close(state[1:, : own_label.shape[1]][known], own_state[known], rtol=1e-4, atol=1e-4)

    def test_steps_are_those_of_a_sentence_that_keeps_leading_right_guesses(self):
        #                      place 0  1  2  3  4  5
        right = torch.tensor([[[True, False, True, True, False, False]], [[True, True, False, True, False, False]]])
        # From 0 two more are right, so it goes on at 3; there two more, which is the end.
        self.assertEqual(steps_taken(right, torch.tensor([6])).tolist(), [2])
        self.assertEqual(steps_taken(right[:1], torch.tensor([6])).tolist(), [4])
        self.assertEqual(steps_taken(torch.zeros_like(right), torch.tensor([6])).tolist(), [6])

    def test_a_draft_head_that_knows_the_model_is_always_right(self):
        batch = ExampleBatch(self.model, self.sources, self.targets, torch.float32)

        class Prophet(DraftHead):
            def forward(self, state, token, keys, values, mask):
                return shifted(state, 1)

            def logits(self, state):
                logits = state @ model.shared.T
                logits[:, :, BANNED] = -1e9
                return logits

        model = self.model
        said = confirmed(Prophet(model, 16, 8), [batch])
        first = float(said.split()[1].rstrip(","))
        # Nothing follows an end; and both sentences were cut at the limit, where the model itself would not have ended.
        ends = 4 / int((batch.chosen != PAD).sum())
        self.assertAlmostEqual(first, 1 - ends, places=3)

    def test_what_is_kept_has_the_names_that_the_exporter_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            keep({"16x8": DraftHead(self.model, 16, 8)}, Path(folder))
            held = load_file(Path(folder) / "draft_head-16x8.int8.safetensors")
        for name in ("mix.bias", "query.bias", "out.bias", "narrow.bias", "table", "table.scale"):
            self.assertIn(f"model.draft_head.{name}", held)
        self.assertEqual(held["model.draft_head.table"].dtype, torch.int8)

    def test_a_range_is_as_wide_as_rows_are_unless_one_is_far_off(self):
        torch.manual_seed(1)
        alike, times = best_range(torch.randn(500, 64))
        self.assertLess(times, 2.5)
        self.assertTrue(2 < alike < 5)
        unlike = torch.randn(500, 64) * torch.logspace(-3, 0, 500)[:, None]
        self.assertGreater(best_range(unlike)[1], 100)


if __name__ == "__main__":
    unittest.main()
