/** What the person, or the command line, wants the configuration to say. */
import { NearfirstError } from "@nearfirst/core";
import type { LoadedConfig, SettingChange } from "@nearfirst/node";
import { pullNamed } from "../commands/models-pull.js";
import { usableModel } from "../commands/models-use.js";
import { askWhich } from "./ask.js";
import { askForLarge } from "./large-model.js";
import { type LocalModels, type ModelChoice, namedModel } from "./local-models.js";
import type { ServerInEnvironment } from "./server-in-environment.js";

export interface ChoosingOptions {
  /** `--yes`, `--model` and `--config`, as `init` has them. */
  readonly options: { readonly yes?: true; readonly model?: string; readonly config?: string };
  readonly config: LoadedConfig;
  readonly models: LocalModels;
  readonly server: ServerInEnvironment | null;
  readonly signal: AbortSignal;
}

/** Null where Ctrl-C ended a fetch. Throws what `models use` throws for a model that is named, and `Cancelled`. */
export async function chosenSettings(choosing: ChoosingOptions): Promise<readonly SettingChange[] | null> {
  const { options, config, server, signal } = choosing;
  const isNamed = options.yes !== undefined || options.model !== undefined;
  const setting = isNamed
    ? await settingOf(await namedModel(options.model ?? config.settings.model), config)
    : await askedModel(choosing);
  if (setting === null) return null;
  const large = options.yes === undefined ? await askForLarge(server, config.settings, signal) : [];
  return [{ key: ["model"], value: setting }, ...large];
}

/** One that turns out to be of no use is told, and another asked for. */
async function askedModel({ models, config }: ChoosingOptions): Promise<string | null> {
  for (;;) {
    const choice = await askWhich("Which model completes on this machine?", models.choices);
    try {
      return await settingOf(choice, config);
    } catch (thrown) {
      process.stderr.write(`${NearfirstError.from(thrown).message}\n`);
    }
  }
}

/** The setting `model`; null where Ctrl-C ended a fetch. */
async function settingOf({ model, isFetched }: ModelChoice, { files }: LoadedConfig): Promise<string | null> {
  // A file that is named and not there yet has nothing to say.
  const file = files.find(({ role, isPresent }) => role === "user" && isPresent);
  const name = isFetched ? await pullNamed(model, file === undefined ? {} : { config: file.path }) : model;
  return name === null ? null : (await usableModel(name, file?.path)).setting;
}
