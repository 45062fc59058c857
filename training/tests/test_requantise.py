"""The step `quantise`: a model file in other number formats, without PyTorch."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import gguf
import numpy as np
import pytest

from nearfirst_training.__main__ import main
from nearfirst_training.export import requantise
from nearfirst_training.export.requantise import Model, QuantiseError, parse_forms
from nearfirst_training.export.types import WEIGHT_TYPES, WeightTypeError, find_library, quantise

WIDTH = 64
CARD = """---
name: "tiny"
languages: ["python"]
draft_weight: 0.5
files:
  "tiny-q8_0.gguf": {"size": 1, "sha256": "0"}
---

# The tiny model
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A file of random weights in Q8_0, with a card."""
    path = tmp_path / "models" / "tiny-q8_0.gguf"
    path.parent.mkdir()
    writer = gguf.GGUFWriter(None, "llama")
    writer.add_name("tiny")
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    writer.add_embedding_length(WIDTH)
    writer.add_token_list(["a", "b"])
    writer.add_token_scores([0.5, -1.0])
    random = np.random.default_rng(0)
    for name, shape in {
        "token_embd.weight": (32, WIDTH),
        "blk.0.attn_norm.weight": (WIDTH,),
        "blk.0.attn_q.weight": (WIDTH, WIDTH),
        "blk.0.ffn_down.weight": (WIDTH, 96),
    }.items():
        weights = random.standard_normal(shape).astype(np.float32)
        kind = WEIGHT_TYPES["f32" if len(shape) == 1 else "q8_0"]
        data, used = quantise(weights, kind)
        writer.add_tensor(name, data, raw_dtype=used.stored)
    writer.write_header_to_file(path)
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    (path.parent / "tiny.md").write_text(CARD)
    return path


def weights_of(path: Path) -> dict[str, np.ndarray]:
    return {each.name: gguf.dequantize(each.data, each.tensor_type) for each in gguf.GGUFReader(path).tensors}


def types_of(path: Path) -> dict[str, str]:
    return {each.name: each.tensor_type.name for each in gguf.GGUFReader(path).tensors}


def quantised(model: Path, out: Path, types: str) -> int:
    return main(["quantise", "--model", str(model), "--out", str(out), "--types", types])


def test_matrices_are_in_the_new_format_and_all_else_is_as_it_was(model, tmp_path):
    assert quantised(model, tmp_path / "out", "q4_0") == 0
    path = tmp_path / "out" / "tiny-q4_0.gguf"
    assert types_of(path) == {
        "token_embd.weight": "Q8_0",
        "blk.0.attn_norm.weight": "F32",
        "blk.0.attn_q.weight": "Q4_0",
        "blk.0.ffn_down.weight": "Q4_0",
    }
    before, after = weights_of(model), weights_of(path)
    for name in ("token_embd.weight", "blk.0.attn_norm.weight"):
        np.testing.assert_array_equal(after[name], before[name])
    error = np.sqrt(np.mean((after["blk.0.attn_q.weight"] - before["blk.0.attn_q.weight"]) ** 2))
    assert 0.01 < error < 0.2


def test_metadata_is_carried_over_but_for_the_number_format(model, tmp_path):
    quantised(model, tmp_path, "q5_1")
    contents = [
        {name: field.contents() for name, field in gguf.GGUFReader(path).fields.items() if not name.startswith("GGUF.")}
        for path in (model, tmp_path / "tiny-q5_1.gguf")
    ]
    assert contents[1].pop("general.file_type") == gguf.LlamaFileType.MOSTLY_Q5_1
    assert contents[0].pop("general.file_type") == gguf.LlamaFileType.MOSTLY_Q8_0
    assert contents[0] == contents[1]


def test_f16_holds_what_the_file_holds_to_the_last_bits_of_f16(model, tmp_path):
    quantised(model, tmp_path, "f16")
    before, after = weights_of(model), weights_of(tmp_path / "tiny-f16.gguf")
    for name, weights in before.items():
        np.testing.assert_allclose(after[name], weights, rtol=2**-10, atol=2**-20)


def test_blocks_of_256_that_do_not_fit_the_width_are_refused_and_can_be_rounded_to_over_the_ends_of_rows(
    model, tmp_path, capsys
):
    if find_library() is None:
        pytest.skip("node_modules has no library of llama.cpp: run `npm ci` in the repository")
    assert quantised(model, tmp_path / "out", "q8_0,q2_k") == 1
    assert "q2_k has blocks of 256" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert quantised(model, tmp_path / "out", "q2_k-as-f16") == 0
    path = tmp_path / "out" / "tiny-q2_k-as-f16.gguf"
    assert types_of(path)["blk.0.attn_q.weight"] == "F16"
    before, after = weights_of(model)["blk.0.ffn_down.weight"], weights_of(path)["blk.0.ffn_down.weight"]
    error = np.sqrt(np.mean((after - before) ** 2))
    assert 0.15 < error < 0.6
    # Two bits: four values in each sub-block of 16 weights.
    assert all(len(np.unique(block)) <= 4 for block in after.reshape(-1, 16))
    assert "over the ends of rows" in (tmp_path / "out" / "tiny-q2_k-as-f16.md").read_text()


def test_the_card_says_what_the_file_was_made_from_and_keeps_how_the_model_is_asked(model, tmp_path, capsys):
    quantised(model, tmp_path / "out", "q4_1")
    path = tmp_path / "out" / "tiny-q4_1.gguf"
    front, _, words = (tmp_path / "out" / "tiny-q4_1.md").read_text().removeprefix("---\n").partition("\n---\n")
    lines = front.splitlines()
    source = {"sha256": hashlib.sha256(model.read_bytes()).hexdigest(), "type": "q8_0", "to": "q4_1"}
    facts = {"size": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    assert lines == [
        'name: "tiny-q4_1"',
        'languages: ["python"]',
        "draft_weight: 0.5",
        f"quantised_from: {json.dumps(source)}",
        "files:",
        f'  "tiny-q4_1.gguf": {json.dumps(facts)}',
    ]
    assert "nothing here is more exact than that" in words
    assert facts["sha256"] in capsys.readouterr().out


def test_the_same_file_comes_of_the_same_model(model, tmp_path):
    for folder in ("a", "b"):
        quantised(model, tmp_path / folder, "q4_0")
    assert (tmp_path / "a/tiny-q4_0.gguf").read_bytes() == (tmp_path / "b/tiny-q4_0.gguf").read_bytes()


def test_a_file_that_is_no_model_or_has_no_card_is_refused(model, tmp_path):
    with pytest.raises(QuantiseError, match="There is no model file"):
        Model(tmp_path / "none.gguf")
    (tmp_path / "bad.gguf").write_bytes(b"GGUF")
    with pytest.raises(QuantiseError, match="no whole model file"):
        Model(tmp_path / "bad.gguf")
    (model.parent / "tiny.md").unlink()
    with pytest.raises(QuantiseError, match="has no card beside it"):
        Model(model)


def test_an_unknown_format_is_refused_with_those_that_are_known():
    assert [form.name for form in parse_forms("Q4_0, q2_k-as-f16,q4_0")] == ["q4_0", "q2_k-as-f16"]
    with pytest.raises(WeightTypeError, match="Choose from f32, f16"):
        parse_forms("q4_0,q3")


def test_nothing_is_left_where_the_disk_is_full(model, tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(requantise.gguf.GGUFWriter, "write_tensors_to_file", full)
    assert quantised(model, tmp_path / "out", "q4_0") == 1
    assert list((tmp_path / "out").iterdir()) == []
