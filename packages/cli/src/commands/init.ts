/** `nearfirst init`: the first run. Looks at what is here, asks what cannot be known, writes the configuration, completes once. */
import { arch, availableParallelism, platform } from "node:os";
import { join, resolve } from "node:path";
import {
  findModel,
  type LoadedConfig,
  loadConfig,
  quotedForShell,
  type SettingChange,
  userConfigPath,
  writeSettings,
} from "@nearfirst/node";
import { type KeptSpeed, machineMemory, readKeptSpeed } from "@nearfirst/node/models";
import { checkEngine } from "../doctor/check-platform.js";
import { Cancelled } from "../init/ask.js";
import { chosenSettings } from "../init/chosen-settings.js";
import { foundEditors, isOnPath } from "../init/found-editors.js";
import { type LocalModels, localModels } from "../init/local-models.js";
import { type ServerInEnvironment, serverInEnvironment } from "../init/server-in-environment.js";
import { interruptSignal, isAbort, WORK_GRACE_MS } from "../interrupt.js";
import { refuseBrokenConfig } from "../refuse-broken-config.js";
import { examplesFolder } from "../serve/page/project-files.js";
import { sizeWords } from "../size-words.js";
import { colorsOf, printable } from "../terminal.js";
import { EXIT, UsageError } from "../usage-error.js";
import { runComplete } from "./complete.js";
import { measureModel } from "./models-measure.js";

/** Long enough for a few rounds; `models list --measure` takes longer and is more exact. */
const MEASURE_MS = 2_000;
const EXAMPLE = ["logwatch", "main.py:39"] as const;
const HEADING =
  "Settings of Nearfirst. `nearfirst config show` prints all of them, docs/configuration.md says what they mean.";

export interface InitOptions {
  /** Asks nothing and changes nothing that is configured. */
  readonly yes?: true;
  /** As `models use` or `models pull` takes it. */
  readonly model?: string;
  readonly config?: string;
}

/** Nothing is written before the last question was answered. */
export async function runInit(options: InitOptions): Promise<number> {
  const asks = options.yes === undefined;
  if (asks && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new UsageError(
      "There is no terminal to ask on. `nearfirst init --yes` asks nothing and keeps to this machine.",
    );
  const signal = interruptSignal({ graceMs: WORK_GRACE_MS });
  try {
    const config = await loadConfig({ workspaceFolder: null, ...configOf(options) });
    // One that was named and is not there is about to be written.
    if (config.files.some(({ role, isPresent }) => role === "user" && isPresent)) refuseBrokenConfig(config);
    const engine = await checkEngine();
    if (engine.status !== "ok") {
      process.stderr.write(`Failed: ${engine.message}. Nothing was written.\n  -> ${engine.remedy}\n`);
      return EXIT.failed;
    }
    // Where nothing is offered nobody waits for it.
    const speed = asks ? await speedHere(config, signal) : await readKeptSpeed(config.settings);
    const models = await localModels(config.settings, speed);
    const server = config.settings.large.url === "" ? serverInEnvironment() : null;
    report(machineLines({ models, speed, server }));

    const changes = await chosenSettings({ options, config, models, server, signal });
    if (changes === null) return EXIT.interrupted;
    await write(config, changes);
    if (!asks) report(hintsOf(changes, server));
    const code = await completeOnce(options);
    report(["", ...editorLines()]);
    return code;
  } catch (thrown) {
    if (!(thrown instanceof Cancelled || isAbort(thrown) || signal.aborted)) throw thrown;
    process.stderr.write("Interrupted. Nothing was written.\n");
    return EXIT.interrupted;
  }
}

function configOf({ config }: InitOptions): { readonly configPath?: string } {
  return config === undefined ? {} : { configPath: resolve(config) };
}

/** Null where the model in use is missing; which one to use instead is asked next. */
async function speedHere({ settings }: LoadedConfig, signal: AbortSignal): Promise<KeptSpeed | null> {
  const kept = await readKeptSpeed(settings);
  const model = await findModel(settings.model).catch(() => null);
  if (kept !== null || model === null) return kept;
  process.stderr.write(`Measuring ${printable(model.name)} for a few seconds…\n`);
  return await measureModel(model, { settings, signal, budgetMs: MEASURE_MS });
}

interface Found {
  readonly models: LocalModels;
  readonly speed: KeptSpeed | null;
  readonly server: ServerInEnvironment | null;
}

function machineLines({ models, speed, server }: Found): readonly string[] {
  const { totalBytes, availableBytes } = machineMemory();
  const threads = `${availableParallelism()} processor threads`;
  const machine = `${platform()}-${arch()}, ${threads}, ${sizeWords(totalBytes)} of memory, ${sizeWords(availableBytes)} of it free`;
  const speeds =
    speed === null ? [] : [`speed      ${speed.model} writes ${speed.generatedPerSecond.toFixed(0)} tokens a second`];
  const editors = foundEditors().map(({ name }) => name);
  return [
    `machine    ${machine}`,
    ...speeds,
    `editors    ${editors.join(", ")}`,
    `Ollama     ${models.ofOllama === 0 ? "has no models here" : `${models.ofOllama} of its models can be used where they lie`}`,
    `server     ${server === null ? "none in the environment" : `${server.host}, named by ${server.variable}`}`,
    "",
  ];
}

/** What `--yes` leaves alone, and how to have it. */
function hintsOf(changes: readonly SettingChange[], server: ServerInEnvironment | null): readonly string[] {
  const isEmbedded = changes.some(({ key, value }) => key[0] === "model" && value === "default");
  return [
    ...(isEmbedded
      ? ["Larger models than the embedded one: `nearfirst models list --measure` says which suits this machine."]
      : []),
    ...(server === null
      ? []
      : [`${server.host} is not asked for anything. \`nearfirst init\` without --yes sets it up as the large model.`]),
  ];
}

/** Only what differs from what is there; a file that is not there is made in any case. */
async function write({ settings, files }: LoadedConfig, changes: readonly SettingChange[]): Promise<void> {
  const file = files.find(({ role }) => role === "user");
  const path = file?.path ?? userConfigPath();
  const isPresent = file?.isPresent ?? false;
  const changed = changes.filter(({ key, value }) => !isPresent || key[0] !== "model" || settings.model !== value);
  if (changed.length === 0) report([`${path} is as it should be already.`]);
  else {
    await writeSettings({ path, changes: changed, heading: HEADING });
    const words = changed.map(({ key, value }) => `${key.join(".")} ${JSON.stringify(value)}`);
    report([`Written to ${path}: ${words.join(", ")}.`]);
  }
}

/** At a place of the examples; exits as `complete` does where it fails. */
async function completeOnce(options: InitOptions): Promise<number> {
  const folder = examplesFolder();
  if (folder === null) return EXIT.ok;
  const place = join(folder, ...EXAMPLE);
  report(["", colorsOf().dim(`$ nearfirst complete ${quotedForShell(place)}`)]);
  const given = options.config === undefined ? {} : { config: options.config };
  const code = await runComplete(place, { ...given, workspace: join(folder, EXAMPLE[0]), retrieval: true });
  if (code === EXIT.failed) report(["The settings are written, but no completion came: `nearfirst doctor` says why."]);
  // A model that does not know the example's language is none the worse for it.
  return code === EXIT.noSuggestion ? EXIT.ok : code;
}

function editorLines(): readonly string[] {
  const editors = foundEditors().flatMap(({ name, connect: [first, second] }) => [`${name}: ${first}`, `  ${second}`]);
  if (isOnPath("nearfirst")) return editors;
  return [
    ...editors,
    "Editors need `nearfirst` on the PATH, and it is not: `npm install --global` with the package's file puts it there.",
  ];
}

function report(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}
