"""The vocabulary's fixed part: control tokens, bytes, runs of spaces; and the rule that cuts text into words for training.

The vocabulary has SentencePiece's shape (spaces as U+2581, byte fallback), because llama.cpp then needs no regular
expression of its own: pieces merge by score wherever their concatenation is a piece. The cut below only decides which
pieces exist. Indentation is one token and a line break is one token, so that a cursor at the start of a line, after its
indentation or after a word stands between two tokens of the text as it would be tokenised whole.
"""

from __future__ import annotations

SPACE = "\u2581"

CONTROL_TOKENS = ("<unk>", "<s>", "</s>", "<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<file_sep>", "<pad>")
UNKNOWN, BEGIN, END, FIM_PREFIX, FIM_SUFFIX, FIM_MIDDLE, FILE_SEPARATOR, PAD = range(len(CONTROL_TOKENS))

#: Longest run of spaces that is one token.
LONGEST_RUN = 32

BYTE_TOKENS = tuple(f"<0x{value:02X}>" for value in range(256))
RUNS_OF_SPACES = tuple(SPACE * length for length in range(2, LONGEST_RUN + 1))

#: A line break; a run of spaces; a word (underscores belong to it), a digit, or punctuation, each with one space before it.
WORDS_FOR_TRAINING = (
    r"\n|\u2581{2,}|\u2581?[\p{L}\p{M}_]+|\u2581?\p{N}|\u2581?[^\s\u2581\p{L}\p{M}\p{N}_]+|\u2581|\s"
).replace(r"\u2581", SPACE)

#: llama.cpp merges neighbours into any token of the vocabulary, a control token included. Without these no text becomes one.
NEVER_PIECES = frozenset(
    part
    for token in (*CONTROL_TOKENS, *BYTE_TOKENS)
    for part in (token[:-1], *(token[cut:] for cut in range(1, len(token) - 1)))
)
