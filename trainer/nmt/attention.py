"""Attention over packed sequences: no padding, so that every multiplication is spent on a real token.

Sequences lie end to end in one row; `bounds` (cumulative lengths, int32) says where each begins. Which kernel does the
work is found out at the start: the fastest one that agrees with plain arithmetic on this machine.
"""

from __future__ import annotations

import inspect
from typing import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

Attend = Callable[[Tensor, Tensor, Tensor, Tensor, Tensor, int, bool], Tensor]


def plain(q: Tensor, k: Tensor, v: Tensor, bounds_q: Tensor, bounds_k: Tensor, longest: int, causal: bool) -> Tensor:
    """Dense scores with a block mask: the yardstick, and the way on a machine without a GPU."""
    def owner(bounds: Tensor, count: int) -> tuple[Tensor, Tensor]:
        at = torch.arange(count, device=bounds.device)
        which = torch.searchsorted(bounds[1:].long(), at, right=True)
        return which, at - bounds.long()[which]

    own_q, at_q = owner(bounds_q, q.shape[0])
    own_k, at_k = owner(bounds_k, k.shape[0])
    mask = own_q[:, None] == own_k[None, :]
    if causal:
        mask = mask & (at_k[None, :] <= at_q[:, None])
    out = F.scaled_dot_product_attention(q.transpose(0, 1), k.transpose(0, 1), v.transpose(0, 1), attn_mask=mask)
    return out.transpose(0, 1)


def varlen() -> Attend:
    from torch.nn.attention.varlen import varlen_attn

    windowed = "window_size" in inspect.signature(varlen_attn).parameters

    def attend(q, k, v, bounds_q, bounds_k, longest, causal):
        if windowed:
            return varlen_attn(q, k, v, bounds_q, bounds_k, longest, longest, window_size=(-1, 0 if causal else -1))
        return varlen_attn(q, k, v, bounds_q, bounds_k, longest, longest, is_causal=causal)

    return attend


def flash() -> Attend:
    def attend(q, k, v, bounds_q, bounds_k, longest, causal):
        return torch.ops.aten._flash_attention_forward(
            q, k, v, bounds_q, bounds_k, longest, longest, 0.0, causal, False, scale=q.shape[-1] ** -0.5
        )[0]

    return attend


def agrees(attend: Attend, device: str) -> bool:
    """Outputs and gradients on a few ragged sequences, zero-length ones behind them included."""
    generator = torch.Generator(device).manual_seed(1)
    lengths_q, lengths_k = [5, 70, 1, 33, 0, 0], [9, 40, 1, 64, 0, 0]
    bounds = [F.pad(torch.tensor(x, device=device).cumsum(0), (1, 0)).int() for x in (lengths_q, lengths_k)]
    for causal in (False, True):
        sides = [bounds[0], bounds[0]] if causal else bounds
        parts = []
        for side in (sides[0], sides[1], sides[1]):
            shape = (int(side[-1]), 8, 64)
            parts.append(torch.randn(shape, generator=generator, device=device, dtype=torch.bfloat16).requires_grad_())
        weight = torch.randn(parts[0].shape, generator=generator, device=device, dtype=torch.bfloat16)
        results = []
        for one in (attend, plain):
            out = one(*parts, *sides, 80, causal)
            results.append([out, *torch.autograd.grad((out * weight).sum(), parts)])
        for a, b in zip(*results):
            if not (a.float() - b.float()).norm() < 0.02 * b.float().norm():
                return False
    return True


def best(device: str) -> tuple[str, Attend]:
    # cuDNN plans anew for every length; in decoding, where the length grows with each step, that is all it does.
    torch.backends.cuda.enable_cudnn_sdp(False)
    if device != "cpu":
        for name, make in (("varlen", varlen), ("flash", flash)):
            try:
                attend = make()
                if agrees(attend, device):
                    return name, attend
                print("attention", name, "disagrees with plain arithmetic", flush=True)
            except Exception as problem:  # any refusal of a kernel means: try the next one
                print("attention", name, "refused:", str(problem)[:300], flush=True)
    return "plain", plain
