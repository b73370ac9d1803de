"""Batches of one fixed shape, put together on the training device: rows that hold several sentences on both sides.

One shape means one compilation. Which sentences share a row is decided on the host for a stretch of steps at once; the
device only gets four numbers per sentence.
"""

from __future__ import annotations

from typing import Iterator, NamedTuple

import numpy as np
import torch
from torch import Tensor

from .attention import NOBODY
from .examples import Examples
from .packing import pack
from .register import POLITE
from .vocabulary import EOS, EXTRA, PAD

# Of a row. The longest side has 160 tokens, and a source up to five special ones beside them; the target, which has
# one, gets as much less room as it has fewer tokens.
SOURCE_ROOM, TARGET_ROOM = 192, 168
STEPS_AT_ONCE = 16


class Batch(NamedTuple):
    """All are [rows, slots]. A slot of nobody holds padding and has no label."""

    source: Tensor
    source_places: Tensor
    source_owner: Tensor
    target: Tensor
    target_places: Tensor
    target_owner: Tensor
    labels: Tensor

    @staticmethod
    def blank(rows: int, device: str) -> Batch:
        """Made-up sentences of 12 tokens in the shape of a real batch, to compile with."""
        sides = []
        for room in (SOURCE_ROOM, TARGET_ROOM):
            slot = torch.arange(room, device=device).expand(rows, room)
            sides += [slot * 97 % 20000 + 100, slot % 12 + 1, (slot // 12).int()]
        return Batch(*sides, sides[3])


class Plan(NamedTuple):
    """Sentences of one step: their examples, their rows, and where in its row each begins; columns of one table."""

    example: Tensor
    row: Tensor
    source_begin: Tensor
    target_begin: Tensor


class Batches:
    def __init__(self, examples: Examples, rows: int, language_ids: list[int], tag_ids: list[int], recipe: dict):
        self.examples, self.rows = examples, rows
        device = examples.device
        self.language_ids = torch.tensor(language_ids, device=device)
        self.tag_ids = torch.tensor(tag_ids, device=device)
        self.own, self.general, self.with_register = recipe["keep_own_tag"], recipe["general_tag"], recipe["register_share"]
        self.source_slot = torch.arange(rows * SOURCE_ROOM, device=device)
        self.target_slot = torch.arange(rows * TARGET_ROOM, device=device)
        self.filled = np.zeros(3)  # source slots with a token, target slots with one, steps

    def take_filled(self) -> tuple[float, float]:
        """Shares of the slots that held a token since the last call."""
        source, target, steps = self.filled
        self.filled = np.zeros(3)
        return source / max(1, steps * self.rows * SOURCE_ROOM), target / max(1, steps * self.rows * TARGET_ROOM)

    def epoch(self, seed: int, skip: int = 0) -> Iterator[Plan]:
        """Plans of a fresh draw of the examples, the same for the same seed and examples; `skip` plans are left out."""
        rows, rng = self.examples, np.random.default_rng(seed)
        visits = rows.visits.cpu().numpy()
        order = np.repeat(np.arange(len(rows)), (visits + rng.random(len(rows), np.float32)).astype(np.int64))
        rng.shuffle(order)
        # Two special tokens at most in front of a source, one more if a machine made it or a register is known; one behind each side.
        column = {name: rows.columns[name].cpu().numpy() for name in ("source_length", "target_length", "machine", "register")}
        source = (column["source_length"] + 3 + column["machine"] + (column["register"] > 0))[order].astype(np.int32)
        target = (column["target_length"] + 1)[order].astype(np.int32)
        waiting, at, done = np.zeros(0, np.int64), 0, 0
        while True:
            chosen = self._stretch(source, target, waiting, at)
            if chosen is None and done:
                return  # what is left does not fill a step: it comes again in the next epoch
            steps, taken = chosen or (1, len(order) - at)
            some = np.concatenate([waiting, np.arange(at, at + taken)])
            at += taken
            where = pack(source[some], target[some], steps * self.rows, SOURCE_ROOM, TARGET_ROOM)
            waiting = some[where < 0]
            placed, where = some[where >= 0], where[where >= 0]
            by_row = np.argsort(where, kind="stable")
            for plan in self._plans(order, placed[by_row], where[by_row], source, target, steps):
                done += 1
                if done > skip:
                    yield plan
            if chosen is None:
                return

    def _stretch(self, source: np.ndarray, target: np.ndarray, waiting: np.ndarray, at: int) -> tuple[int, int] | None:
        """How many steps can be filled from here, at most STEPS_AT_ONCE, and with how many more sentences."""
        window = STEPS_AT_ONCE * self.rows * TARGET_ROOM // 4
        sums = [np.cumsum(side[at : at + window]) + side[waiting].sum() for side in (source, target)]
        if not len(sums[0]):
            return None
        rooms = (self.rows * SOURCE_ROOM, self.rows * TARGET_ROOM)
        steps = min(STEPS_AT_ONCE, *(int(side[-1] // room) for side, room in zip(sums, rooms)))
        if steps == 0:
            return None
        return steps, min(int(np.searchsorted(side, steps * room)) for side, room in zip(sums, rooms))

    def _plans(self, order: np.ndarray, placed: np.ndarray, where: np.ndarray, source: np.ndarray, target: np.ndarray, steps: int) -> Iterator[Plan]:
        first = np.searchsorted(where, where, "left")
        begins = []
        for lengths in (source[placed], target[placed]):
            ends = np.cumsum(lengths)
            begins.append(ends - lengths - (ends - lengths)[first])
        table = torch.from_numpy(np.stack([order[placed], where % self.rows, *begins]))
        if self.examples.device != "cpu":
            table = table.pin_memory().to(self.examples.device, non_blocking=True)
        cuts = np.searchsorted(where, np.arange(steps + 1) * self.rows)
        for begin, end in zip(cuts[:-1].tolist(), cuts[1:].tolist()):
            self.filled += source[placed[begin:end]].sum(), target[placed[begin:end]].sum(), 1
            yield Plan(*table[:, begin:end])

    def get(self, plan: Plan) -> Batch:
        tokens = self.examples.tokens
        column = {name: values[plan.example] for name, values in self.examples.columns.items()}
        chance = torch.rand(len(plan.example), device=tokens.device)
        own, general = chance < self.own, (chance >= self.own) & (chance < self.own + self.general) & (column["tag"] != 0)
        tag = torch.where(general, EXTRA["<gen>"], self.tag_ids[column["tag"]])
        tagged, machine = (own | general).long(), column["machine"]
        asked = ((column["register"] > 0) & (torch.rand(len(plan.example), device=tokens.device) < self.with_register)).long()
        front = 1 + tagged + machine + asked

        lengths = column["source_length"] + front + 1
        owner, place, inside = self._owners(plan.row * SOURCE_ROOM + plan.source_begin, lengths, self.source_slot)
        at = column["source_at"][owner] + place - front[owner]
        source = tokens[at.clamp(0, len(tokens) - 1)].long()
        source = torch.where(place == 0, self.language_ids[column["language"]][owner], source)
        source = torch.where((place == 1) & (tagged[owner] == 1), tag[owner], source)
        source = torch.where((place == 1 + tagged[owner]) & (machine[owner] == 1), EXTRA["<bt>"], source)
        spoken = EXTRA["<polite>"] + column["register"] - POLITE
        source = torch.where((place == front[owner] - 1) & (asked[owner] == 1), spoken[owner], source)
        source = torch.where(place == lengths[owner] - 1, EOS, source)
        sides = [*self._slots(source, place, owner, inside)]

        lengths = column["target_length"] + 1
        owner, place, inside = self._owners(plan.row * TARGET_ROOM + plan.target_begin, lengths, self.target_slot)
        at = column["target_at"][owner] + place
        before = torch.where(place == 0, EOS, tokens[(at - 1).clamp(0, len(tokens) - 1)].long())
        labels = torch.where(place == lengths[owner] - 1, EOS, tokens[at.clamp(0, len(tokens) - 1)].long())
        sides += [*self._slots(before, place, owner, inside), torch.where(inside, labels, -1)]
        return Batch(*(side.view(self.rows, -1) for side in sides))

    def _owners(self, begins: Tensor, lengths: Tensor, slot: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Of every slot: the last sentence that begins at or before it, the place in it, and whether it reaches that far."""
        owner = (torch.searchsorted(begins, slot, right=True) - 1).clamp_min(0)
        place = slot - begins[owner]
        return owner, place, (place >= 0) & (place < lengths[owner])

    def _slots(self, ids: Tensor, place: Tensor, owner: Tensor, inside: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return torch.where(inside, ids, PAD), torch.where(inside, place + 1, 0), torch.where(inside, owner, NOBODY).int()
