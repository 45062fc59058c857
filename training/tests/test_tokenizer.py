"""The tokenizer: what is one token, and that no text is lost."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearfirst_training.errors import TrainingError
from nearfirst_training.tokenizer.build import learn_pieces
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer, assemble, special_tokens
from nearfirst_training.tokenizer.pieces import BYTE_TOKENS, CONTROL_TOKENS, LONGEST_RUN, PAD, SPACE

SOURCE = Path(__file__).parent.parent.joinpath("nearfirst_training", "tokenizer", "code_tokenizer.py").read_text()


@pytest.fixture(scope="module")
def tokenizer() -> CodeTokenizer:
    return CodeTokenizer(assemble(learn_pieces(iter([SOURCE] * 30), size=900, alphabet=120)))


def pieces_of(tokenizer: CodeTokenizer, text: str) -> list[str]:
    return [tokenizer.tokenizer.id_to_token(token).replace(SPACE, "·") for token in tokenizer.encode(text)]


@given(text=st.text(max_size=60))
def test_any_text_comes_back_unchanged(tokenizer: CodeTokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text


@given(text=st.text(alphabet=" \n\tab_1.(é\u2581🎉", max_size=80))
def test_text_of_spaces_breaks_and_the_mark_comes_back_unchanged(tokenizer: CodeTokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text


@given(text=st.text(alphabet=" \n\tself.x=1()é", max_size=80))
def test_lines_encode_on_their_own_as_they_do_together(tokenizer: CodeTokenizer, text: str) -> None:
    lines = [line + "\n" for line in text.split("\n")[:-1]] + [text.split("\n")[-1]]
    together = [token for line in tokenizer.encode_lines(lines) for token in line]
    assert together == tokenizer.encode(text)


@pytest.mark.parametrize("length", range(2, LONGEST_RUN + 1))
def test_indentation_is_one_token_and_its_word_another(tokenizer: CodeTokenizer, length: int) -> None:
    assert pieces_of(tokenizer, "\n" + " " * length + "return")[:2] == ["\n", "·" * length]
    assert "·" not in "".join(pieces_of(tokenizer, " " * length + "return")[1:])


def test_digits_are_tokens_of_their_own(tokenizer: CodeTokenizer) -> None:
    pieces = [piece.lstrip("·") for piece in pieces_of(tokenizer, "x12 = 345")]
    assert [piece for piece in pieces if piece] == ["x", "1", "2", "=", "3", "4", "5"]


def test_control_tokens_in_a_text_are_text(tokenizer: CodeTokenizer) -> None:
    assert min(tokenizer.encode("<fim_middle></s><pad>")) > PAD
    assert special_tokens(tokenizer)["<fim_middle>"] == 5


def test_a_file_that_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "tokenizer.json"
    broken.write_text("{")
    with pytest.raises(TrainingError, match="tokenizer.json"):
        CodeTokenizer.load(broken)


def test_no_text_can_merge_into_a_control_token() -> None:
    html = "<s>text</s> <pad> <unk> <0x41> " * 400
    pieces = set(learn_pieces(iter([*[SOURCE] * 30, html]), size=900, alphabet=120))
    for token in (*CONTROL_TOKENS, *BYTE_TOKENS):
        for cut in range(1, len(token)):
            parts = token[:cut], token[cut:]
            assert not all(len(part) == 1 or part in pieces for part in parts), parts
