"""Batched generation: one decoder step at a time with cached keys and values, for sampling and for beam search."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from .model import DecoderLayer, Translator
from .vocabulary import EOS, PAD

MOST_TOKENS = 160


def room_for(source_length: int) -> int:
    """Longest output that makes sense for a source; also what stops a loop."""
    return min(MOST_TOKENS, int(1.6 * source_length) + 12)


class State:
    """What decoding needs of a batch: cross keys and values, the growing self cache, the mask over sources."""

    def __init__(self, model: Translator, sources: Tensor, dtype: torch.dtype, steps: int):
        batch, longest = sources.shape
        heads, size = model.heads, model.width // model.heads
        self.model, self.dtype = model, dtype
        lengths = (sources != PAD).sum(1)
        bounds = F.pad(lengths.cumsum(0), (1, 0)).int()
        flat = (sources != PAD).flatten().nonzero().squeeze(1)
        memory = model.encode(sources.flatten()[flat], flat % longest + 1, bounds, longest, dtype)
        padded = memory.new_zeros(batch * longest, model.width)
        padded[flat] = memory
        self.cross = []
        for layer in model.decoder:
            pair = layer.cross_kv(padded.view(batch, longest, -1)).view(batch, longest, 2, heads, size)
            self.cross.append(pair.permute(2, 0, 3, 1, 4).contiguous())
        self.mask = (sources != PAD)[:, None, None, :]
        self.own = [torch.zeros(2, batch, heads, steps, size, dtype=dtype, device=sources.device) for _ in model.decoder]

    def select(self, rows: Tensor) -> None:
        self.cross = [c[:, rows] for c in self.cross]
        self.own = [c[:, rows] for c in self.own]
        self.mask = self.mask[rows]

    def reorder(self, rows: Tensor, step: int) -> None:
        """Beams change places inside a sentence: only their own past differs."""
        for cache in self.own:
            cache[:, :, :, :step] = cache[:, rows, :, :step]

    def _layer(self, layer: DecoderLayer, number: int, x: Tensor, step: int) -> Tensor:
        shape = (x.shape[0], -1, self.model.heads, self.model.width // self.model.heads)
        q, k, v = layer.qkv(layer.self_norm(x)).view(shape[0], 3, *shape[2:]).unbind(1)
        own = self.own[number]
        own[0, :, :, step], own[1, :, :, step] = k, v
        mixed = F.scaled_dot_product_attention(q[:, :, None], own[0, :, :, : step + 1], own[1, :, :, : step + 1])
        x = x + layer.out(mixed.reshape(x.shape))
        q = layer.cross_q(layer.cross_norm(x)).view(shape[0], *shape[2:])
        mixed = F.scaled_dot_product_attention(q[:, :, None], *self.cross[number], attn_mask=self.mask)
        x = x + layer.cross_out(mixed.reshape(x.shape))
        return x + layer.fc2(F.relu(layer.fc1(layer.norm(x))))

    def logits(self, ids: Tensor, step: int) -> Tensor:
        model = self.model
        x = (F.embedding(ids, model.shared) * math.sqrt(model.width) + model.positions[step + 1]).to(self.dtype)
        for number, layer in enumerate(model.decoder):
            x = self._layer(layer, number, x, step)
        return F.linear(model.decoder_norm(x), model.shared.to(self.dtype))


@torch.no_grad()
def sample(model: Translator, sources: Tensor, banned: Tensor, dtype: torch.dtype, temperature: float, least_share: float) -> tuple[Tensor, Tensor]:
    """One output per source row and its mean log-probability. Temperature 0 takes the best token each time.

    Only tokens with at least `least_share` of the best one's probability are drawn. All rows of a step share one vector
    of Gumbel noise: each row alone is still a fair draw, and the whole costs a pass over the logits, not a sort.
    """
    steps = room_for(sources.shape[1])
    state = State(model, sources, dtype, steps)
    batch, device = len(sources), sources.device
    out = torch.full((batch, steps), PAD, dtype=torch.int64, device=device)
    score, length = torch.zeros(batch, device=device), torch.zeros(batch, device=device)
    alive = torch.arange(batch, device=device)
    last = torch.full((batch,), EOS, device=device)
    done = torch.zeros(batch, dtype=torch.bool, device=device)
    for step in range(steps):
        logits = state.logits(last, step)
        logits[:, banned] = -math.inf
        total = logits.logsumexp(1).float()
        if temperature:
            noise = -torch.empty(logits.shape[1], device=device).exponential_().log()
            floor = logits.amax(1, True) + math.log(least_share)
            last = (logits / temperature + noise.to(dtype)).masked_fill(logits < floor, -math.inf).argmax(1)
        else:
            last = logits.argmax(1)
        gained = logits.gather(1, last[:, None]).squeeze(1).float() - total
        last = torch.where(done, PAD, last)
        out[alive, step] = last
        score[alive] += torch.where(done, 0.0, gained)
        length[alive] += (~done).float()
        done = done | (last == EOS)
        if step % 12 == 11 or step == steps - 1:
            # Rows that are finished leave the batch; looking costs a wait for the device, so not at every step.
            left = (~done).nonzero().squeeze(1)
            if len(left) == 0:
                break
            if len(left) < 0.75 * len(done):
                state.select(left)
                alive, last, done = alive[left], last[left], done[left]
    return torch.where(out == EOS, PAD, out), score / length.clamp_min(1)


@torch.no_grad()
def beam(model: Translator, sources: Tensor, banned: Tensor, dtype: torch.dtype, width: int = 4, penalty: float = 1.0) -> list[list[int]]:
    """Beam search; finished hypotheses are ranked by log-probability over length**penalty."""
    steps, count, device = room_for(sources.shape[1]), len(sources), sources.device
    state = State(model, sources.repeat_interleave(width, 0), dtype, steps)
    scores = torch.full((count, width), -math.inf, device=device)
    scores[:, 0] = 0
    last = torch.full((count * width,), EOS, device=device)
    past = torch.zeros(count * width, 0, dtype=torch.int64, device=device)
    best_score = torch.full((count,), -math.inf, device=device)
    best: list[list[int]] = [[] for _ in range(count)]
    base = torch.arange(count, device=device)[:, None] * width
    for step in range(steps):
        logits = state.logits(last, step).float()
        logits[:, banned] = -math.inf
        total = (logits.log_softmax(1).view(count, width, -1) + scores[:, :, None]).view(count, -1)
        values, indices = total.topk(2 * width, 1)
        origin, token = indices // logits.shape[1] + base, indices % logits.shape[1]
        ended = token == EOS
        finished = torch.where(ended, values / (step + 1) ** penalty, -math.inf)
        finished[:, width:] = -math.inf
        top, which = finished.max(1)
        better = (top > best_score).nonzero().squeeze(1)
        if len(better):
            rows = origin[better, which[better]]
            for sentence, ids in zip(better.tolist(), past[rows].tolist()):
                best[sentence] = ids
            best_score = torch.maximum(best_score, top)
        values = values.masked_fill(ended, -math.inf)
        scores, keep = values.topk(width, 1)
        rows = origin.gather(1, keep).flatten()
        last = token.gather(1, keep).flatten()
        past = torch.cat([past[rows], last[:, None]], 1)
        # The usual bet: no open hypothesis whose mean is already worse will recover.
        if bool((best_score >= scores[:, 0] / (step + 1) ** penalty).all()):
            break
        state.reorder(rows, step + 1)
    for sentence in (best_score == -math.inf).nonzero().squeeze(1).tolist():
        best[sentence] = past[sentence * width].tolist()
    return best
