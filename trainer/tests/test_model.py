"""Packing, decoding, quantizing and names: the parts in which a mistake would only show as a worse score."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from nmt import attention, cache, checkpoint
from nmt.batches import SOURCE_ROOM, TARGET_ROOM, Batch, Batches
from nmt.decoding import State, beam, sample
from nmt.examples import Examples, Sides, load
from nmt.growth import grown, pruned
from nmt.model import Translator
from nmt.optimizer import Optimizer
from nmt.packing import pack
from nmt.schedule import Schedule
from nmt.teacher import Teacher
from nmt.vocabulary import EOS, PAD

SHAPE = dict(encoder_layers=2, decoder_layers=1, width=32, heads=2, feed_forward=64, dropout=0.0, vocabulary=32016)
TAGS = dict(keep_own_tag=1.0, general_tag=0.0, register_share=1.0)
SAMPLING = dict(pair={}, copies={})


def tiny_examples(count: int = 300) -> Examples:
    rng = np.random.default_rng(1)
    lengths = rng.integers(2, 30, (count, 2))
    rows = np.concatenate([np.tile([0, 0, 1, 1, cache.FORWARD | cache.BACKWARD], (count, 1)), lengths, rng.integers(0, 3, (count, 1))], 1).astype(np.uint8)
    examples = Examples("cpu")
    tokens = rng.integers(100, 30000, int(lengths.sum())).astype(np.uint16)
    load(examples, Sides(), rows, tokens, {"a": 0}, SAMPLING)
    return examples


def alone(examples: Examples, number: int) -> tuple[list[int], list[int]]:
    """Source ids and labels of one example, as the model has to see them."""
    one = {name: int(column[number]) for name, column in examples.columns.items()}
    source = examples.tokens[one["source_at"] : one["source_at"] + one["source_length"]].tolist()
    target = examples.tokens[one["target_at"] : one["target_at"] + one["target_length"]].tolist()
    register = [32004 + one["register"]] if one["register"] else []
    return [[5, 4][one["language"]], 26, *register, *source, EOS], [*target, EOS]


class Packing(unittest.TestCase):
    def test_no_row_holds_more_than_it_has_room_for(self):
        rng = np.random.default_rng(3)
        source = np.minimum(rng.geometric(0.05, 4000) + 3, 164)
        target = np.clip(source - 3 + rng.integers(-4, 5, 4000), 1, 161)
        where = pack(source, target, 500, SOURCE_ROOM, TARGET_ROOM)
        for lengths, room in ((source, SOURCE_ROOM), (target, TARGET_ROOM)):
            held = np.bincount(where[where >= 0], lengths[where >= 0], 500)
            self.assertLessEqual(held.max(), room)
        self.assertGreater(source[where >= 0].sum() / (500 * SOURCE_ROOM), 0.85)

    def test_every_sentence_of_an_epoch_is_whole_and_comes_once(self):
        examples = tiny_examples()
        batches = Batches(examples, 3, [5, 4, 6, 7], [25, 26], TAGS)
        seen = []
        for plan in batches.epoch(1):
            batch = batches.get(plan)
            for n, example in enumerate(plan.example.tolist()):
                source, labels = alone(examples, example)
                row = int(plan.row[n])
                self.assertEqual(batch.source[row][batch.source_owner[row] == n].tolist(), source)
                mine = batch.target_owner[row] == n
                self.assertEqual(batch.labels[row][mine].tolist(), labels)
                self.assertEqual(batch.target[row][mine].tolist(), [EOS, *labels[:-1]])
                self.assertEqual(batch.target_places[row][mine].tolist(), list(range(1, len(labels) + 1)))
                seen.append(example)
            self.assertTrue((batch.labels[batch.target_owner < 0] == -1).all())
        self.assertEqual(len(seen), len(set(seen)))
        self.assertGreater(len(seen), 500)

    def test_an_epoch_can_be_taken_up_in_the_middle(self):
        examples = tiny_examples()
        batches = Batches(examples, 3, [5, 4, 6, 7], [25, 26], TAGS)
        whole = [plan.example.tolist() for plan in batches.epoch(7)]
        self.assertEqual([plan.example.tolist() for plan in batches.epoch(7, 2)], whole[2:])

    def test_sentences_that_share_a_row_do_not_see_each_other(self):
        torch.manual_seed(4)
        examples, model = tiny_examples(), Translator(**SHAPE).eval()
        batches = Batches(examples, 2, [5, 4, 6, 7], [25, 26], TAGS)
        plan = next(batches.epoch(1))
        packed = model(batches.get(plan), 0.1, torch.float32)
        single = torch.zeros(2)
        for example in plan.example.tolist():
            source, labels = (torch.tensor([side]) for side in alone(examples, example))
            before = torch.cat([torch.tensor([[EOS]]), labels[:, :-1]], 1)
            places = [torch.arange(1, side.shape[1] + 1)[None] for side in (source, labels)]
            owners = [torch.zeros_like(side) for side in (source, labels)]
            batch = Batch(source, places[0], owners[0], before, places[1], owners[1], labels)
            single += torch.stack(model(batch, 0.1, torch.float32)).detach()
        self.assertTrue(torch.allclose(torch.stack(packed).detach(), single, rtol=1e-4))

    def test_written_out_attention_is_attention(self):
        q, k, v = (torch.randn(2, 5, 3, 4) for _ in range(3))
        owner = torch.tensor([[0, 0, 1, 1, 1], [0, 0, 0, 0, -1]])
        mask = attention.may_look(owner, owner, True)
        sides = [side.transpose(1, 2) for side in (q, k, v)]
        wanted = torch.nn.functional.scaled_dot_product_attention(*sides, attn_mask=mask).transpose(1, 2)
        self.assertTrue(torch.allclose(attention.attend(q, k, v, mask), wanted, atol=1e-5))


class Decoding(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(2)
        self.model = Translator(**SHAPE).eval()
        self.sources = torch.tensor([[5, 200, 300, 400, EOS, PAD], [5, 700, EOS, PAD, PAD, PAD]])
        self.banned = torch.tensor([PAD])

    def test_a_cached_step_equals_the_whole_pass(self):
        target = torch.tensor([EOS, 900, 901, 902])
        state = State(self.model, self.sources[:1], self.banned, torch.float32, 8)
        steps = torch.cat([state.logits(token[None], n) for n, token in enumerate(target)])
        whole = []
        for n in range(len(target)):
            labels = torch.full((1, len(target)), -1)
            labels[0, n] = 77
            batch = Batch(self.sources[:1, :5], torch.arange(1, 6)[None], torch.zeros(1, 5),
                          target[None], torch.arange(1, 5)[None], torch.zeros(1, 4), labels)
            whole.append(-self.model(batch, 0.0, torch.float32)[0])
        expected = torch.stack(whole)
        # A banned token takes no probability: the rest of the row shares it.
        self.assertTrue(torch.allclose(steps.log_softmax(1)[:, 77], expected, atol=1e-3))
        self.assertTrue((steps[:, PAD] == -torch.inf).all())

    def test_greedy_is_a_beam_of_one(self):
        greedy = sample(self.model, self.sources, self.banned, torch.float32, 0.0, 1.0)[0]
        wide, _ = beam(self.model, self.sources, self.banned, torch.float32, 1)
        for one, two in zip(greedy.tolist(), wide.tolist()):
            self.assertEqual([i for i in one if i != PAD], two[: len([i for i in one if i != PAD])])

    def ending_at_times(self) -> None:
        """Makes an end as likely as other tokens, for some sources at once."""
        with torch.no_grad():
            self.model.shared.mul_(0.3)
            self.model.shared[EOS] = 0.125 * self.model.positions[16]

    def test_a_search_finds_the_same_alone_and_beside_others_that_end_earlier(self):
        self.ending_at_times()
        torch.manual_seed(5)
        sources = torch.cat([torch.full((12, 1), 5), torch.randint(100, 9000, (12, 20)), torch.full((12, 1), EOS)], 1)
        together, scores = beam(self.model, sources, self.banned, torch.float32, 3)
        lengths = (together != PAD).sum(1)
        self.assertTrue(3 < int((lengths < 12).sum()) < 9, lengths)  # enough to leave the batch, and others that stay
        for source, found, score in zip(sources, together, scores):
            alone, own = beam(self.model, source[None], self.banned, torch.float32, 3)
            self.assertEqual(alone[0].tolist(), found.tolist())
            torch.testing.assert_close(own[0], score)

    def test_the_score_of_a_search_is_the_mean_log_probability(self):
        self.ending_at_times()
        for found, score, source in zip(*beam(self.model, self.sources, self.banned, torch.float32, 4), self.sources):
            tokens = [i for i in found.tolist() if i != PAD]
            tokens += [EOS] if len(tokens) < len(found) else []
            state = State(self.model, source[None], self.banned, torch.float32, len(tokens))
            before = [EOS, *tokens]
            gained = [state.logits(torch.tensor([before[n]]), n).log_softmax(1)[0, token] for n, token in enumerate(tokens)]
            torch.testing.assert_close(score, torch.stack(gained).mean())

    def test_beams_of_a_sentence_share_its_encoding(self):
        one = State(self.model, self.sources, self.banned, torch.float32, 4, 3)
        two = State(self.model, self.sources.repeat_interleave(3, 0), self.banned, torch.float32, 4)
        last = torch.tensor([EOS, 8000, 9000] * 2)
        self.assertTrue(torch.allclose(one.logits(last, 0), two.logits(last, 0), atol=1e-5))


class Growth(unittest.TestCase):
    def test_a_grown_model_gives_the_same_output_and_learns(self):
        torch.manual_seed(4)
        model = Translator(**SHAPE)
        for encoder, decoder in ((3, len(model.decoder)), (4, 3), (5, 4)):
            larger = grown(model, encoder, decoder)
            self.assertEqual((len(larger.encoder), len(larger.decoder)), (encoder, decoder))
            batch = Batch.blank(2, "cpu")
            before, after = (each.eval()(batch, 0.0, torch.float32)[0] for each in (model, larger))
            torch.testing.assert_close(after, before)
        after.backward()
        moved = [name for name, value in larger.named_parameters() if value.grad.abs().sum() > 0]
        for name in ("encoder.1.out", "encoder.1.fc2", "decoder.1.out", "decoder.1.cross_out", "decoder.1.fc2"):
            self.assertIn(f"{name}.weight", moved)
        with self.assertRaises(ValueError):
            grown(larger, 2, 4)

    def test_added_layers_learn_at_their_own_pace(self):
        steps = []
        for pace in (1.0, 2.0):
            torch.manual_seed(6)
            model = grown(Translator(**SHAPE), 2 * SHAPE["encoder_layers"], SHAPE["decoder_layers"])
            before = [layer.fc2.weight.detach().clone() for layer in model.encoder[:2]]
            model(Batch.blank(2, "cpu"), 0.0, torch.float32)[0].backward()
            Optimizer(model, 0.0, pace).step(1e-2, 1e-2)
            steps.append([layer.fc2.weight.detach() - old for layer, old in zip(model.encoder, before)])
        (kept, added), (kept_fast, added_fast) = steps
        torch.testing.assert_close(kept_fast, kept)
        torch.testing.assert_close(added_fast, 2 * added)


class Student(unittest.TestCase):
    def test_a_pruned_model_is_the_one_without_the_other_layers(self):
        torch.manual_seed(4)
        model, batch = grown(Translator(**SHAPE), 4, 2).eval(), Batch.blank(2, "cpu")
        with torch.no_grad():  # those that growth added do nothing yet
            same = pruned(model, [0, 2], [0]).eval()
            torch.testing.assert_close(same(batch, 0.0, torch.float32)[0], model(batch, 0.0, torch.float32)[0])
            other = pruned(model, [0, 1], [0]).eval()
            self.assertFalse(torch.allclose(other(batch, 0.0, torch.float32)[0], model(batch, 0.0, torch.float32)[0]))
        self.assertEqual((same.shape["encoder_layers"], same.shape["decoder_layers"]), (2, 1))

    def test_the_loss_is_least_for_the_teacher_itself_and_is_then_its_entropy(self):
        torch.manual_seed(5)
        model, batch = Translator(**SHAPE).eval(), Batch.blank(2, "cpu")
        other = Translator(**SHAPE).eval()
        teacher = Teacher(model, 1.0, [1])
        with torch.no_grad():
            chances = torch.nn.functional.linear(model.states(batch, torch.float32)[-1], model.shared).softmax(1)
            entropy = -(chances * chances.log()).sum()
            torch.testing.assert_close(teacher(model, batch, torch.float32)[0], entropy)
            self.assertGreater(float(teacher(other, batch, torch.float32)[0]), float(entropy) * 1.001)
            plain = model(batch, 0.0, torch.float32)[0]
            mixed, seen = Teacher(model, 0.7, [1])(model, batch, torch.float32)
        torch.testing.assert_close(mixed, 0.7 * entropy + 0.3 * plain)
        torch.testing.assert_close(seen, plain)

    def test_what_is_learnt_behind_the_first_layer_is_a_student_of_its_own(self):
        torch.manual_seed(6)
        teacher, batch = Translator(**SHAPE).eval(), Batch.blank(2, "cpu")
        student = Translator(**SHAPE | {"decoder_layers": 2}).eval()
        first, whole = pruned(student, [0, 1], [0]).eval(), student
        with torch.no_grad():
            both = Teacher(teacher, 0.7, [1, 2])(student, batch, torch.float32)[0]
            each = [Teacher(teacher, 0.7, [len(one.decoder)])(one, batch, torch.float32)[0] for one in (first, whole)]
        torch.testing.assert_close(both, torch.stack(each).mean())


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

    def test_a_folder_in_parts_loads_as_a_whole_one(self):
        model = Translator(**SHAPE)
        with tempfile.TemporaryDirectory() as scratch:
            folder, spm = Path(scratch), Path(scratch) / "any.model"
            spm.write_bytes(b"")
            kept, checkpoint.PART_BYTES = checkpoint.PART_BYTES, 1 << 20
            try:
                for _ in range(2):  # the second takes the place of the first
                    checkpoint.save(folder / "parts", model.state_dict(), model.shape, spm, int8=True, parts=True)
            finally:
                checkpoint.PART_BYTES = kept
            checkpoint.save(folder / "whole", model.state_dict(), model.shape, spm, int8=True)
            self.assertFalse((folder / "parts" / checkpoint.INT8).exists())
            one, two = (checkpoint.load(folder / name).state_dict() for name in ("parts", "whole"))
        for name in one:
            self.assertTrue(torch.equal(one[name], two[name]), name)

    def test_an_optimizer_goes_on_where_it_stopped(self):
        ends = []
        for stop in (False, True):
            torch.manual_seed(5)
            model = Translator(**SHAPE)
            optimizer = Optimizer(model, 0.01)
            for step in range(4):
                if stop and step == 2:
                    kept = optimizer.state_dict()
                    optimizer = Optimizer(model, 0.01)
                    optimizer.load_state_dict(kept)
                generator = torch.Generator().manual_seed(step)
                for parameter in model.parameters():
                    parameter.grad = torch.randn(parameter.shape, generator=generator)
                optimizer.step(1e-2, 1e-2)
            ends.append(torch.cat([p.detach().flatten() for p in model.parameters()]))
        self.assertTrue(torch.allclose(*ends, atol=1e-6))


class Clock(unittest.TestCase):
    def test_the_rate_ends_low_however_late_the_slice_is_taken_up(self):
        for done in (0.0, 0.6):
            schedule = Schedule(100, 10, 0.2, 0.01, started=0.0, done=done)
            schedule.elapsed = lambda: 1.0
            self.assertAlmostEqual(schedule.factor(1000), 0.01)
            self.assertAlmostEqual(schedule.factor(4), 0.005)


if __name__ == "__main__":
    unittest.main()
