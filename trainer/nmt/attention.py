"""Attention among the slots of a row that belong to the same sentence.

A row holds several sentences. Attention kernels work in blocks of 128 by 128 slots whatever a sentence needs, and most
sentences have 20: with one sentence a block, most of the work is thrown away. Here a block is a row, well filled, and
written out it is two matrix products and a softmax, which the compiler joins with the mask: one way for every device.
"""

from __future__ import annotations

import torch
from torch import Tensor

# Not minus infinity: a slot that may look at nothing (filling behind the last sentence) must not become "not a number".
NEVER = -1e9
NOBODY = -1


def may_look(owner: Tensor, other: Tensor, causal: bool) -> Tensor:
    """[rows, 1, slots, slots of the other side]: whether they are of one sentence, and not ahead where `causal`."""
    mask = owner[:, None, :, None] == other[:, None, None, :]
    if causal:
        place = torch.arange(owner.shape[1], device=owner.device)
        mask = mask & (place[None, :] <= place[:, None])
    return mask


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
    """Queries, keys and values are [rows, slots, heads, size of a head], and so is the result."""
    q = q.transpose(1, 2) * q.shape[-1] ** -0.5
    scores = torch.matmul(q, k.permute(0, 2, 3, 1))
    shares = torch.where(mask, scores.float(), NEVER).softmax(-1).to(v.dtype)
    return torch.matmul(shares, v.transpose(1, 2)).transpose(1, 2)
