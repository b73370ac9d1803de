"""Packing, decoding, quantizing and names: the parts in which a mistake would only show as a worse score."""

import unittest

import numpy as np
import torch

from nmt import cache, checkpoint
from nmt.batches import Batch, Batches
from nmt.decoding import State, beam, sample
from nmt.examples import Examples, Sides, load
from nmt.model import Translator
from nmt.vocabulary import EOS, PAD

SHAPE = dict(encoder_layers=2, decoder_layers=1, width=32, heads=2, feed_forward=64, dropout=0.0, vocabulary=32016)
TAGS = dict(keep_own_tag=1.0, general_tag=0.0)


def tiny_examples() -> Examples:
    dice = np.random.default_rng(1)
    lengths = dice.integers(2, 12, (300, 2))
    rows = np.concatenate([np.tile([0, 0, 1, 1, cache.FORWARD | cache.BACKWARD], (300, 1)), lengths], 1).astype(np.uint8)
    examples = Examples("cpu")
    tokens = dice.integers(100, 30000, int(lengths.sum())).astype(np.uint16)
    load(examples, Sides(), rows, tokens, {"a": 0}, {"pair": {}})
    return examples


class Packing(unittest.TestCase):
    def test_every_sequence_is_whole_and_every_slot_is_owned(self):
        examples = tiny_examples()
        batches = Batches(examples, 2048, [5, 4, 6, 7], [25, 26], TAGS)
        for begin, count in batches.epoch():
            batch = batches.get(begin, count)
            self.assertEqual(int(batch.source_bounds[-1]), len(batch.source))
            self.assertEqual(int(batch.target_bounds[-1]), len(batch.target))
            for n in range(count):
                example = {name: int(column[batches.order[begin + n]]) for name, column in examples.columns.items()}
                source = batch.source[batch.source_bounds[n] : batch.source_bounds[n + 1]].tolist()
                labels = batch.labels[batch.target_bounds[n] : batch.target_bounds[n + 1]].tolist()
                at, size = example["source_at"], example["source_length"]
                self.assertEqual(source, [[5, 4][example["language"]], 26, *examples.tokens[at : at + size].tolist(), EOS])
                at, size = example["target_at"], example["target_length"]
                self.assertEqual(labels, [*examples.tokens[at : at + size].tolist(), EOS])
            self.assertTrue((batch.labels[batch.target_bounds[count] :] == -1).all())


class Decoding(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(2)
        self.model = Translator(**SHAPE).eval()
        self.sources = torch.tensor([[5, 200, 300, 400, EOS, PAD], [5, 700, EOS, PAD, PAD, PAD]])
        self.banned = torch.tensor([PAD])

    def test_a_cached_step_equals_the_whole_pass(self):
        target = torch.tensor([EOS, 900, 901, 902])
        state = State(self.model, self.sources[:1], torch.float32, 8)
        steps = torch.cat([state.logits(token[None], n) for n, token in enumerate(target)])
        ids = self.sources[0, :5]
        whole = []
        for n in range(len(target)):
            labels = torch.full((len(target),), -1)
            labels[n] = 77
            places, bounds = torch.arange(5) + 1, torch.tensor([0, 5]).int()
            batch = Batch(ids, places, bounds, target, torch.arange(4) + 1, torch.tensor([0, 4]).int(), labels)
            whole.append(-self.model(batch, 8, 0.0, torch.float32)[0])
        self.assertTrue(torch.allclose(steps.log_softmax(1)[:, 77], torch.stack(whole), atol=1e-4))

    def test_greedy_is_a_beam_of_one(self):
        greedy = sample(self.model, self.sources, self.banned, torch.float32, 0.0, 1.0)[0]
        wide = beam(self.model, self.sources, self.banned, torch.float32, 1)
        for one, two in zip(greedy.tolist(), wide):
            self.assertEqual([i for i in one if i != PAD], two[: len([i for i in one if i != PAD])])


class Weights(unittest.TestCase):
    def test_names_go_there_and_back(self):
        model, other = Translator(**SHAPE), Translator(**SHAPE)
        weights = checkpoint.to_hf(model.state_dict())
        self.assertIn("model.decoder.layers.0.encoder_attn.k_proj.weight", weights)
        checkpoint.from_hf(other, weights)
        for name, value in model.state_dict().items():
            self.assertTrue(torch.equal(value, other.state_dict()[name]), name)

    def test_a_quantized_row_is_off_by_half_a_step_at_most(self):
        weight = torch.randn(80, 16)
        packed = checkpoint.quantize({"w": weight})
        off = (checkpoint.dequantize(packed)["w"] - weight).abs()
        self.assertTrue((off <= packed["w.scale"][:, None] * 0.501).all())


if __name__ == "__main__":
    unittest.main()
