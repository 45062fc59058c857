/** The parts of `--help` that teach. */

export const PROGRAM_HELP = `
The first run:
  $ nearfirst init                          sets Nearfirst up, and says how to connect your editor

A first completion:
  $ nearfirst complete src/app.py:12        what would come at the end of line 12?
  $ nearfirst complete src/app.py:12:9      and at its 9th column?

Nothing leaves your machine unless you configure a large model: the small one runs here, and context comes from the files
of your workspace.

If something does not work:
  $ nearfirst doctor                        checks everything and says what to do
  $ nearfirst complete FILE:LINE --trace    shows why a suggestion is as it is, or is not there

Next:
  $ nearfirst models list                   which models there are
  $ nearfirst config show                   which settings there are, and where they come from
  $ nearfirst stats                         how suggestions fare
  $ nearfirst audit                         what left this machine
  $ nearfirst help complete                 all that a command can do
`;

export const INIT_HELP = `
Nothing is written before the last question is answered, and nothing leaves this machine unless you say so. What your
configuration has already stays, with its comments; choosing another model replaces the one in it.

Examples:
  $ nearfirst init
  $ nearfirst init --yes                    no questions: for scripts
  $ nearfirst init --yes --model NAME       with that model, which is fetched if it is in the catalogue
`;

export const COMPLETE_HELP = `
Lines and columns count from 1. A column counts UTF-16 units, as most editors do: column 1 is before the first
character, and an emoji takes two. A byte order mark does not count.

What is new stands in colour, or between ⟦ and ⟧ where there are no colours. Context comes from the workspace's
other files as far as they are indexed within 0.7 seconds.

Examples:
  $ nearfirst complete stock.py:38                   at the end of line 38
  $ nearfirst complete stock.py:38:21 --trace        with stages, tokens and probabilities
  $ nearfirst complete stock.py:38 --stop block      to the end of the block
  $ nearfirst complete new.py:2 --stdin < draft.txt  a text that is not saved as new.py
  $ nearfirst complete stock.py:38 --json | jq -r .suggestion.text

Exit codes:
  0    there is a suggestion
  3    there is none: skipped or dropped, and the reason is printed
  1    it failed: the model, the configuration or the machine
  2    the command line is wrong: no such file, line, column or option
  130  interrupted
`;

export const MODELS_HELP = `
Examples:
  $ nearfirst models list --measure                              what suits this machine?
  $ nearfirst models pull NAME --use                               fetch one, check it, use it
  $ nearfirst models pull ~/Downloads/other.gguf                 one that you have fetched yourself
  $ nearfirst models use ollama:NAME:TAG                           one that Ollama has fetched, where it lies
  $ nearfirst models use default                                 back to the embedded one
  $ nearfirst complete stock.py:38 --model ~/models/other.gguf   try one without choosing it

Fetching goes on where it was interrupted. docs/models.md says where models come from, and how in a closed network.
`;

export const DOCTOR_HELP = `
Each line is ok, a warning or a problem; what to do stands below it. The exit code is 1 if there is a problem.
No code and no secret is printed, so the output can go into a report.
`;

export const SERVE_HELP = `
One process for all your editors. Only this machine may ask, and only with the token, which is made at the first start.

Clients:
  OpenAI's completions   http://127.0.0.1:8012/v1, with the token as API key
  llama.vim              let g:llama_config = { 'api_key': TOKEN }; 8012 is its own port
  Tabby's agent          [server] endpoint = "http://127.0.0.1:8012", token = TOKEN

Examples:
  $ nearfirst serve --open
  $ nearfirst serve --workspace ~/src/shop
  $ curl -H "Authorization: Bearer $(nearfirst serve --print-token)" -H "Content-Type: application/json" \\
      -d '{"prompt": "def area(w, h):\\n    return ", "language": "python"}' http://127.0.0.1:8012/v1/completions
`;

export const SERVE_LARGE_HELP = `
A reference server for one team: it verifies drafts in one forward pass. For many users run vLLM, llama.cpp or Ollama.
Only this machine may ask unless there is a key and another --host.

Examples:
  $ nearfirst serve-large --model ~/models/large.gguf
  $ GPU_KEY=... nearfirst serve-large --model large.gguf --host 0.0.0.0 --key-environment GPU_KEY --gpu

On the other machines, in the configuration:
  "large": { "url": "http://HOST:8765", "kind": "nearfirst", "keyEnvironment": "GPU_KEY" }
`;

export const CALIBRATE_HELP = `
Both models are asked for code that is known: the rest of lines of your own files, 200 of them, at least 50. What is asked
passes the same rules as any request to the large model, and stands in \`nearfirst audit\`. Then each threshold is tried
on the answers. The chosen one, and one for each language with at least 50 tasks, goes into calibration.json beside
your configuration.

An answer is right if it is what stands there. Your statistics hold no code, so they can give no tasks; --from-history
takes lines that the latest commits in git wrote. A line of --tasks is
  {"id": "7", "language": "python", "prefix": "a = ", "target": "1", "suffix": "\\n"}
with "stop": "statement" where the target is more than the rest of a line.

Ctrl-C keeps what was answered; the same command goes on. Another objective needs no new answers.

Examples:
  $ nearfirst calibrate --dry-run
  $ nearfirst calibrate src --most-escalated 25%
  $ nearfirst calibrate --from-history 300 --most-p95 400ms --svg curve.svg
`;

export const CONFIG_HELP = `
Your configuration is one file of JSON, with comments if you like:
  {
    // a line is enough
    "stopMode": "line",
    "languages": { "disabled": ["markdown"] },
    "ignore": ["secrets/", "*.env"]
  }
A workspace may have a .nearfirst.json in its folder. It can only take away: turn suggestions, languages or context
off, ignore more files, lower limits. Model, paths and whatever runs come from your own file.

Examples:
  $ nearfirst config show      every setting and where it comes from
  $ nearfirst config path      where your file lies; NEARFIRST_CONFIG names another
  $ nearfirst config schema    every key with its meaning, for editors that check JSON
`;

export const AUDIT_HELP = `
Each entry is written before its request is sent; without an entry nothing leaves. The log holds no code, unless
"privacy.audit.content" is true. The SHA-256 is that of the request's body. Entries hang together by hashes: an entry that
was changed or taken out is reported, and the exit code is 1.

Examples:
  $ nearfirst audit --since 7d
  $ nearfirst audit --totals
  $ nearfirst audit --json | jq -r '.entries[] | [.at, .to, .path] | @tsv'
`;

export const STATS_HELP = `
All is counted on this machine and goes nowhere. "statistics.enabled": false turns it off.

Examples:
  $ nearfirst stats --since 7d
  $ nearfirst stats --json | jq .acceptedShare
`;

export const EVAL_HELP = `
Benchmarks:
  humaneval-infilling-single-line, -multi-line, -random-span
  safim-control-LANGUAGE, safim-block-LANGUAGE, safim-api-LANGUAGE    python, java or cpp
  repoeval-line, repoeval-api         --data names RepoCoder's folder
  stmteval-full, stmteval-suffix      --data names what scripts/make-stmteval.sh made
  own-repository                      --data names your repository

A first table:
  $ nearfirst eval run --benchmark humaneval-infilling-single-line --out rows.jsonl --limit 150
  $ nearfirst eval score rows.jsonl --limit 150

Programs that a model completed run in a sandbox of Linux (bubblewrap, or user namespaces) or not at all. The one exception is
the test command that you give for your own repository: it runs as it is.
`;

export const EVAL_RUN_HELP = `
Both settings are asked for unless --setting names one. After Ctrl-C, a crash or a full disk the same command goes on where it
ended; a larger --limit with the same --seed adds tasks. Rows of another model, other data or another version are refused.
In repositories the other files are context, as in the product, unless --no-retrieval. In your own 200 holes are cut, or --limit.

Methods, each with rows of its own:
  mccom, mccom-without-retrieval, mccom-without-draft    the large model after a rejected answer (--answers: the local model's rows)
  repocoder                                              a second answer, retrieved for by the first (--answers: the model's own rows)
  without-drafts                                         token by token
  twice                                                  a beam search of 2, of which an oracle takes the nearer to the target
  csdrafting                                             a smaller model of the same family drafts on the same machine (--drafter)
  dense-retrieval                                        pieces of other files by their embeddings, not by BM25 (--embedder)
  voting-3, -5, -7, -10                                  the most frequent of so many samples
  few-shot-STRATEGY-N                                    N examples: static, random, tfidf, embedding, cross (--answers: another model's)

Examples:
  $ nearfirst eval run --benchmark humaneval-infilling-single-line --model my.gguf --out my.jsonl
  $ nearfirst eval run --benchmark humaneval-infilling-multi-line --data data/ --out rows.jsonl --limit 150 --seed 42
  $ nearfirst eval run --benchmark own-repository --data ~/project --language python --out project.jsonl
`;

export const EVAL_SCORE_HELP = `
Verdicts are kept beside the rows (ROWS.judged.jsonl), so that nothing is run twice. With --limit, --seed and --setting the
rows of that sample are scored; where one is missing, nothing is printed.

Answers in repositories are compared with what stands there. With --test-command your own tests judge those in your repository: the
command runs in a copy, never in your working tree, but in no sandbox, with each answer in its file, one at a time unless --parallel.

Examples:
  $ nearfirst eval score rows.jsonl
  $ nearfirst eval score rows.jsonl.gz --limit 150 --seed 42 --json
  $ nearfirst eval score project.jsonl --data ~/project --language python --test-command "python -m pytest -q -x"
`;

export const EVAL_SIGNALS_HELP = `
Each program is looked at three times: with the answer, with a neutral statement in its place, and as it was published. Some hundred
go into one process; nothing of them is run. ruff is asked for pyflakes' rules (F), pyright for errors of its basic mode. What they
find is kept beside the rows (ROWS.ruff.signals.jsonl) and goes on after any end; \`eval table synconfroute-false-positives\` counts it.

Examples:
  $ nearfirst eval signals rows.jsonl --linter --types
  $ nearfirst eval signals rows.jsonl.gz --data data/ --linter venv/bin/ruff --limit 150
`;

export const EVAL_SWEEP_HELP = `
Both files are scored first, by \`nearfirst eval score\`. A threshold is tried wherever it makes a difference, up to --thresholds.

Examples:
  $ nearfirst eval sweep small.jsonl embedded.jsonl
  $ nearfirst eval sweep small.jsonl embedded.jsonl --policy synConfRoute --policy nearfirst --json
`;

export const EVAL_TABLE_HELP = `
A model is found by its name in the rows or by the name of its file without endings. Where rows are missing, the command that
makes them stands in the table's place. A pair whose large model adds less than 3 points cannot test routing: the table says so.

Examples:
  $ nearfirst eval table
  $ nearfirst eval table synconfroute-table-4 rows/ --local nearfirst-small --large nearfirst-embedded
  $ nearfirst eval table synconfroute-figure-3 rows/ --local small --large large --data data/ --format svg >figure.svg
`;

export const EVAL_REPORT_HELP = `
Example:
  $ nearfirst eval report rows/ --local nearfirst-small --large nearfirst-embedded --data data/ --out report
`;

export const EVAL_EMBED_HELP = `
The last 128 tokens before the hole and the first 64 after it. \`eval table\` and \`eval report\` find NAME.embeddings.jsonl among the
rows that they are given; it may be compressed (.gz).

Example:
  $ nearfirst eval embed --benchmark humaneval-infilling-single-line --model all-MiniLM-L6-v2.gguf --out rows/humaneval.embeddings.jsonl
`;
