"""Drafts a few tokens ahead of the decoder, so that a single sentence can check several of them in one step.

A step of the decoder with three rows takes hardly longer than with one: it reads the same weights. From the decoder's last
state and the token that was chosen, a small network foresees the state of the next place, from that and the token it
guesses the one behind, and so on. What it guesses is only ever checked: it makes sentences faster, never different.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .attention import NOBODY, attend, may_look
from .model import Linear, Translator
from .vocabulary import EOS, PAD


class DraftHead(nn.Module):
    """It looks at the source through the keys and values of the decoder's last layer, which are there already: without that,
    two thirds as many guesses are right. Its output layer is a table of its own with few columns: a quarter of the model's do as well."""

    def __init__(self, model: Translator, inner: int, rank: int):
        super().__init__()
        width = model.width
        self.heads = model.heads
        self.mix, self.query, self.out = Linear(2 * width, inner), Linear(inner, width), Linear(inner + width, width)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)
        # To begin with, the best that a table of this rank can say about the model's.
        left, sizes, right = torch.linalg.svd(model.shared.detach().float().cpu(), full_matrices=False)
        root = sizes[:rank].sqrt()
        self.narrow = Linear(width, rank)
        self.narrow.weight.data, self.narrow.bias.data = (root[:, None] * right[:rank]).contiguous(), torch.zeros(rank)
        self.table = nn.Parameter((left[:, :rank] * root).contiguous())

    def forward(self, state: Tensor, token: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
        """The next state from the one before and the token chosen there (its scaled embedding)."""
        inner = F.relu(self.mix(torch.cat([state, token], -1)))
        query = self.query(inner).view(*inner.shape[:2], self.heads, -1)
        looked = attend(query, keys, values, mask).reshape(state.shape)
        return state + self.out(torch.cat([inner, looked], -1))

    def logits(self, state: Tensor) -> Tensor:
        """Of every token."""
        return F.linear(self.narrow(state), self.table.to(state.dtype))


class ExampleBatch:
    """Sentences with the translations that the model itself gives them, and the states it has on the way."""

    @torch.no_grad()
    def __init__(self, model: Translator, sources: Tensor, targets: Tensor, dtype: torch.dtype):
        places = torch.arange(1, max(sources.shape[1], targets.shape[1] + 1) + 1, device=sources.device)
        begin = torch.full_like(targets[:, :1], EOS)
        ends = (targets != PAD).sum(1, keepdim=True)
        at = torch.arange(targets.shape[1] + 1, device=targets.device)[None]
        padded = F.pad(targets, (0, 1), value=PAD)
        self.chosen = torch.where(at == ends, EOS, padded)  # token chosen at each place
        inputs = torch.cat([begin, targets], 1)
        real = (sources != PAD).int() - 1
        own = torch.where(at <= ends, 0, NOBODY).int()
        memory = model.encode(sources, torch.where(real == 0, places[: sources.shape[1]], 0), real, dtype)
        x = model.embed(inputs, torch.where(own == 0, places[: inputs.shape[1]], 0), dtype)
        for layer in model.decoder:
            x = layer(x, memory, own, real)
        self.states = model.decoder_norm(x)
        last = model.decoder[-1]
        self.keys, self.values = last.cross_kv(memory).view(*memory.shape[:2], 2, model.heads, -1).unbind(2)
        self.mask = may_look(own, real, False)
        self.tokens = (F.embedding(self.chosen, model.shared) * math.sqrt(model.width)).to(dtype)

    def foreseen(self, draft_head: DraftHead, ahead: int) -> list[tuple[Tensor, Tensor]]:
        """For 1 to `ahead` tokens ahead of every place: the foreseen state, and the token chosen there (PAD behind the end)."""
        state, result = self.states, []
        for distance in range(ahead):
            state = draft_head(state, shifted(self.tokens, distance), self.keys, self.values, self.mask)
            result.append((state, shifted(self.chosen, distance + 1)))
        return result


def shifted(x: Tensor, places: int) -> Tensor:
    """What stands so many places later; zeros (PAD) behind the end."""
    return x if places == 0 else torch.cat([x[:, places:], torch.zeros_like(x[:, :places])], 1)


def steps_taken(right: Tensor, lengths: Tensor) -> Tensor:
    """How many steps sentences take when each confirms the leading right guesses: `right` is [ahead, sentences, places]."""
    leading = right.int().cumprod(0).sum(0)
    at, steps = torch.zeros_like(lengths), torch.zeros_like(lengths)
    rows = torch.arange(len(lengths), device=lengths.device)
    while bool((at < lengths).any()):
        open_ = at < lengths
        steps += open_
        at = torch.where(open_, at + 1 + leading[rows, at.clamp(max=right.shape[2] - 1)], at)
    return steps
