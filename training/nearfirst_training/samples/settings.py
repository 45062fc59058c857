"""How samples are cut. The defaults are the product's own prompt, and what MCCom 4.1.3 gives numbers for."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import TrainingError


@dataclass(frozen=True)
class SampleSettings:
    """Shares are in [0, 1], lengths in tokens. "Not said" marks what the paper leaves open."""

    #: Tokens of a row; a sample never crosses two rows.
    row_tokens: int = 1024
    #: MCCom 4.1.3: 90 % fill-in-the-middle, 10 % next-token prediction.
    next_token_share: float = 0.10
    #: MCCom 4.1.3: "in 10% of the training samples, the suffix is removed".
    no_suffix_share: float = 0.10
    #: Samples with retrieved snippets in front, where the project has other files (not said; the issue asks for a third).
    snippet_share: float = 0.33
    #: Most of a sample's tokens that snippets take (MCCom 4.3: 512 of 2,048).
    snippet_tokens_share: float = 0.25
    #: Most of the rest that the suffix takes, as in the product's prompt (not said).
    suffix_tokens_share: float = 0.25
    #: Of the comments and docstring lines that a cut falls on, those that are kept (not said).
    prose_share: float = 0.35
    #: Where the middle starts (not said): the start of a line, after its indentation, else any character of its code.
    line_start_share: float = 0.15
    first_non_blank_share: float = 0.30
    #: Of the starts inside a word or after one space: those kept there. The others go back to where the token starts, which
    #: is where token healing puts the product's cursor.
    inside_word_share: float = 0.2
    #: Where the middle ends (not said): with a statement, after a few lines, before closing brackets, inside the line; else
    #: with its line.
    statement_share: float = 0.12
    few_lines_share: float = 0.08
    before_closers_share: float = 0.08
    inside_line_share: float = 0.07
    most_lines: int = 6
    most_middle_tokens: int = 160
    #: Windows shorter than the row: this share has a random length.
    short_window_share: float = 0.3
    fewest_window_tokens: int = 48

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if (name.endswith("_share") and not 0 <= value <= 1) or (name.endswith("tokens_share") and value > 0.9):
                raise TrainingError(
                    f"samples.{name} is {value}; it must be from 0 to {0.9 if 'tokens' in name else 1}."
                )
        if self.row_tokens < 32:
            raise TrainingError(f"samples.row_tokens is {self.row_tokens}; a row has at least 32 tokens.")
