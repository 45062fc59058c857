/** The parts of `--help` that teach. */

export const PROGRAM_HELP = `
A first completion:
  $ nearfirst complete src/app.py:12        what would come at the end of line 12?
  $ nearfirst complete src/app.py:12:9      and at its 9th column?

Nothing leaves your machine: the model runs here, and context comes from the files of your workspace.

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
  $ nearfirst models list
  $ nearfirst complete stock.py:38 --model ~/models/other.gguf   try another one
  $ nearfirst config path                                        set "model" in this file to keep it
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
