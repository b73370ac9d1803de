"""Muon for the hidden matrices, AdamW for everything else.

Muon (Jordan et al. 2024) replaces the momentum of a matrix by the nearest orthogonal one. Its update is scaled to the
size an AdamW update has (0.2 * sqrt(longer side); Liu et al. 2025, arXiv 2502.16982), so that the rates compare.
All matrices of one shape are orthogonalised in one batch: one by one they would cost more than the backward pass.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .model import Linear, Translator

MOMENTUM = 0.95
STEPS = 5


def orthogonal(x: Tensor) -> Tensor:
    """Newton-Schulz iteration on a batch of matrices with no more rows than columns."""
    x = x.bfloat16() if x.is_cuda else x
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(STEPS):
        gram = x @ x.mT
        x = 3.4445 * x + (-4.7750 * gram + 2.0315 * gram @ gram) @ x
    return x.float()


class Matrices:
    """Weights of equal shape, seen as one batch; wide ones as they are, tall ones transposed."""

    def __init__(self, rows: int, columns: int):
        self.rows, self.columns = rows, columns
        self.views: list[tuple[Linear, int, bool, float]] = []
        self.momentum: Tensor | None = None

    def gradients(self) -> Tensor:
        parts = []
        for linear, square, tall, _ in self.views:
            gradient = linear.weight.grad.view(square, -1, linear.in_features)
            parts.append(gradient.mT if tall else gradient)
        return torch.cat(parts)

    def step(self, rate: float, decay: float) -> None:
        gradient = self.gradients()
        if self.momentum is None:
            self.momentum = torch.zeros_like(gradient)
        self.momentum.lerp_(gradient, 1 - MOMENTUM)
        update = orthogonal(gradient.lerp(self.momentum, MOMENTUM)) * (0.2 * max(self.rows, self.columns) ** 0.5)
        at = 0
        for linear, square, tall, pace in self.views:
            part = update[at : at + square]
            at += square
            part = part.mT if tall else part
            linear.weight.data.mul_(1 - pace * rate * decay).sub_(part.reshape(linear.weight.shape), alpha=pace * rate)


class Optimizer:
    def __init__(self, model: Translator, weight_decay: float, added_pace: float = 1.0):
        """`added_pace`: the rate of matrices in layers that growth added, times that of the others."""
        self.weight_decay = weight_decay
        self.groups: dict[tuple[int, int], Matrices] = {}
        width, taken = model.width, set()
        for layer in (*model.encoder, *model.decoder):
            for module in (part for part in layer.children() if isinstance(part, Linear)):
                # Query, key and value are separate maps that only share a matrix for speed.
                square = module.out_features // width if module.out_features in (2 * width, 3 * width) else 1
                rows = module.out_features // square
                tall = rows > module.in_features
                key = (min(rows, module.in_features), max(rows, module.in_features))
                self.groups.setdefault(key, Matrices(*key)).views.append((module, square, tall, added_pace if layer.added else 1.0))
                taken.add(id(module.weight))
        rest = [p for p in model.parameters() if id(p) not in taken]
        self.rest = torch.optim.AdamW(rest, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.0, fused=rest[0].is_cuda)
        self.parameters = list(model.parameters())

    def state_dict(self) -> dict:
        return {"momentum": {f"{r}x{c}": group.momentum for (r, c), group in self.groups.items()}, "rest": self.rest.state_dict()}

    def load_state_dict(self, state: dict) -> None:
        for (rows, columns), group in self.groups.items():
            kept = state["momentum"][f"{rows}x{columns}"]
            group.momentum = None if kept is None else kept.to(self.parameters[0].device)
        self.rest.load_state_dict(state["rest"])

    def step(self, matrix_rate: float, rate: float) -> None:
        torch.nn.utils.clip_grad_norm_(self.parameters, 2.0)
        for group in self.groups.values():
            group.step(matrix_rate, self.weight_decay)
        for group in self.rest.param_groups:
            group["lr"] = rate
        self.rest.step()
        self.rest.zero_grad(set_to_none=True)
        for parameter in self.parameters:
            parameter.grad = None
