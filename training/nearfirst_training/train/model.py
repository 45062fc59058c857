"""The LLaMA architecture (RMSNorm, rotary positions, grouped-query attention, SwiGLU, tied embeddings), written for speed
on a few CPU cores and on one GPU alike.

MCCom 4.1.2 builds its 121M model on "the LLaMA architecture, following the configurations proposed by Hu et al."; the
configuration files hold the sizes. Rotary positions pair neighbouring dimensions (llama.cpp's "NORM" order); the export to
Hugging Face format permutes the query and key rows, as that library pairs the halves.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from ..configuration import ModelShape


class Block(nn.Module):
    def __init__(self, shape: ModelShape) -> None:
        super().__init__()
        self.shape = shape
        self.attention_norm = nn.Parameter(torch.ones(shape.hidden))
        self.query = nn.Parameter(torch.empty(shape.hidden, shape.hidden))
        self.key = nn.Parameter(torch.empty(shape.head_dimension * shape.key_value_heads, shape.hidden))
        self.value = nn.Parameter(torch.empty(shape.head_dimension * shape.key_value_heads, shape.hidden))
        self.attention_out = nn.Parameter(torch.empty(shape.hidden, shape.hidden))
        self.feed_forward_norm = nn.Parameter(torch.ones(shape.hidden))
        self.gate = nn.Parameter(torch.empty(shape.feed_forward, shape.hidden))
        self.up = nn.Parameter(torch.empty(shape.feed_forward, shape.hidden))
        self.down = nn.Parameter(torch.empty(shape.hidden, shape.feed_forward))

    def forward(self, x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
        shape = self.shape
        batch, length, _ = x.shape
        h = rms_norm(x, self.attention_norm, shape.norm_epsilon)
        # One product of all three: the optimiser wants the matrices apart, the processor wants them together.
        projected = functional.linear(h, torch.cat([self.query, self.key, self.value]).to(h.dtype))
        projected = projected.view(batch, length, shape.heads + 2 * shape.key_value_heads, shape.head_dimension)
        query, key, value = projected.split([shape.heads, shape.key_value_heads, shape.key_value_heads], dim=2)
        query = rotate(query, cosine, sine).transpose(1, 2)
        key = rotate(key, cosine, sine).transpose(1, 2)
        attended = functional.scaled_dot_product_attention(
            query, key, value.transpose(1, 2), is_causal=True, enable_gqa=shape.heads != shape.key_value_heads
        )
        attended = attended.transpose(1, 2).reshape(batch, length, shape.hidden)
        x = x + functional.linear(attended, self.attention_out.to(h.dtype))
        h = rms_norm(x, self.feed_forward_norm, shape.norm_epsilon)
        gate, up = functional.linear(h, torch.cat([self.gate, self.up]).to(h.dtype)).chunk(2, dim=-1)
        return x + functional.linear(functional.silu(gate) * up, self.down.to(h.dtype))


def rms_norm(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    wide = x.float()
    return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + epsilon) * weight).to(x.dtype)


def rotate(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    """Rotary positions on neighbouring pairs. x: (batch, length, heads, head dimension)."""
    even, odd = x[..., 0::2].float(), x[..., 1::2].float()
    return torch.stack((even * cosine - odd * sine, even * sine + odd * cosine), -1).flatten(-2).to(x.dtype)


class Transformer(nn.Module):
    """Maps token ids (batch, length) to hidden states, and those to logits or to a loss."""

    cosine: Tensor
    sine: Tensor

    def __init__(self, shape: ModelShape) -> None:
        super().__init__()
        self.shape = shape
        self.embedding = nn.Parameter(torch.empty(shape.vocabulary, shape.hidden))
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = nn.Parameter(torch.ones(shape.hidden))
        frequency = shape.rope_base ** (-torch.arange(0, shape.head_dimension, 2).float() / shape.head_dimension)
        angle = torch.outer(torch.arange(shape.context).float(), frequency)[:, None, :]
        self.register_buffer("cosine", angle.cos(), persistent=False)
        self.register_buffer("sine", angle.sin(), persistent=False)

    def initialise(self, generator: torch.Generator) -> None:
        """Normal with deviation 0.02, output projections divided by sqrt(2 · layers) (GPT-2's rule)."""
        for name, parameter in self.named_parameters():
            if parameter.dim() < 2:
                continue
            is_output = name.endswith(("attention_out", "down"))
            deviation = 0.02 / math.sqrt(2 * self.shape.layers) if is_output else 0.02
            nn.init.normal_(parameter, 0.0, deviation, generator=generator)

    def hidden_states(self, tokens: Tensor, dtype: torch.dtype) -> Tensor:
        length = tokens.shape[1]
        cosine, sine = self.cosine[:length], self.sine[:length]
        x = functional.embedding(tokens, self.embedding).to(dtype)
        for block in self.blocks:
            x = block(x, cosine, sine)
        return rms_norm(x, self.norm, self.shape.norm_epsilon)

    def logits(self, tokens: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
        """(batch, length) → (batch, length, vocabulary), in `dtype`."""
        return functional.linear(self.hidden_states(tokens, dtype), self.embedding.to(dtype))
