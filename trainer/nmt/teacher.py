"""Learning from a larger model's probabilities, token by token, on the same batch."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from .model import Translator


def taught_loss(hidden: Tensor, embedding: Tensor, wanted: Tensor, wanted_embedding: Tensor, labels: Tensor, share: float) -> tuple[Tensor, Tensor]:
    """Sums over all labels that are not negative: `share` of the cross-entropy to the teacher's probabilities and the rest of the
    plain loss; and the plain loss alone."""
    logits = F.linear(hidden, embedding.to(hidden.dtype)).float()
    probabilities = F.linear(wanted, wanted_embedding).float().softmax(1)
    real = labels >= 0
    total = torch.logsumexp(logits, 1)
    gold = total - logits.gather(1, labels.clamp_min(0)[:, None]).squeeze(1)
    apart = total - (probabilities * logits).sum(1)
    plain_loss = (gold * real).sum()
    return share * (apart * real).sum() + (1 - share) * plain_loss, plain_loss.detach()


class Teacher:
    """`exits`: behind how many layers of the student's decoder its output is compared; what it has learnt behind the first of
    them is a student of its own."""

    def __init__(self, model: Translator, share: float, exits: list[int]):
        self.model, self.share, self.exits, self.loss = model.eval().requires_grad_(False), share, exits, taught_loss

    def compile(self) -> None:
        self.model.compile_layers()
        self.loss = torch.compile(taught_loss, dynamic=False)

    def __call__(self, student: Translator, batch, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        """The mean over all exits, and the plain loss of the last."""
        with torch.no_grad():
            wanted = self.model.states(batch, dtype)[-1]
        states, labels = student.states(batch, dtype), batch.labels.flatten()
        losses = [self.loss(states[depth - 1], student.shared, wanted, self.model.shared, labels, self.share) for depth in self.exits]
        return torch.stack([loss for loss, _ in losses]).mean(), losses[-1][1]
