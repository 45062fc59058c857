/** What can be asked for. Each command is loaded only when it runs, so that help is quick. */
import { Command, Option } from "commander";
import { duration, percentage } from "./calibrate/objective.js";
import { addEvalCommands } from "./evaluate/eval-commands.js";
import {
  AUDIT_HELP,
  CALIBRATE_HELP,
  COMPLETE_HELP,
  CONFIG_HELP,
  DOCTOR_HELP,
  INIT_HELP,
  MODELS_HELP,
  PROGRAM_HELP,
  SERVE_HELP,
  SERVE_LARGE_HELP,
  STATS_HELP,
} from "./help.js";
import {
  collected,
  configOption,
  jsonOption,
  modelOption,
  shareBelowOne,
  sinceOption,
  wholeNumber,
} from "./shared-options.js";
import { NEARFIRST_VERSION } from "./version.js";

/** The whole command line. Parsing it runs a command; exits come as `CommanderError`. */
export function nearfirstProgram(): Command {
  const program = new Command("nearfirst")
    .description("Local-first code completion: a small model on your own machine answers first.")
    .version(NEARFIRST_VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .addHelpText("after", PROGRAM_HELP);

  program
    .command("init")
    .summary("set Nearfirst up: the first run")
    .description("Looks at this machine, asks what it cannot know, writes your configuration, and completes once.")
    .option("-y, --yes", "ask nothing, fetch nothing, keep what is configured, and configure no large model")
    .addOption(modelOption())
    .addOption(configOption())
    .addHelpText("after", INIT_HELP)
    .action(async (options) => {
      process.exitCode = await (await import("./commands/init.js")).runInit(options);
    });

  program
    .command("complete")
    .summary("print the completion at a place in a file")
    .description("Prints the completion at one place in a file, as an editor would show it there.")
    .argument("<place>", "FILE:LINE or FILE:LINE:COLUMN, counted from 1; the end of the line where no column is given")
    .option("--trace", "show what happened: stages, tokens, confidence, draft, snippets")
    .addOption(jsonOption())
    .option("--stdin", "read the text from standard input; FILE only names it")
    .addOption(
      new Option("--stop <where>", "where to end the suggestion").choices(["line", "statement", "block", "tokens"]),
    )
    .addOption(new Option("--max-tokens <n>", "longest answer, in tokens").argParser(wholeNumber(1, 512)))
    .addOption(modelOption())
    .addOption(configOption())
    .option("--workspace <dir>", "folder to take context from (default: nearest with .git, else the file's own)")
    .option("--no-retrieval", "take no context from other files")
    .option("--wait-index", "wait until all other files are indexed, however long it takes")
    .addHelpText("after", COMPLETE_HELP)
    .action(async (place: string, options) => {
      process.exitCode = await (await import("./commands/complete.js")).runComplete(place, options);
    });

  const models = program
    .command("models")
    .summary("list, fetch and choose models")
    .description("Lists, fetches, checks and removes models, and chooses the one that completes.")
    .addHelpText("after", MODELS_HELP);
  models
    .command("list", { isDefault: true })
    .description("Lists the models that are here, those that can be fetched, and which of them suits this machine.")
    .option("--measure", "measure the model in use for ten seconds first, and estimate the others' speed by it")
    .addOption(jsonOption())
    .addOption(configOption())
    .action(async (options) => {
      process.exitCode = await (await import("./commands/models-list.js")).runModelsList(options);
    });
  models
    .command("pull")
    .description("Fetches a model of the catalogue, or copies a .gguf file, into your folder of models.")
    .argument("<model>", "a name from `nearfirst models list`, or a .gguf file")
    .option("--use", "and use it from now on")
    .option("--mirror <address>", "fetch from there, an address with {repository}, {revision} and {file}")
    .option("--anyway", "also where it does not fit into this machine's memory")
    .addOption(configOption())
    .action(async (model: string, options) => {
      process.exitCode = await (await import("./commands/models-pull.js")).runModelsPull(model, options);
    });
  models
    .command("use")
    .description("Sets the model in your configuration file, if it can complete code here.")
    .argument("<model>", "`default`, a name from `nearfirst models list`, or a .gguf file")
    .addOption(configOption())
    .action(async (model: string, options) => {
      process.exitCode = await (await import("./commands/models-use.js")).runModelsUse(model, options);
    });
  models
    .command("remove")
    .description("Removes a fetched model and what belongs to it.")
    .argument("<model>", "a name from `nearfirst models list`")
    .addOption(configOption())
    .action(async (model: string, options) => {
      process.exitCode = await (await import("./commands/models-remove.js")).runModelsRemove(model, options);
    });
  models
    .command("verify")
    .description("Reads model files again and compares their SHA-256.")
    .argument("[model]", "one of them (default: all but Ollama's)")
    .addOption(jsonOption())
    .action(async (model: string | undefined, options) => {
      process.exitCode = await (await import("./commands/models-verify.js")).runModelsVerify(model, options);
    });

  program
    .command("doctor")
    .summary("find out what is wrong and what to do")
    .description("Checks this machine, the configuration and the model, and says what to do about each problem.")
    .addOption(jsonOption())
    .addOption(modelOption())
    .addOption(configOption())
    .addHelpText("after", DOCTOR_HELP)
    .action(async (options) => {
      process.exitCode = await (await import("./commands/doctor.js")).runDoctor(options);
    });

  program
    .command("lsp")
    .summary("serve an editor (language server)")
    .description(
      "Serves an editor over standard input and output: LSP 3.18 inline completion. Editors start it themselves.",
    )
    .option("--alone", "load a model of its own, instead of sharing this user's daemon")
    // Language clients add arguments of their own, such as --stdio and --clientProcessId.
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (options) => {
      process.exit(await (await import("./lsp/run-lsp.js")).runLsp(options));
    });

  program
    .command("serve")
    .summary("serve editors over HTTP")
    .description("Serves the local model to editors over HTTP, by the APIs of OpenAI, llama.cpp and Tabby.")
    .addOption(
      new Option("--port <n>", "port to listen on; 0 for any").argParser(wholeNumber(0, 65_535)).default(8_012),
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--allow-host <name>", "a name by which other machines may ask; can be repeated", collected, [])
    .option("--workspace <dir>", "folder to take context from, from which clients' paths count")
    .addOption(modelOption())
    .addOption(configOption())
    .addOption(
      new Option("--unload-after <minutes>", "free the model's memory after so long without a request; 0 for never")
        .argParser(wholeNumber(0, 1_440))
        .default(30),
    )
    .addOption(
      new Option("--memory-limit <megabytes>", "start the model anew where its process has grown beyond it").argParser(
        wholeNumber(64, 1_000_000),
      ),
    )
    .option("--open", "open the page in the browser: an editor, what each request does, and how suggestions fare")
    .option("--print-token", "print the token that clients need, and end")
    .option("--no-http", "listen on no port, for language servers alone; `nearfirst lsp` starts it so")
    .addOption(
      new Option("--exit-after <minutes>", "with --no-http: end after so long without a client; 0 for never")
        .argParser(wholeNumber(0, 1_440))
        .default(10),
    )
    .addHelpText("after", SERVE_HELP)
    .action(async (options) => {
      if (!options.http && !options.printToken)
        process.exit(await (await import("./commands/serve-engine.js")).runServeEngine(options));
      process.exitCode = await (await import("./commands/serve.js")).runServe(options);
    });

  program
    .command("serve-large")
    .summary("serve a model as the large one of other machines")
    .description(
      "Serves a model over HTTP as the large one of other machines: OpenAI's completions, with drafts verified.",
    )
    .addOption(modelOption().default("default"))
    .addOption(
      new Option("--port <n>", "port to listen on; 0 for any").argParser(wholeNumber(0, 65_535)).default(8_765),
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--key-file <file>", "file that holds the key that requests must have")
    .option("--key-environment <name>", "environment variable that holds the key")
    .addOption(
      new Option("--context-tokens <n>", "tokens that the model sees")
        .argParser(wholeNumber(256, 131_072))
        .default(4_096),
    )
    .addOption(
      new Option("--sequences <n>", "files with a cache of their own").argParser(wholeNumber(1, 16)).default(4),
    )
    .addOption(new Option("--threads <n>", "processor threads (default: half of them)").argParser(wholeNumber(1, 256)))
    .option("--gpu", "use a graphics card where the engine has a build for it")
    .addOption(
      new Option(
        "--draft-weight <share>",
        "how much a statement copied from the code counts beside the model, below 1 (default: by its card)",
      ).argParser(shareBelowOne),
    )
    .addOption(
      new Option("--silence-limit <time>", "an engine that says nothing for so long is ended, and started anew")
        .argParser(duration)
        .default(30_000, "30s"),
    )
    .addHelpText("after", SERVE_LARGE_HELP)
    .action(async (options) => {
      process.exitCode = await (await import("./commands/serve-large.js")).runServeLarge(options);
    });

  program
    .command("calibrate")
    .summary("find when the large model should be asked")
    .description("Finds the threshold below which the large model is asked, by asking both models for what is known.")
    .argument("[folder]", "whose files to take tasks from (default: the current one)")
    .option("--tasks <file>", "take a benchmark's tasks instead, a JSON object a line")
    .addOption(
      new Option("--from-history [commits]", "take tasks from what the latest commits wrote (default: 100)")
        .argParser(wholeNumber(1, 100_000))
        .preset("100"),
    )
    .addOption(new Option("--for <what>", "choose the threshold with the most right answers").choices(["quality"]))
    .addOption(
      new Option("--most-escalated <share>", "the same within a share of escalated requests, for example 25%")
        .argParser(percentage)
        .conflicts("for"),
    )
    .addOption(
      new Option("--most-p95 <time>", "the same within a time that 95 of 100 requests keep, for example 400ms")
        .argParser(duration)
        .conflicts(["for", "mostEscalated"]),
    )
    .addOption(new Option("--limit <n>", "most tasks").argParser(wholeNumber(50, 100_000)).default(200))
    .addOption(new Option("--seed <n>", "of the sample of tasks").argParser(wholeNumber(0, 2 ** 31)).default(42))
    .addOption(modelOption())
    .addOption(configOption())
    .option("--svg <file>", "draw the curve into a file")
    .addOption(jsonOption())
    .option("--dry-run", "ask both models and choose, but write no calibration")
    .addHelpText("after", CALIBRATE_HELP)
    .action(async (folder: string | undefined, options) => {
      process.exitCode = await (await import("./commands/calibrate.js")).runCalibrate(folder, options);
    });

  addEvalCommands(program);

  const config = program
    .command("config")
    .summary("show the settings and where they come from")
    .description("Shows the settings and where they come from.")
    .addHelpText("after", CONFIG_HELP);
  config
    .command("show", { isDefault: true })
    .description("Prints every setting, its value, and the file that it comes from.")
    .addOption(jsonOption())
    .addOption(configOption())
    .option("--workspace <dir>", "whose .nearfirst.json counts (default: nearest folder with .git)")
    .action(async (options) => {
      process.exitCode = await (await import("./commands/config.js")).runConfigShow(options);
    });
  config
    .command("path")
    .description("Prints where your configuration file lies.")
    .action(async () => {
      process.exitCode = (await import("./commands/config.js")).runConfigPath();
    });
  config
    .command("schema")
    .description("Prints the JSON schema of the configuration file.")
    .option("--workspace", "of a workspace's .nearfirst.json instead of yours")
    .action(async (options) => {
      process.exitCode = (await import("./commands/config.js")).runConfigSchema(options);
    });

  program
    .command("audit")
    .summary("show what left this machine")
    .description("Shows every request to a large model: when, where to, how much, which files, and why.")
    .addOption(jsonOption())
    .addOption(sinceOption())
    .option("--where-to <text>", "only what went to a destination with this text in its name")
    .option("--totals", "the sums alone")
    .addHelpText("after", AUDIT_HELP)
    .action(async (options) => {
      process.exitCode = await (await import("./commands/audit.js")).runAudit(options);
    });

  program
    .command("stats")
    .summary("show how suggestions fare")
    .description(
      "Shows how many suggestions were shown, accepted and kept, what was escalated, and how fast answers came.",
    )
    .addOption(jsonOption())
    .addOption(sinceOption())
    .addHelpText("after", STATS_HELP)
    .action(async (options) => {
      process.exitCode = await (await import("./commands/stats.js")).runStats(options);
    });
  return program;
}
