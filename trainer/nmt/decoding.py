"""Batched generation: one decoder step at a time with cached keys and values, for sampling and for beam search."""

from __future__ import annotations

import math
from typing import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from .attention import NEVER, NOBODY
from .model import DecoderLayer, Translator
from .vocabulary import EOS, PAD

MOST_TOKENS = 160


def room_for(source_length: int) -> int:
    """Longest output that makes sense for a source; also what stops a loop."""
    return min(MOST_TOKENS, int(1.6 * source_length) + 12)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    """One query per row and head [rows, heads, size] over keys and values [rows, heads, places, size]; the mask is [rows, 1, places].

    By matrix products: kernels are made for many queries and took 2.6 times as long.
    """
    scores = torch.matmul(k, q[..., None]).squeeze(3).float() * q.shape[-1] ** -0.5
    shares = (scores if mask is None else torch.where(mask, scores, NEVER)).softmax(-1).to(v.dtype)
    return torch.matmul(shares[:, :, None], v).squeeze(2)


class State:
    """What decoding needs of a batch: cross keys and values, the growing self cache, the mask over sources.

    Every source is encoded once and has `width` rows, one behind the other.
    """

    def __init__(self, model: Translator, sources: Tensor, banned: Tensor, dtype: torch.dtype, steps: int, width: int = 1):
        batch, longest = sources.shape
        heads, size = model.heads, model.width // model.heads
        self.model, self.dtype = model, dtype
        real = sources != PAD
        places = torch.arange(1, longest + 1, device=sources.device)
        memory = model.encode(sources, torch.where(real, places, 0), torch.where(real, 0, NOBODY).int(), dtype)
        self.cross = []
        for layer in model.decoder:
            pair = layer.cross_kv(memory).view(batch, longest, 2, heads, size).permute(2, 0, 3, 1, 4).contiguous()
            self.cross.append(pair if width == 1 else pair.repeat_interleave(width, 1))
        self.mask = real[:, None, :].repeat_interleave(width, 0)
        shape = (2, batch * width, heads, steps, size)
        self.own = [torch.zeros(shape, dtype=dtype, device=sources.device) for _ in model.decoder]
        # As a bias of the output layer a ban costs nothing.
        self.bias = torch.zeros(len(model.shared), dtype=dtype, device=sources.device).index_fill(0, banned, -math.inf)

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
        mixed = attend(q, own[0, :, :, : step + 1], own[1, :, :, : step + 1], None)
        x = x + layer.out(mixed.reshape(x.shape))
        q = layer.cross_q(layer.cross_norm(x)).view(shape[0], *shape[2:])
        mixed = attend(q, *self.cross[number], self.mask)
        x = x + layer.cross_out(mixed.reshape(x.shape))
        return x + layer.fc2(F.relu(layer.fc1(layer.norm(x))))

    def logits(self, ids: Tensor, step: int) -> Tensor:
        model = self.model
        x = (F.embedding(ids, model.shared) * math.sqrt(model.width) + model.positions[step + 1]).to(self.dtype)
        for number, layer in enumerate(model.decoder):
            x = self._layer(layer, number, x, step)
        return F.linear(model.decoder_norm(x), model.shared.to(self.dtype), self.bias)


Draw = Callable[[Tensor, Tensor, float, float], tuple[Tensor, Tensor]]


def draw(logits: Tensor, noise: Tensor, temperature: float, least_share: float) -> tuple[Tensor, Tensor]:
    """A token per row and its log-probability; only tokens with `least_share` of the best one's probability are drawn."""
    best, total = logits.amax(1, True), logits.float().logsumexp(1)
    open_ = torch.where(logits >= best + math.log(least_share), logits.float() / temperature + noise, -math.inf)
    token = open_.argmax(1)
    return token, logits.gather(1, token[:, None]).squeeze(1).float() - total


def fast_draw(device: str, dtype: torch.dtype) -> Draw:
    """The same in one or two passes over the logits, where the compiler manages that; checked before it is used."""
    if device == "cpu":
        return draw
    compiled = torch.compile(draw)
    try:
        for rows in (64, 200, 333):
            logits, noise = torch.randn(rows, 32016, device=device, dtype=dtype), torch.rand(32016, device=device)
            torch._dynamo.maybe_mark_dynamic(logits, 0)
            same = compiled(logits, noise, 0.7, 0.1)[0] == draw(logits, noise, 0.7, 0.1)[0]
            if same.float().mean() < 0.98:  # the rest are ties, rounded either way
                raise RuntimeError("compiled and plain draws differ")
        return compiled
    except Exception as problem:  # whatever the compiler objects to, the plain way works
        print("drawing is not compiled:", str(problem)[:300], flush=True)
        return draw


@torch.no_grad()
def sample(
    model: Translator, sources: Tensor, banned: Tensor, dtype: torch.dtype, temperature: float, least_share: float, pick: Draw = draw
) -> tuple[Tensor, Tensor]:
    """One output per source row and its mean log-probability. Temperature 0 takes the best token each time.

    All rows of a step share one vector of Gumbel noise: each row alone is still a fair draw, and the whole costs a pass
    over the logits, not a sort.
    """
    steps = room_for(sources.shape[1])
    state = State(model, sources, banned, dtype, steps)
    batch, device = len(sources), sources.device
    out = torch.full((batch, steps), PAD, dtype=torch.int64, device=device)
    score, length = torch.zeros(batch, device=device), torch.zeros(batch, device=device)
    alive = torch.arange(batch, device=device)
    last = torch.full((batch,), EOS, device=device)
    done = torch.zeros(batch, dtype=torch.bool, device=device)
    noise = torch.zeros(len(model.shared), device=device)
    for step in range(steps):
        if temperature:
            noise = -torch.empty_like(noise).exponential_().log()
        last, gained = pick(state.logits(last, step), noise, temperature or 1.0, least_share)
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
def beam(model: Translator, sources: Tensor, banned: Tensor, dtype: torch.dtype, width: int = 4, penalty: float = 1.0) -> tuple[Tensor, Tensor]:
    """Beam search: as `sample`, one output per source row and its score. Finished hypotheses are ranked by log-probability over length**penalty."""
    steps, count, device = room_for(sources.shape[1]), len(sources), sources.device
    state = State(model, sources, banned, dtype, steps, width)
    out = torch.full((count, steps), PAD, dtype=torch.int64, device=device)
    score = torch.full((count,), -math.inf, device=device)
    alive = torch.arange(count, device=device)
    # Of the sentences that are still searched: their beams' scores, last tokens, and all tokens before.
    scores = torch.full((count, width), -math.inf, device=device)
    scores[:, 0] = 0
    last = torch.full((count * width,), EOS, device=device)
    past = torch.full((count * width, steps), PAD, dtype=torch.int64, device=device)
    for step in range(steps):
        logits = state.logits(last, step)
        # The best of a sentence are among the best of its beams: no need to sort them all.
        values, token = logits.topk(2 * width, 1)
        values = values.float() - logits.float().logsumexp(1, True) + scores.view(-1, 1)
        values, indices = values.view(len(alive), -1).topk(2 * width, 1)
        token = token.view(len(alive), -1).gather(1, indices)
        origin = indices // (2 * width) + torch.arange(len(alive), device=device)[:, None] * width
        ended = token == EOS
        finished = torch.where(ended, values / (step + 1) ** penalty, -math.inf)
        top, which = finished[:, :width].max(1)
        better = (top > score[alive]).nonzero().squeeze(1)
        out[alive[better]] = past[origin[better, which[better]]]
        score[alive[better]] = top[better]
        values = values.masked_fill(ended, -math.inf)
        scores, keep = values.topk(width, 1)
        rows = origin.gather(1, keep).flatten()
        last = token.gather(1, keep).flatten()
        past = past[rows]
        past[:, step] = last
        # The usual bet: no open hypothesis whose mean is already worse will recover.
        over = score[alive] >= scores[:, 0] / (step + 1) ** penalty
        if bool(over.all()):
            break
        state.reorder(rows, step + 1)
        if step % 12 == 11 and int(over.sum()) > 0.25 * len(over):
            left = (~over).nonzero().squeeze(1)
            rows = (left[:, None] * width + torch.arange(width, device=device)).flatten()
            state.select(rows)
            alive, scores, last, past = alive[left], scores[left], last[rows], past[rows]
    never = (score[alive] == -math.inf).nonzero().squeeze(1)
    out[alive[never]] = past[never * width]
    score[alive[never]] = scores[never, 0] / steps**penalty
    return out, score
