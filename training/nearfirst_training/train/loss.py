"""Cross-entropy over a whole vocabulary, without ever holding all logits: they would take more memory than the model."""

from __future__ import annotations

import torch
import torch.nn.functional as functional
from torch import Tensor

#: Positions whose logits are held at a time on a processor; on a GPU more pay.
CHUNK = {"cpu": 1024, "cuda": 16_384}


def softmax_gradient(logits: Tensor, targets: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
    """Weighted loss of each position, and the gradient of their sum with respect to the logits.

    logits: (positions, vocabulary); targets and weights: (positions).
    """
    wide = logits.float()
    highest = wide.max(-1, keepdim=True)[0]
    exponentials = (wide - highest).exp()
    total = exponentials.sum(-1, keepdim=True)
    losses = (total.log() + highest).squeeze(-1) - wide.gather(-1, targets[:, None]).squeeze(-1)
    scale = weights[:, None]
    probabilities = exponentials * (scale / total)
    is_target = torch.arange(wide.shape[-1], device=wide.device)[None, :] == targets[:, None]
    gradient = torch.where(is_target, probabilities - scale, probabilities)
    return losses * weights, gradient.to(logits.dtype)


class VocabularyLoss(torch.autograd.Function):
    """sum(weights · cross-entropy) / `divisor`, with both gradients computed on the way forward, a chunk at a time."""

    @staticmethod
    def forward(ctx, hidden: Tensor, embedding: Tensor, targets: Tensor, weights: Tensor, divisor: float, gradient_of):
        hidden_gradient = torch.empty_like(hidden)
        embedding_gradient = torch.zeros(embedding.shape, dtype=torch.float32, device=embedding.device)
        total = torch.zeros((), dtype=torch.float32, device=hidden.device)
        chunk = CHUNK[hidden.device.type]
        for start in range(0, hidden.shape[0], chunk):
            part = slice(start, start + chunk)
            losses, gradient = gradient_of(
                functional.linear(hidden[part], embedding), targets[part], weights[part] / divisor
            )
            total += losses.sum()
            hidden_gradient[part] = gradient @ embedding
            embedding_gradient += gradient.T @ hidden[part]
        ctx.save_for_backward(hidden_gradient, embedding_gradient)
        ctx.dtype = embedding.dtype
        return total

    @staticmethod
    def backward(ctx, upstream: Tensor):
        hidden_gradient, embedding_gradient = ctx.saved_tensors
        return hidden_gradient * upstream, (embedding_gradient * upstream).to(ctx.dtype), None, None, None, None
