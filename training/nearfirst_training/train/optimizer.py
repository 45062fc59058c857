"""AdamW (MCCom 4.1.3), and for the blocks' matrices where the configuration asks for it Muon.

Muon (Jordan et al. 2024) moves each matrix along its orthogonalised momentum; scaled as in Liu et al. 2025 ("match RMS of
AdamW"), it shares AdamW's learning rate and weight decay. `results` of the ablation say what it brings here.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.optim import AdamW, Muon, Optimizer

from ..configuration import OptimizerSettings
from .model import Transformer


def optimizers_for(model: Transformer, settings: OptimizerSettings) -> list[Optimizer]:
    """Matrices decay, norms do not. Each parameter belongs to exactly one of the optimisers."""
    norms, embeddings, matrices = [], [], []
    for name, parameter in model.named_parameters():
        (norms if parameter.dim() < 2 else embeddings if name == "embedding" else matrices).append(parameter)
    by_adam = [
        {"params": norms, "weight_decay": 0.0},
        {"params": embeddings, "weight_decay": settings.weight_decay},
    ]
    is_muon = settings.matrices == "muon"
    if not is_muon:
        by_adam.append({"params": matrices, "weight_decay": settings.weight_decay})
    found: list[Optimizer] = [
        AdamW(by_adam, lr=settings.learning_rate, betas=(settings.beta1, settings.beta2), eps=1e-8, fused=True)
    ]
    if is_muon:
        found.append(
            Muon(
                matrices,
                lr=settings.learning_rate,
                weight_decay=settings.weight_decay,
                momentum=settings.muon_momentum,
                adjust_lr_fn="match_rms_adamw",
            )
        )
    return found


def set_learning_rate(optimizers: Sequence[Optimizer], learning_rate: float) -> None:
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate


def clip_gradients(model: torch.nn.Module, norm: float) -> float:
    """The norm of all gradients before they were scaled down to at most `norm`."""
    return float(torch.nn.utils.clip_grad_norm_(model.parameters(), norm))
