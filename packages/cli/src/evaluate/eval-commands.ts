/** `nearfirst eval`: the papers' benchmarks, scores, sweeps, tables. Each command is loaded only when it runs. */
import { type Command, Option } from "commander";
import {
  EVAL_EMBED_HELP,
  EVAL_HELP,
  EVAL_REPORT_HELP,
  EVAL_RUN_HELP,
  EVAL_SCORE_HELP,
  EVAL_SIGNALS_HELP,
  EVAL_SWEEP_HELP,
  EVAL_TABLE_HELP,
} from "../help.js";
import { collected, jsonOption, modelOption, wholeNumber } from "../shared-options.js";

export function addEvalCommands(program: Command): void {
  const evaluation = program
    .command("eval")
    .summary("run the papers' benchmarks (in a clone of the repository)")
    .description("Runs the papers' benchmarks on a model and scores what it wrote.")
    .addHelpText("after", EVAL_HELP);
  const dataOption = () =>
    new Option("--data <path>", "the benchmark's file, its folder, or your repository (default: downloaded once)");
  const anyDataOption = () => new Option("--any-data", "accept data with another checksum than the published");
  const settingOption = () =>
    new Option("--setting <which>", "what the model is shown of the file").choices(["left-and-right", "left"]);
  const sampleOptions = (command: Command) =>
    command
      .addOption(new Option("--limit <n>", "most tasks (default: all)").argParser(wholeNumber(1, 10_000_000)))
      .addOption(new Option("--seed <n>", "of the sample of tasks").argParser(wholeNumber(0, 2 ** 31)).default(42))
      .addOption(settingOption())
      .option("--language <id>", "of tasks in your own repository; can be repeated (default: all)", collected, []);
  sampleOptions(
    evaluation
      .command("run")
      .summary("ask a model for every task")
      .description("Asks a model for every task of a benchmark, by the path that every completion takes."),
  )
    .requiredOption("--benchmark <name>", "which benchmark")
    .requiredOption("--out <file>", "where rows are written, and gone on with")
    .addOption(dataOption())
    .addOption(anyDataOption())
    .addOption(modelOption().default("default"))
    .addOption(new Option("--threads <n>", "processor threads of an engine").argParser(wholeNumber(1, 256)).default(1))
    .addOption(new Option("--parallel <n>", "engines at one time").argParser(wholeNumber(1, 64)).default(1))
    .option("--no-drafts", "let no copy from the file count beside the model")
    .option("--no-retrieval", "take no context from a repository's other files")
    .option("--method <name>", "ask as one of the papers' methods does, not as the product")
    .option("--answers <rows>", "what the method builds on: another run's rows")
    .option("--embeddings <file>", "of the tasks, for few-shot-embedding-N")
    .option("--drafter <model>", "the smaller model that drafts for csdrafting")
    .option("--embedder <file>", "the sentence model of dense-retrieval; scripts/install-minilm.sh makes one")
    .addOption(
      new Option("--repeat <n>", "which run of the same, for intervals of latency")
        .argParser(wholeNumber(1, 1_000))
        .default(1),
    )
    .addHelpText("after", EVAL_RUN_HELP)
    .action(async (options) => {
      process.exitCode = await (await import("../commands/eval-run.js")).runEvalRun(options);
    });
  sampleOptions(
    evaluation
      .command("score")
      .summary("run what a model wrote, and print scores")
      .description("Runs the programs that a model completed, in a sandbox, and prints pass@1 and the other scores.")
      .argument("<rows>", "what `nearfirst eval run` wrote; may be compressed (.gz)"),
  )
    .addOption(dataOption())
    .addOption(anyDataOption())
    .addOption(
      new Option("--parallel <n>", "programs at one time (default: one a core)").argParser(wholeNumber(1, 256)),
    )
    .option("--test-command <command>", "judge answers in your own repository by it; it runs as it is, in a copy")
    .addOption(new Option("--test-timeout-s <n>", "of that command").argParser(wholeNumber(1, 86_400)).default(300))
    .addOption(jsonOption())
    .addHelpText("after", EVAL_SCORE_HELP)
    .action(async (rows: string, options) => {
      process.exitCode = await (await import("../commands/eval-score.js")).runEvalScore(rows, options);
    });
  sampleOptions(
    evaluation
      .command("signals")
      .summary("ask a linter and a type checker what a model wrote")
      .description(
        "Asks your own ruff and pyright about the programs that a model completed, and keeps what they find.",
      )
      .argument("<rows>", "what `nearfirst eval run` wrote; may be compressed (.gz)"),
  )
    .addOption(dataOption())
    .addOption(anyDataOption())
    .option("--linter [command]", "ask ruff, by this name or path where it is not on PATH as `ruff`")
    .option("--types [command]", "ask pyright, likewise")
    .addHelpText("after", EVAL_SIGNALS_HELP)
    .action(async (rows: string, options) => {
      process.exitCode = await (await import("../commands/eval-signals.js")).runEvalSignals(rows, options);
    });

  evaluation
    .command("sweep")
    .summary("try routing policies and thresholds on two models' rows")
    .description("Tries every routing policy at many thresholds on the scored rows of two models. No model runs.")
    .argument("<local>", "rows of the local model")
    .argument("<large>", "rows of the large model, for the same tasks")
    .option("--policy <name>", "a policy to try; can be repeated (default: all)", collected, [])
    .addOption(
      new Option("--thresholds <n>", "most thresholds of a policy").argParser(wholeNumber(2, 10_000)).default(100),
    )
    .addOption(settingOption().default("left-and-right"))
    .addOption(new Option("--measure <what>", "what counts as right").choices(["tests", "exact"]).default("tests"))
    .option("--common", "only the tasks that both models have answered, where one was asked a sample")
    .addOption(
      new Option("--user <who>", "what the simulated developer does")
        .choices(["accepts-all", "accepts-only-right"])
        .default("accepts-all"),
    )
    .addOption(
      new Option("--network-ms <n>", "added to each answer of the large model")
        .argParser(wholeNumber(0, 60_000))
        .default(200),
    )
    .addOption(jsonOption())
    .addHelpText("after", EVAL_SWEEP_HELP)
    .action(async (local: string, large: string, options) => {
      process.exitCode = await (await import("../commands/eval-sweep.js")).runEvalSweep(local, large, options);
    });

  evaluation
    .command("embed")
    .summary("embed a benchmark's tasks")
    .description("Embeds the code around each hole, for routers that decide before any model is asked.")
    .requiredOption("--benchmark <name>", "which benchmark")
    .requiredOption("--model <file>", "a sentence model as GGUF; scripts/install-minilm.sh makes all-MiniLM-L6-v2")
    .requiredOption("--out <file>", "NAME.embeddings.jsonl, written and gone on with")
    .addOption(dataOption())
    .addOption(anyDataOption())
    .addHelpText("after", EVAL_EMBED_HELP)
    .action(async (options) => {
      process.exitCode = await (await import("../commands/eval-embed.js")).runEvalEmbed(options);
    });

  const comparisonOptions = (command: Command) =>
    command
      .option("--local <name>", "the local model: its name or that of its files; can be repeated", collected, [])
      .option("--large <name>", "the large model, likewise", collected, [])
      .option("--data <path>", "a benchmark's file or folder, for what needs the code; can be repeated", collected, [])
      .addOption(anyDataOption())
      .addOption(
        new Option("--network-ms <n>", "added to each answer of the large model in MCCom's latencies")
          .argParser(wholeNumber(0, 60_000))
          .default(200),
      );
  comparisonOptions(
    evaluation
      .command("table")
      .summary("make one of the papers' tables or figures from rows")
      .description(
        "Makes one of the papers' tables or figures from two models' scored rows. Without an id: lists them.",
      )
      .argument("[id]", "for example synconfroute-table-4")
      .argument("[rows...]", "files of rows, or folders of them"),
  )
    .addOption(new Option("--format <what>", "what to print").choices(["markdown", "csv", "svg"]).default("markdown"))
    .option("--out <folder>", "write Markdown, CSV and SVG there instead")
    .addHelpText("after", EVAL_TABLE_HELP)
    .action(async (id: string | undefined, rows: string[], options) => {
      process.exitCode = await (await import("../commands/eval-table.js")).runEvalTable(id, rows, options);
    });

  comparisonOptions(
    evaluation
      .command("report")
      .summary("make all tables, figures and claims on one page")
      .description(
        "Makes all of the papers' tables and figures from two models' scored rows, and judges the papers' claims.",
      )
      .argument("<rows...>", "files of rows, or folders of them"),
  )
    .requiredOption("--out <folder>", "where the page, CSV and SVG files are written")
    .addHelpText("after", EVAL_REPORT_HELP)
    .action(async (rows: string[], options) => {
      process.exitCode = await (await import("../commands/eval-report.js")).runEvalReport(rows, options);
    });
}
