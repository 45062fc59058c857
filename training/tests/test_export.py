"""The step `export`: what it writes, and that it is whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import gguf
import numpy as np
import pytest
import torch
from export_fixtures import small_tokenizer, small_vocabulary_size, write_checkpoint

from nearfirst_training.__main__ import main
from nearfirst_training.errors import TrainingError
from nearfirst_training.export.build import ExportError, Options, export, spelled_by_merging
from nearfirst_training.export.card import card_front_matter, render_front_matter
from nearfirst_training.export.checkpoint import CheckpointError, load_checkpoint
from nearfirst_training.export.huggingface import pair_halves
from nearfirst_training.export.types import WEIGHT_TYPES, WeightTypeError, find_library, parse_types, quantise
from nearfirst_training.gguf_tensors import read_gguf_weights
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer, assemble, write_json
from nearfirst_training.work_directory import TRAINING_ROOT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    tokenizer = small_tokenizer(folder / "tokenizer.json")
    write_checkpoint(folder / "model.pt", vocabulary=tokenizer.size)
    return folder


def options_for(folder: Path, out: Path, **more: object) -> Options:
    values = {"checkpoint": folder / "model.pt", "tokenizer": folder / "tokenizer.json", "out": out, "name": "tiny"}
    return Options(**{**values, "types": "f16", **more})


@pytest.fixture(scope="module")
def exported(folder: Path) -> Path:
    out = folder / "out"
    export(options_for(folder, out, types="f32,f16,q8_0,q4_0", draft_weight=0.25))
    return out


class TestTheGgufFile:
    def test_gives_back_the_weights_that_went_in_to_train_on(self, folder, exported):
        checkpoint = load_checkpoint(folder / "model.pt")
        shape, weights, tokens = read_gguf_weights(exported / "tiny-f32.gguf")
        assert (shape, tokens) == (checkpoint.shape, checkpoint.tokens)
        assert all(torch.equal(weights[name], tensor) for name, tensor in checkpoint.weights.items())
        assert weights.keys() == checkpoint.weights.keys()
        _, rounded, _ = read_gguf_weights(exported / "tiny-q8_0.gguf")
        assert all(torch.allclose(rounded[name], tensor, atol=0.01) for name, tensor in checkpoint.weights.items())

    def test_can_be_exported_again_where_the_checkpoint_is_gone(self, folder, exported, tmp_path):
        export(options_for(folder, tmp_path, checkpoint=exported / "tiny-q8_0.gguf", types="f32"))
        shape, weights, tokens = read_gguf_weights(tmp_path / "tiny-f32.gguf")
        former_shape, former, former_tokens = read_gguf_weights(exported / "tiny-q8_0.gguf")
        assert (shape, tokens) == (former_shape, former_tokens)
        assert all(torch.equal(weights[name], tensor) for name, tensor in former.items())

    def test_that_is_none_cannot_be_exported_again(self, folder, tmp_path):
        (tmp_path / "model.gguf").write_bytes(b"GGUF")
        with pytest.raises(CheckpointError, match="no whole model file"):
            export(options_for(folder, tmp_path / "out", checkpoint=tmp_path / "model.gguf"))

    @pytest.mark.parametrize("content", [None, b"", b"GGUF", b"no model"])
    def test_that_is_none_is_said_to_be_none(self, tmp_path, content):
        path = tmp_path / "model.gguf"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(TrainingError, match=re.escape(str(path))):
            read_gguf_weights(path)

    def test_has_every_weight_under_the_name_and_in_the_order_of_rows_that_llama_cpp_expects(self, folder, exported):
        weights = load_checkpoint(folder / "model.pt").weights
        tensors = {each.name: each for each in gguf.GGUFReader(exported / "tiny-f32.gguf").tensors}
        pairs = {
            "attn_q": "query",
            "attn_k": "key",
            "attn_v": "value",
            "attn_output": "attention_out",
            "ffn_down": "down",
        }
        pairs |= {"ffn_gate": "gate", "ffn_up": "up", "attn_norm": "attention_norm", "ffn_norm": "feed_forward_norm"}
        expected = {
            f"blk.{layer}.{a}.weight": weights[f"blocks.{layer}.{b}"] for layer in (0, 1) for a, b in pairs.items()
        }
        expected |= {"token_embd.weight": weights["embedding"], "output_norm.weight": weights["norm"]}
        assert set(tensors) == set(expected)
        for name, tensor in expected.items():
            np.testing.assert_array_equal(tensors[name].data, tensor)

    def test_says_what_llama_cpp_and_the_product_need_to_know(self, exported):
        fields = {name: field.contents() for name, field in gguf.GGUFReader(exported / "tiny-q8_0.gguf").fields.items()}
        expected = {
            "general.architecture": "llama",
            "general.type": "model",
            "general.name": "tiny",
            "general.license": "apache-2.0",
            "general.languages": ["python"],
            "general.file_type": 7,
            "llama.vocab_size": small_vocabulary_size(),
            "llama.context_length": 512,
            "llama.embedding_length": 128,
            "llama.block_count": 2,
            "llama.feed_forward_length": 256,
            "llama.attention.head_count": 2,
            "llama.attention.head_count_kv": 1,
            "llama.rope.dimension_count": 64,
            "llama.rope.freq_base": 20_000.0,
            "tokenizer.ggml.model": "llama",
            "tokenizer.ggml.unknown_token_id": 0,
            "tokenizer.ggml.bos_token_id": 1,
            "tokenizer.ggml.eos_token_id": 2,
            "tokenizer.ggml.fim_pre_token_id": 3,
            "tokenizer.ggml.fim_suf_token_id": 4,
            "tokenizer.ggml.fim_mid_token_id": 5,
            "tokenizer.ggml.fim_sep_token_id": 6,
            "tokenizer.ggml.padding_token_id": 7,
            "tokenizer.ggml.add_bos_token": True,
            "tokenizer.ggml.add_eos_token": False,
            "tokenizer.ggml.add_space_prefix": False,
            "nearfirst.fim_order": "spm",
            "nearfirst.languages": ["python"],
            "nearfirst.trained_tokens": 12_345,
        }
        assert {key: fields.get(key) for key in expected} == expected
        assert fields["llama.attention.layer_norm_rms_epsilon"] == pytest.approx(1e-5)
        assert "7 steps" not in fields["general.description"] and "fill-in-the-middle" in fields["general.description"]
        # Else the product would not recognise the family by its tokens.
        assert "tokenizer.ggml.fim_pad_token_id" not in fields

    def test_has_the_vocabulary_with_its_kinds(self, folder, exported):
        fields = {name: field.contents() for name, field in gguf.GGUFReader(exported / "tiny-f16.gguf").fields.items()}
        pieces = CodeTokenizer.load(folder / "tokenizer.json").pieces
        assert fields["tokenizer.ggml.tokens"] == [piece.text for piece in pieces]
        assert fields["tokenizer.ggml.scores"] == [piece.score for piece in pieces]
        assert fields["tokenizer.ggml.token_type"] == [2] + [3] * 7 + [6] * 256 + [1] * (len(pieces) - 264)

    @pytest.mark.parametrize(
        "name, matrix, embedding", [("f16", "F16", "F16"), ("q8_0", "Q8_0", "Q8_0"), ("q4_0", "Q4_0", "Q8_0")]
    )
    def test_keeps_vectors_exact_and_the_embedding_at_eight_bits_or_more(self, exported, name, matrix, embedding):
        types = {each.name: each.tensor_type.name for each in gguf.GGUFReader(exported / f"tiny-{name}.gguf").tensors}
        assert types["token_embd.weight"] == embedding
        assert types["blk.0.ffn_down.weight"] == types["blk.1.attn_q.weight"] == matrix
        assert types["output_norm.weight"] == types["blk.0.attn_norm.weight"] == types["blk.1.ffn_norm.weight"] == "F32"

    def test_can_have_the_embedding_in_another_type_to_measure_what_that_costs(self, folder, tmp_path):
        record = export(options_for(folder, tmp_path, types="q4_0", embedding_type="f16", huggingface_dtype=None))
        assert record["tensors"] == {"tiny-q4_0.gguf": {"f16": 1, "f32": 5, "q4_0": 14}}


class TestTheTypes:
    def test_are_named_once_each_and_in_order(self):
        assert [kind.name for kind in parse_types("Q8_0, f16,q8_0")] == ["q8_0", "f16"]

    @pytest.mark.parametrize("text", ["", "q8", "f16,q3_x"])
    def test_that_are_unknown_are_refused_with_those_that_are_known(self, text):
        with pytest.raises(WeightTypeError, match="Choose from f32, f16"):
            parse_types(text)

    @pytest.mark.parametrize("name", [name for name, kind in WEIGHT_TYPES.items() if not kind.needs_library])
    def test_lose_no_more_than_their_bits_say(self, name):
        assert_close_after_quantising(WEIGHT_TYPES[name], None)

    @pytest.mark.parametrize("name", [name for name, kind in WEIGHT_TYPES.items() if kind.needs_library])
    def test_of_the_library_lose_no_more_than_their_bits_say(self, name):
        library = find_library()
        if library is None:
            pytest.skip("node_modules has no library of llama.cpp: run `npm ci` in the repository")
        assert_close_after_quantising(WEIGHT_TYPES[name], library)

    def test_of_blocks_of_256_are_refused_for_a_width_that_is_no_multiple(self, folder, tmp_path):
        with pytest.raises(WeightTypeError, match=r"q4_k has blocks of 256 .* 128 .* Leave q4_k out"):
            export(options_for(folder, tmp_path / "out", types="q8_0,q4_k"))
        assert not (tmp_path / "out").exists()

    def test_of_the_library_are_refused_where_it_is_not_installed(self, folder, tmp_path, monkeypatch):
        monkeypatch.setattr("nearfirst_training.export.build.find_library", lambda: None)
        with pytest.raises(WeightTypeError, match="npm ci"):
            export(options_for(folder, tmp_path / "out", types="iq4_nl"))

    def test_of_blocks_of_256_give_way_for_single_matrices_as_in_llama_quantize(self):
        matrix = np.ones((2, 352), dtype=np.float32)
        assert quantise(matrix, WEIGHT_TYPES["q4_k"])[1].name == "q5_0"
        assert quantise(matrix, WEIGHT_TYPES["q6_k"])[1].name == "q8_0"


def assert_close_after_quantising(kind, library):
    matrix = np.random.default_rng(0).standard_normal((32, 512)).astype(np.float32)
    data, got = quantise(matrix, kind, library)
    assert got is kind
    if kind.name not in ("f32", "f16"):
        assert data.nbytes * 8 == matrix.size * kind.bits
    back = gguf.quants.dequantize(data, kind.stored)
    error = np.sqrt(np.mean((back - matrix) ** 2))
    exact = {"f32": 0, "f16": 2**-11, "bf16": 2**-8}
    # Standard normal weights lie within about four deviations either way.
    bits = int(re.search(r"\d", kind.name).group())
    assert error <= exact.get(kind.name, 2.5 / 2**bits)


class TestTheFolderForTransformers:
    def test_loads_with_the_sizes_and_token_ids_of_the_checkpoint(self, folder, exported):
        transformers = pytest.importorskip("transformers")
        model = transformers.AutoModelForCausalLM.from_pretrained(exported / "tiny-hf")
        assert type(model).__name__ == "LlamaForCausalLM"
        assert model.num_parameters() == load_checkpoint(folder / "model.pt").shape.parameters
        assert model.get_output_embeddings().weight is model.get_input_embeddings().weight
        assert (model.config.head_dim, model.config.max_position_embeddings) == (64, 512)
        ids = (
            model.generation_config.bos_token_id,
            model.generation_config.eos_token_id,
            model.generation_config.pad_token_id,
        )
        assert ids == (1, 2, 7)

    def test_tokenizes_code_as_training_does_and_finds_the_special_tokens_of_a_prompt(self, folder, exported):
        transformers = pytest.importorskip("transformers")
        theirs = transformers.AutoTokenizer.from_pretrained(exported / "tiny-hf")
        ours = CodeTokenizer.load(folder / "tokenizer.json")
        for text in ("def f(self):\n\treturn  self\r\n", " a", "", "    # é 漢字 😀\n", "-----===x", "a" * 9):
            assert theirs.encode(text, add_special_tokens=False) == ours.encode(text)
            assert theirs.decode(ours.encode(text), clean_up_tokenization_spaces=False) == text
        prompt = "<s><file_sep>x<fim_suffix>\n<fim_prefix>a<fim_middle>"
        assert [id for id in theirs.encode(prompt, add_special_tokens=False) if id < 8] == [1, 6, 4, 3, 5]
        assert (theirs.bos_token_id, theirs.eos_token_id, theirs.pad_token_id, theirs.unk_token_id) == (1, 2, 7, 0)

    def test_pairs_each_even_row_of_a_head_with_the_odd_one_half_a_head_later(self):
        rows = torch.arange(2 * 64).float()[:, None]
        paired = pair_halves(rows, 2)[:, 0].tolist()
        assert paired[:3] == [0, 2, 4] and paired[32:35] == [1, 3, 5] and paired[64:66] == [64, 66]

    def test_may_hold_bfloat16_or_be_left_out(self, folder, tmp_path):
        safetensors = pytest.importorskip("safetensors.torch")
        export(options_for(folder, tmp_path, huggingface_dtype="bfloat16"))
        weights = safetensors.load_file(tmp_path / "tiny-hf" / "model.safetensors")
        assert {tensor.dtype for tensor in weights.values()} == {torch.bfloat16}
        record = export(options_for(folder, tmp_path, huggingface_dtype=None))
        assert sorted(path.name for path in tmp_path.iterdir()) == ["export.json", "tiny-f16.gguf", "tiny.md"]
        assert list(record["files"]) == ["tiny-f16.gguf"]


class TestTheRecord:
    def test_has_size_and_hash_of_every_file_and_of_what_they_were_made_from(self, folder, exported):
        record = json.loads((exported / "export.json").read_text())
        there = {path.relative_to(exported).as_posix() for path in exported.rglob("*") if path.is_file()}
        # The card is people's to change.
        assert set(record["files"]) == there - {"export.json", "tiny.md"}
        for name, facts in record["files"].items():
            content = (exported / name).read_bytes()
            assert facts == {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        assert (
            record["inputs"]["checkpoint"]["sha256"] == hashlib.sha256((folder / "model.pt").read_bytes()).hexdigest()
        )
        assert (record["step"], record["tokens"]) == (7, 12_345)

    def test_is_printed_by_the_command(self, folder, tmp_path, capsys):
        words = [
            "--checkpoint",
            folder / "model.pt",
            "--tokenizer",
            folder / "tokenizer.json",
            "--out",
            tmp_path / "out",
        ]
        assert main(["export", *map(str, words), "--name", "tiny", "--types", "q8_0", "--hf-dtype", "none"]) == 0
        facts = json.loads((tmp_path / "out" / "export.json").read_text())["files"]["tiny-q8_0.gguf"]
        printed = capsys.readouterr().out
        assert facts["sha256"] in printed and str(facts["size"]) in printed

    def test_is_the_same_for_the_same_checkpoint(self, folder, tmp_path):
        first = export(options_for(folder, tmp_path / "a", types="q8_0"))
        assert first["files"] == export(options_for(folder, tmp_path / "b", types="q8_0"))["files"]


class TestBadInput:
    def test_a_checkpoint_that_is_not_there(self, folder, tmp_path):
        with pytest.raises(CheckpointError, match="Run the step `train` first"):
            export(options_for(folder, tmp_path / "out", checkpoint=tmp_path / "no.pt"))
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize("kept", [0, 10, 5000])
    def test_a_checkpoint_cut_short(self, folder, tmp_path, kept):
        (tmp_path / "cut.pt").write_bytes((folder / "model.pt").read_bytes()[:kept])
        with pytest.raises(CheckpointError, match="cut.pt cannot be read as a checkpoint"):
            load_checkpoint(tmp_path / "cut.pt")

    @pytest.mark.parametrize(
        "change, message",
        [
            (lambda content: content.update(format=2), "no checkpoint of format 1"),
            (lambda content: content.pop("shape"), "incomplete"),
            (lambda content: content["shape"].update(layers=3), "do not fit the shape"),
            (lambda content: content["shape"].update(hidden=100), "incomplete"),
            (lambda content: content["model"].pop("norm"), "do not fit the shape"),
            (lambda content: content["model"]["norm"].fill_(float("nan")), "training had diverged"),
        ],
    )
    def test_a_checkpoint_of_another_make(self, folder, tmp_path, change, message):
        content = torch.load(folder / "model.pt", weights_only=True)
        change(content)
        torch.save(content, tmp_path / "other.pt")
        with pytest.raises(CheckpointError, match=message):
            load_checkpoint(tmp_path / "other.pt")

    def test_a_tokenizer_of_another_model(self, folder, tmp_path):
        write_json(assemble(["a", "b"]), tmp_path / "other.json")
        with pytest.raises(ExportError, match="Give the tokenizer that the model was trained with"):
            export(options_for(folder, tmp_path / "out", tokenizer=tmp_path / "other.json"))

    def test_a_name_that_is_no_file_name(self, folder, tmp_path):
        with pytest.raises(ExportError, match="no file name"):
            export(options_for(folder, tmp_path / "out", name="../tiny"))

    @pytest.mark.parametrize("context", [0, 513])
    def test_a_trained_context_beyond_the_model_s(self, folder, tmp_path, context):
        with pytest.raises(ExportError, match="between 1 and the model's context of 512"):
            export(options_for(folder, tmp_path / "out", trained_context=context))

    @pytest.mark.parametrize("weight", [-0.1, 1])
    def test_a_weight_of_drafts_that_is_none(self, folder, tmp_path, weight):
        with pytest.raises(ExportError, match="not from 0 to less than 1"):
            export(options_for(folder, tmp_path / "out", draft_weight=weight))

    def test_a_folder_with_another_model(self, folder, exported):
        before = {path: path.stat().st_mtime_ns for path in exported.iterdir()}
        with pytest.raises(ExportError, match="holds the export of tiny"):
            export(options_for(folder, exported, name="other"))
        assert {path: path.stat().st_mtime_ns for path in exported.iterdir()} == before

    def test_a_vocabulary_in_which_plain_text_spells_a_special_token_is_told(self, folder, tmp_path, capsys):
        assert spelled_by_merging(CodeTokenizer.load(folder / "tokenizer.json")) == []
        write_json(assemble(["<s", "<", "s", ">"]), tmp_path / "leaking.json")
        leaking = CodeTokenizer.load(tmp_path / "leaking.json")
        assert spelled_by_merging(leaking) == [("<s>", "<s", ">")]
        write_checkpoint(tmp_path / "model.pt", vocabulary=leaking.size)
        export(options_for(tmp_path, tmp_path / "out", tokenizer=tmp_path / "leaking.json"))
        assert "special token <s> of the ordinary text" in capsys.readouterr().err


class TestAnExport:
    def test_writes_a_card_and_keeps_what_people_wrote_in_it(self, folder, tmp_path):
        export(options_for(folder, tmp_path, types="f16", huggingface_dtype=None))
        card = tmp_path / "tiny.md"
        record = json.loads((tmp_path / "export.json").read_text())
        assert card.read_text().startswith(render_front_matter(record["front_matter"]))
        card.write_text(card.read_text() + "\nIt knows nothing.\n\n---\n\nNothing.\n")
        export(options_for(folder, tmp_path, types="q8_0", huggingface_dtype=None))
        front_matter, body = card.read_text().removeprefix("---").split("\n---\n", 1)
        assert "tiny-q8_0.gguf" in front_matter and "tiny-f16.gguf" not in front_matter
        assert body.endswith("\nIt knows nothing.\n\n---\n\nNothing.\n")

    def test_replaces_all_files_of_the_former_one(self, folder, tmp_path):
        export(options_for(folder, tmp_path, types="f16,q8_0"))
        (tmp_path / "notes.txt").write_text("mine")
        export(options_for(folder, tmp_path, types="q4_0", huggingface_dtype=None))
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "export.json",
            "notes.txt",
            "tiny-q4_0.gguf",
            "tiny.md",
        ]

    def test_that_fails_leaves_the_former_one_as_it_was(self, folder, tmp_path, monkeypatch):
        former = export(options_for(folder, tmp_path))

        def full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("nearfirst_training.export.build.write_huggingface", full)
        with pytest.raises(TrainingError, match="disk is full"):
            export(options_for(folder, tmp_path, types="q8_0"))
        assert json.loads((tmp_path / "export.json").read_text()) == former
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "export.json",
            "tiny-f16.gguf",
            "tiny-hf",
            "tiny.md",
        ]

    def test_that_is_killed_leaves_no_half_of_itself_in_place_and_runs_again(self, folder, tmp_path):
        script = (
            "import sys, os, signal\n"
            "from pathlib import Path\n"
            "from nearfirst_training.export import build\n"
            "build.write_huggingface = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)\n"
            "folder, out = map(Path, sys.argv[1:])\n"
            "build.export(build.Options(checkpoint=folder / 'model.pt', tokenizer=folder / 'tokenizer.json', out=out,"
            " name='tiny', types='f16'))\n"
        )
        command = [sys.executable, "-c", script, str(folder), str(tmp_path)]
        environment = {**os.environ, "PYTHONPATH": str(TRAINING_ROOT)}
        assert subprocess.run(command, env=environment, check=False).returncode == -signal.SIGKILL
        assert [path.name for path in tmp_path.iterdir()] == [".tiny.part"]
        export(options_for(folder, tmp_path))
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "export.json",
            "tiny-f16.gguf",
            "tiny-hf",
            "tiny.md",
        ]


class TestTheFrontMatter:
    def test_has_the_keys_of_the_product_s_cards(self, folder, exported):
        record = json.loads((exported / "export.json").read_text())
        front_matter = record["front_matter"]
        assert front_matter["special_tokens"] | {"newline": 0} == {
            "bos": 1,
            "eos": 2,
            "fim_prefix": 3,
            "fim_suffix": 4,
            "fim_middle": 5,
            "file_sep": 6,
            "newline": 0,
        }
        tokenizer = CodeTokenizer.load(folder / "tokenizer.json")
        assert tokenizer.decode([front_matter["special_tokens"]["newline"]]) == "\n"
        assert front_matter["files"]["tiny-q8_0.gguf"] == record["files"]["tiny-q8_0.gguf"]
        assert (front_matter["fim_order"], front_matter["trained_context"], front_matter["languages"]) == (
            "spm",
            512,
            ["python"],
        )
        assert front_matter["token_healing"] is True
        assert front_matter["draft_weight"] == 0.25

    @pytest.mark.parametrize("card", sorted((TRAINING_ROOT.parent / "models").glob("*.md")), ids=lambda path: path.stem)
    def test_has_the_keys_of_the_cards_that_ship(self, exported, card):
        front_matter = json.loads((exported / "export.json").read_text())["front_matter"]
        keys = [line.split(":")[0] for line in card.read_text(encoding="utf-8").split("---")[1].splitlines()]
        assert [key for key in keys if key[:1].isalpha()] == list(front_matter)

    def test_is_yaml(self, folder, exported):
        yaml = pytest.importorskip("yaml")
        front_matter = card_front_matter(
            name="tiny",
            shape=load_checkpoint(folder / "model.pt").shape,
            tokenizer=CodeTokenizer.load(folder / "tokenizer.json"),
            languages=["python"],
            files=[exported / "tiny-q8_0.gguf"],
            token_healing=True,
        )
        text = render_front_matter(front_matter)
        assert text.startswith("---\n") and text.endswith("\n---\n")
        assert yaml.safe_load(text.split("---\n")[1]) == front_matter
