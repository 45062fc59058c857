"""llama.cpp's own HTTP server on a free port, for tests: prints its address, ends when standard input does."""

import argparse
import sys

import xllamacpp

parser = argparse.ArgumentParser()
parser.add_argument("model", help="a .gguf file")
parser.add_argument("--context", type=int, default=768)
parser.add_argument("--key", help="that requests must have")
parser.add_argument("--ngram-speculation", action="store_true", help="draft what followed the last three tokens before")
options = parser.parse_args()

params = xllamacpp.CommonParams()
params.model.path = options.model
params.n_ctx = options.context
params.n_parallel = 1
params.n_gpu_layers = 0
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.hostnames = ["127.0.0.1"]
params.port = 0
params.warmup = False
if options.ngram_speculation:
    params.speculative.types = [xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_NGRAM_SIMPLE]
    params.speculative.ngram_simple.size_n = 3
    params.speculative.ngram_simple.size_m = 32
    params.speculative.ngram_simple.min_hits = 1
if options.key:
    params.api_keys = [options.key]

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
