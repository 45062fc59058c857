#!/usr/bin/env bash
# Makes the StmtEval set of the evaluation: 600 statements of 40 Python projects that no model of ours was trained on, whole and cut
# inside, from package archives by pinned version and SHA-256 (28 MB to fetch; needs Python 3.11 with pip, and a registry).
#   scripts/make-stmteval.sh FOLDER      then: nearfirst eval run --benchmark stmteval-full --data FOLDER …
# The same of any folder with a repository a folder: lay it out as FOLDER/repositories and leave the first command out.
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/../training"
training() { python3 -m nearfirst_training "$@"; }
training corpus unpack --role heldout --work "$folder/work" --out "$folder/repositories"
training tasks --repositories "$folder/repositories" --seed 42 --tasks 600 --each 15 --out "$folder/tasks.jsonl"
