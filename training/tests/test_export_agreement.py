"""PyTorch, Transformers and node-llama-cpp say the same of an exported model, and its tokenizers cut texts alike."""

from __future__ import annotations

import os
import sysconfig
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from export_fixtures import small_tokenizer, write_checkpoint
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from nearfirst_training.export.agreement import (
    Agreement,
    Answer,
    ask_node,
    ask_pytorch,
    ask_transformers,
    compare,
    fixed_prompts,
    run_node,
    tokenize_with_node,
    why_no_node,
)
from nearfirst_training.export.build import Options, export, spelled_by_merging
from nearfirst_training.export.checkpoint import load_checkpoint
from nearfirst_training.export.types import find_library
from nearfirst_training.tokenizer.code_tokenizer import SHIPPED_TOKENIZER, CodeTokenizer, assemble, write_json
from nearfirst_training.tokenizer.pieces import BEGIN, BYTE_TOKENS, CONTROL_TOKENS, LONGEST_RUN, SPACE
from nearfirst_training.train.model import Transformer
from nearfirst_training.work_directory import TRAINING_ROOT

needs_node = pytest.mark.skipif(why_no_node() is not None, reason=f"node-llama-cpp cannot be asked: {why_no_node()}")

TYPES = "f32,f16,bf16,q8_0,q5_0,q4_0"
LIBRARY_TYPES = "q6_k,q5_k,q4_k,iq4_nl"

TEXTS = [
    "",
    *[" " * length for length in range(1, 71)],
    *["\n" + " " * length + "return" for length in range(0, 71, 3)],
    *["-" * length + "=" * length for length in range(1, 40)],
    *["#" * length for length in range(1, 90)],
    *["a" * length for length in range(1, 20)],
    *["\t" * length for length in range(1, 12)],
    " \t \t  x",
    "a\r\nb\r\n\r\n  c\r",
    "a\n\n\n\n  b\n \n\t\n",
    " leading and trailing ",
    "x = 1234567890 + 0x1F - 1e-10 # 3.14",
    "def f(self, *args, **kwargs) -> None:\n    return self.f(*args, **kwargs)\n",
    "café nai\u0308ve a\u0301\u0323 \u0301",
    "漢字かな交じり文、한국어 ไทย עברית العربية",
    "😀 👩‍👩‍👧 🇩🇪 \U0001f3fb 𝒳",
    "\u00a0\u2003\u3000\u200b\ufeff\u2028\u2029\u0085",
    "".join(map(chr, range(0x00, 0x21))),
    "".join(map(chr, range(0x7F, 0xA1))),
    "\x00\x01a\x00",
    "\U0010ffff\ue000\ufffd",
    *CONTROL_TOKENS,
    *[f"x{text}y" for text in CONTROL_TOKENS],
    *BYTE_TOKENS[::16],
    "<|endoftext|> <s> </s> [INST] <0x0A>",
]
"""U+2581 itself is left out: llama.cpp takes it for a space, training spells it in bytes."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("agreement")
    tokenizer = small_tokenizer(folder / "tokenizer.json")
    write_checkpoint(folder / "model.pt", vocabulary=tokenizer.size)
    export(Options(folder / "model.pt", folder / "tokenizer.json", folder, "tiny", types=TYPES))
    return folder


@pytest.fixture(scope="module")
def tokenizer(folder: Path) -> CodeTokenizer:
    return CodeTokenizer.load(folder / "tokenizer.json")


@pytest.fixture(scope="module")
def model(folder: Path) -> Transformer:
    return load_checkpoint(folder / "model.pt").model()


@pytest.fixture(scope="module")
def expected(tokenizer: CodeTokenizer, model: Transformer) -> list[list[Answer]]:
    return ask_pytorch(model, fixed_prompts(tokenizer))


@pytest.fixture(scope="module", params=["stand-in", "real"])
def pair(request: pytest.FixtureRequest, folder: Path, tmp_path_factory) -> tuple[CodeTokenizer, Path]:
    """A vocabulary and a model file with it: the stand-in, and that of the models that ship."""
    if request.param == "stand-in":
        return CodeTokenizer.load(folder / "tokenizer.json"), folder / "tiny-f16.gguf"
    path = SHIPPED_TOKENIZER
    out = tmp_path_factory.mktemp("real")
    tokenizer = CodeTokenizer.load(path)
    write_checkpoint(out / "model.pt", vocabulary=tokenizer.size)
    export(Options(out / "model.pt", path, out, "tiny", types="q8_0", huggingface_dtype=None))
    return tokenizer, out / "tiny-q8_0.gguf"


class TestTransformers:
    def test_gives_pytorch_s_logits(self, folder, tokenizer, model):
        transformers = pytest.importorskip("transformers")
        theirs = transformers.AutoModelForCausalLM.from_pretrained(folder / "tiny-hf").eval()
        worst = 0.0
        with torch.no_grad():
            for prompt in fixed_prompts(tokenizer):
                tokens = torch.tensor([prompt])
                ours = model.logits(tokens)
                worst = max(worst, (theirs(tokens).logits - ours).abs().max().item())
                assert ours.std() > 1, "logits that hardly differ would agree whatever the code did"
        print(f"largest difference of a logit: {worst:.2e}")
        assert worst < 1e-4

    def test_would_not_without_the_permutation_of_queries_and_keys(
        self, folder, tokenizer, model, tmp_path, monkeypatch
    ):
        pytest.importorskip("transformers")
        monkeypatch.setattr("nearfirst_training.export.huggingface.pair_halves", lambda rows, heads: rows)
        export(Options(folder / "model.pt", folder / "tokenizer.json", tmp_path, "wrong", types="f16"))
        prompts = fixed_prompts(tokenizer)
        assert compare(ask_transformers(tmp_path / "wrong-hf", prompts), ask_pytorch(model, prompts)).worst > 0.1


@needs_node
class TestNodeLlamaCpp:
    def agreement(self, path: Path, tokenizer: CodeTokenizer, expected: list[list[Answer]]) -> Agreement:
        found = compare(ask_node(path, fixed_prompts(tokenizer)), expected)
        print(f"{path.name}: {found}")
        return found

    def test_gives_pytorch_s_probabilities_from_float32(self, folder, tokenizer, expected):
        found = self.agreement(folder / "tiny-f32.gguf", tokenizer, expected)
        assert found.same_best == 1
        # A difference of logarithms is, so small, the relative one of the probabilities.
        assert found.worst < 1e-3

    @pytest.mark.parametrize(
        "name, same_best, mean",
        [("f16", 0.97, 0.005), ("bf16", 0.95, 0.05), ("q8_0", 0.9, 0.1), ("q5_0", 0.5, 0.7), ("q4_0", 0.3, 1.4)],
    )
    def test_stays_near_with_fewer_bits(self, folder, tokenizer, expected, name, same_best, mean):
        found = self.agreement(folder / f"tiny-{name}.gguf", tokenizer, expected)
        assert found.same_best >= same_best
        assert found.mean <= mean

    @pytest.mark.skipif(
        find_library() is None, reason="node_modules has no library of llama.cpp: run `npm ci` in the repository"
    )
    def test_reads_what_its_library_quantised(self, folder, tokenizer, tmp_path):
        write_checkpoint(tmp_path / "model.pt", vocabulary=tokenizer.size, hidden=256, feed_forward=704)
        record = export(
            Options(tmp_path / "model.pt", folder / "tokenizer.json", tmp_path, "wide", types=LIBRARY_TYPES)
        )
        # 704 is no multiple of 256: ffn_down falls back.
        assert record["tensors"]["wide-q4_k.gguf"] == {"f32": 5, "q4_k": 12, "q5_0": 2, "q8_0": 1}
        expected = ask_pytorch(load_checkpoint(tmp_path / "model.pt").model(), fixed_prompts(tokenizer))
        means = {
            name: self.agreement(tmp_path / f"wide-{name}.gguf", tokenizer, expected).mean
            for name in LIBRARY_TYPES.split(",")
        }
        assert means["q6_k"] < means["q5_k"] < means["q4_k"] < 1.4
        assert means["iq4_nl"] < 1.4

    def test_counts_from_the_prompt_s_beginning_in_each_one(self, folder, tokenizer):
        prompt = fixed_prompts(tokenizer)[0]
        request = {
            "evaluate": [{"tokens": prompt}, {"tokens": prompt[::-1]}, {"tokens": prompt, "positions": [2]}],
            "top": 2,
        }
        first, _, again = run_node(folder / "tiny-f32.gguf", request)["evaluate"]
        assert [each["position"] for each in first] == list(range(len(prompt)))
        # Not to the last bit: how many positions are computed at once changes the order of sums.
        assert [each["position"] for each in again] == [2]
        assert again[0]["next"] == pytest.approx(first[2]["next"], abs=1e-5)


@needs_node
class TestTheTokenizers:
    def test_cut_hard_texts_alike(self, pair):
        assert_same_tokens(pair, TEXTS)

    def test_cut_all_single_characters_of_the_basic_plane_alike(self, pair):
        characters = [
            chr(point) for point in range(0x10000) if unicodedata.category(chr(point)) != "Cs" and chr(point) != SPACE
        ]
        assert_same_tokens(pair, ["".join(characters[at : at + 64]) for at in range(0, len(characters), 64)])

    def test_cut_real_code_alike(self, pair):
        standard_library = Path(sysconfig.get_paths()["stdlib"])
        files = [*sorted(standard_library.glob("*.py"))[::4], *sorted(standard_library.glob("test/*.py"))[::24]]
        files += sorted((TRAINING_ROOT.parent / "packages" / "core" / "src").glob("*.ts"))[:10]
        texts = [content.decode("utf-8") for file in files if (content := file.read_bytes()) and _is_text(content)]
        texts += [text.replace("\n", "\r\n").replace("    ", "\t") for text in texts[:20]]
        assert sum(map(len, texts)) > 500_000
        assert_same_tokens(pair, [text.replace(SPACE, "") for text in texts])

    def test_cut_any_text_alike(self, pair):
        pieces = [piece.text.replace(SPACE, " ") for piece in pair[0].pieces]
        hard = " \n\t\r-=#_()[]{}<>'\"\\aAéß0123456789\u0301漢字😀\u200d\u00a0\x00\x1b"
        characters = some.characters(exclude_categories=["Cs"], exclude_characters=SPACE)
        part = some.one_of(
            some.sampled_from(pieces),
            some.text(some.sampled_from(hard), max_size=12),
            some.builds(
                lambda character, count: character * count,
                some.sampled_from(hard),
                some.integers(1, 2 * LONGEST_RUN + 6),
            ),
            some.text(characters, max_size=6),
        )
        texts: set[str] = set()

        @settings(
            max_examples=int(os.environ.get("NEARFIRST_EXAMPLES", "3000")),
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(some.lists(part, max_size=12).map("".join))
        def collect(text: str) -> None:
            # All are sent to one process; starting one for each example would take minutes.
            texts.add(text)

        collect()
        assert_same_tokens(pair, sorted(texts))

    def test_would_find_a_special_token_in_plain_text_of_which_the_export_warns(self, tmp_path):
        characters = ["\n", SPACE, "<", "s", ">", "a"]
        for pieces, is_special in (["<s", *characters], True), (characters, False):
            write_json(assemble(pieces), tmp_path / "tokenizer.json")
            tokenizer = CodeTokenizer.load(tmp_path / "tokenizer.json")
            write_checkpoint(tmp_path / "model.pt", vocabulary=tokenizer.size)
            export(Options(tmp_path / "model.pt", tmp_path / "tokenizer.json", tmp_path, "tiny", types="f16"))
            assert (spelled_by_merging(tokenizer) != []) == is_special
            [found] = tokenize_with_node(tmp_path / "tiny-f16.gguf", ["a<s>a"])
            assert (BEGIN in found) == is_special

    def test_differ_only_in_the_mark_that_stands_for_a_space(self, pair):
        tokenizer, model = pair
        [found] = tokenize_with_node(model, [f"a{SPACE}b"])
        assert found == tokenizer.encode("a b") != tokenizer.encode(f"a{SPACE}b")


def assert_same_tokens(pair: tuple[CodeTokenizer, Path], texts: Sequence[str]) -> None:
    tokenizer, model = pair
    found = tokenize_with_node(model, texts)
    wrong = [
        (text, tokenizer.encode(text), tokens)
        for text, tokens in zip(texts, found, strict=True)
        if tokenizer.encode(text) != tokens
    ]
    for text in texts:
        assert tokenizer.decode(tokenizer.encode(text)) == text
    print(f"{len(texts)} texts, {sum(map(len, found))} tokens, {len(wrong)} texts cut differently")
    if wrong:
        text, ours, theirs = min(wrong, key=lambda each: len(each[0]))
        at = next(
            (at for at, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other),
            min(len(ours), len(theirs)),
        )
        pieces = tokenizer.pieces
        pytest.fail(
            f"{len(wrong)} of {len(texts)} texts are cut differently. The shortest: {text[:200]!r}; from token {at} on "
            f"{[pieces[each].text for each in ours[at : at + 12]]} here, "
            f"{[pieces[each].text for each in theirs[at : at + 12]]} by llama.cpp"
        )


def _is_text(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
