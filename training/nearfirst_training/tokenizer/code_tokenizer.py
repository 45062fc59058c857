"""The tokenizer that all models of Nearfirst share, as training and scoring use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from ..errors import TrainingError
from ..work_directory import TRAINING_ROOT, write_atomically
from .pieces import BYTE_TOKENS, CONTROL_TOKENS, PAD, SPACE, UNKNOWN

#: The vocabulary of the models that ship, made by the step `tokenizer` from the committed manifest.
SHIPPED_TOKENIZER = TRAINING_ROOT / "tokenizer.json"


@dataclass(frozen=True)
class Piece:
    """One token: its text (spaces as U+2581), its score (a higher one merges first) and its kind."""

    text: str
    score: float
    kind: str  # "unknown" | "control" | "byte" | "normal"


class CodeTokenizer:
    """Encodes any text without loss: what has no piece is spelled in UTF-8 bytes.

    U+2581 stands for a space inside the vocabulary; in a text it is spelled in bytes. (llama.cpp reads it as a space.)
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self._space_in_text = [tokenizer.token_to_id(f"<0x{value:02X}>") for value in SPACE.encode()]

    @classmethod
    def load(cls, path: Path) -> CodeTokenizer:
        try:
            return cls(Tokenizer.from_file(str(path)))
        except Exception as error:  # the library raises bare Exception
            raise TrainingError(f"{path} is no tokenizer ({error}). Run the step `tokenizer` first.") from error

    @classmethod
    def of_work_directory(cls, work: Path) -> CodeTokenizer:
        """The one that the step `tokenizer` made there, else the one of the models that ship."""
        own = work / "tokenizer" / "tokenizer.json"
        return cls.load(own if own.exists() else SHIPPED_TOKENIZER)

    @property
    def size(self) -> int:
        return self.tokenizer.get_vocab_size()

    def encode(self, text: str) -> list[int]:
        """Token ids; control tokens in the text are text."""
        ids: list[int] = []
        for at, part in enumerate(text.split(SPACE)):
            if at > 0:
                ids += self._space_in_text
            ids += self.tokenizer.encode(part, add_special_tokens=False).ids
        return ids

    def encode_lines(self, lines: Sequence[str]) -> list[list[int]]:
        """Each line on its own. A line break is always a token of its own, so that the sum is the whole text's encoding."""
        encoded = self.tokenizer.encode_batch_fast(list(lines), add_special_tokens=False)
        return [self.encode(line) if SPACE in line else each.ids for line, each in zip(lines, encoded, strict=True)]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of `ids`, control tokens left out; bytes that are no UTF-8 become U+FFFD."""
        data = bytearray()
        for token in ids:
            piece = self.tokenizer.id_to_token(int(token))
            if piece is None:
                raise TrainingError(f"The vocabulary has no token {token}; ids go from 0 to {self.size - 1}.")
            if token <= PAD:
                continue
            if token <= PAD + len(BYTE_TOKENS):
                data.append(int(token) - PAD - 1)
            else:
                data += piece.replace(SPACE, " ").encode()
        return data.decode(errors="replace")

    @property
    def pieces(self) -> list[Piece]:
        """All tokens in the order of their ids. Scores: minus the rank; bytes and control tokens 0."""
        first_normal = len(CONTROL_TOKENS) + len(BYTE_TOKENS)
        pieces = []
        for token in range(self.size):
            text = self.tokenizer.id_to_token(token)
            if token == UNKNOWN:
                pieces.append(Piece(text, 0.0, "unknown"))
            elif token < len(CONTROL_TOKENS):
                pieces.append(Piece(text, 0.0, "control"))
            elif token < first_normal:
                pieces.append(Piece(text, 0.0, "byte"))
            else:
                pieces.append(Piece(text, float(first_normal - token - 1), "normal"))
        return pieces


def assemble(normal_pieces: Sequence[str]) -> Tokenizer:
    """A tokenizer of these pieces, the best first: as in SentencePiece, any two neighbours merge that give a piece."""
    vocabulary = {token: at for at, token in enumerate((*CONTROL_TOKENS, *BYTE_TOKENS, *normal_pieces))}
    if len(vocabulary) != len(CONTROL_TOKENS) + len(BYTE_TOKENS) + len(normal_pieces):
        raise TrainingError("The vocabulary holds a piece twice.")
    merges = [
        (piece[:cut], piece[cut:])
        for piece in normal_pieces
        for cut in range(1, len(piece))
        if piece[:cut] in vocabulary and piece[cut:] in vocabulary
    ]
    model = models.BPE(vocab=vocabulary, merges=merges, byte_fallback=True, unk_token="<unk>", fuse_unk=False)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.Replace(" ", SPACE)
    # No piece crosses a line break: cutting there changes no token, and spares the merges a long text.
    tokenizer.pre_tokenizer = pre_tokenizers.Split("\n", "isolated")
    tokenizer.decoder = decoders.Sequence([decoders.Replace(SPACE, " "), decoders.ByteFallback(), decoders.Fuse()])
    return tokenizer


def special_tokens(tokenizer: CodeTokenizer) -> dict[str, int]:
    return {text: tokenizer.tokenizer.token_to_id(text) for text in CONTROL_TOKENS}


def write_json(tokenizer: Tokenizer, path: Path) -> None:
    write_atomically(path, tokenizer.to_str())
