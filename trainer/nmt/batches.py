"""Packed batches of one fixed shape, put together on the training device from two numbers: where in the epoch, how many.

A fixed shape lets the compiler and the GPU work without padding and without recompiling. The slots that are left over
at the end of a batch belong to filler sequences without labels: a slot that no sequence owned would be read
uninitialised by the attention kernel.
"""

from __future__ import annotations

from typing import Iterator, NamedTuple

import numpy as np
import torch
from torch import Tensor

from .examples import Examples
from .vocabulary import EOS, EXTRA, PAD

FILLERS = 96
LONGEST = 168  # of a side, its special tokens included


class Batch(NamedTuple):
    source: Tensor
    source_places: Tensor
    source_bounds: Tensor
    target: Tensor
    target_places: Tensor
    target_bounds: Tensor
    labels: Tensor


class Batches:
    def __init__(self, examples: Examples, slots: int, language_ids: list[int], tag_ids: list[int], recipe: dict):
        self.examples, self.target_slots = examples, slots
        # A source carries its tags beside the text: with the same room it would leave target slots empty.
        self.source_slots = slots // 128 * 138
        # The backward attention kernel clears a buffer that grows with this number.
        self.sequences = slots // 16
        device = examples.device
        self.language_ids = torch.tensor(language_ids, device=device)
        self.tag_ids = torch.tensor(tag_ids, device=device)
        self.own, self.general = recipe["keep_own_tag"], recipe["general_tag"]
        self.order = torch.zeros(0, dtype=torch.int64, device=device)
        self.slot = torch.arange(self.source_slots, device=device)
        self.number = torch.arange(self.sequences, device=device)

    def epoch(self) -> Iterator[tuple[int, int]]:
        """Draws a fresh epoch and yields (begin, count) of its batches."""
        rows, device = self.examples, self.examples.device
        copies = (rows.visits + torch.rand(len(rows), device=device)).long()
        order = torch.repeat_interleave(torch.arange(len(rows), device=device), copies)
        order = order[torch.randperm(len(order), device=device)]
        # Two special tokens at most in front of a real source, three in front of a machine-made one, one behind each side.
        source = (rows.columns["source_length"] + 3 + rows.columns["machine"])[order].cumsum(0).cpu().numpy()
        target = (rows.columns["target_length"][order] + 1).cumsum(0).cpu().numpy()
        self.order = torch.cat([order, order[:1].expand(self.sequences)])
        begin, source_room, target_room = 0, self.source_slots - FILLERS, self.target_slots - FILLERS
        while begin < len(source):
            used = (source[begin - 1], target[begin - 1]) if begin else (0, 0)
            end = min(
                int(np.searchsorted(source, used[0] + source_room, "right")),
                int(np.searchsorted(target, used[1] + target_room, "right")),
                begin + self.sequences - FILLERS,
            )
            if end == len(source):
                return  # the last, unfilled batch: its examples come again in the next epoch
            yield begin, end - begin
            begin = end

    def _lay_out(self, lengths: Tensor, count: int, slots: int) -> tuple[Tensor, Tensor, Tensor]:
        """Bounds with fillers behind the real sequences; the owner of every slot and its place in it."""
        left = slots - lengths.sum()
        filler = (self.number >= count) & (self.number < count + FILLERS)
        share = left // FILLERS + (self.number - count < left % FILLERS)
        lengths = torch.where(filler, share, lengths)
        bounds = torch.cat([lengths.new_zeros(1), lengths.cumsum(0)])
        slot = self.slot[:slots]
        owner = torch.searchsorted(bounds[1:], slot, right=True)
        return bounds.int(), owner, slot - bounds[owner]

    def get(self, begin: int, count: int) -> Batch:
        rows = self.examples.columns
        index = self.order[begin : begin + self.sequences]
        real = self.number < count
        column = {name: torch.where(real, rows[name][index], 0) for name in rows}
        dice = torch.rand(self.sequences, device=self.slot.device)
        own, general = dice < self.own, (dice >= self.own) & (dice < self.own + self.general) & (column["tag"] != 0)
        tag = torch.where(general, EXTRA["<gen>"], self.tag_ids[column["tag"]])
        tagged = (own | general).long()
        machine = column["machine"]
        front = 1 + tagged + machine

        lengths = torch.where(real, column["source_length"] + front + 1, 0)
        source_bounds, owner, place = self._lay_out(lengths, count, self.source_slots)
        inside = (column["source_at"][owner] + place - front[owner]).clamp(0, len(self.examples.tokens) - 1)
        source = self.examples.tokens[inside].long()
        source = torch.where(place == 0, self.language_ids[column["language"]][owner], source)
        source = torch.where((place == 1) & (tagged[owner] == 1), tag[owner], source)
        source = torch.where((place == front[owner] - 1) & (machine[owner] == 1), EXTRA["<bt>"], source)
        source = torch.where(place == lengths[owner] - 1, EOS, source)
        source = torch.where(real[owner], source, PAD)
        source_places = place + 1

        lengths = torch.where(real, column["target_length"] + 1, 0)
        target_bounds, owner, place = self._lay_out(lengths, count, self.target_slots)
        at = column["target_at"][owner] + place
        top = len(self.examples.tokens) - 1
        before = torch.where(place == 0, EOS, self.examples.tokens[(at - 1).clamp(0, top)].long())
        labels = torch.where(place == lengths[owner] - 1, EOS, self.examples.tokens[at.clamp(0, top)].long())
        labels = torch.where(real[owner], labels, -1)
        target = torch.where(real[owner], before, PAD)
        return Batch(source, source_places.clamp(max=511), source_bounds, target, (place + 1).clamp(max=511), target_bounds, labels)
