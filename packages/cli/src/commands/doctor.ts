/** `nearfirst doctor`: what is wrong on this machine, and what to do. Prints no code and no secret. */
import { loadConfig, userConfigPath } from "@nearfirst/node";
import { currentWorkspaceFolder } from "../complete/workspace-folder.js";
import type { Check } from "../doctor/check.js";
import { checkCalibration } from "../doctor/check-calibration.js";
import { checkConfig } from "../doctor/check-config.js";
import { checkFolders } from "../doctor/check-folders.js";
import { checkIndex } from "../doctor/check-index.js";
import { checkLarge } from "../doctor/check-large.js";
import { checkModel, checkOtherModels } from "../doctor/check-model.js";
import { checkEngine, checkMemory, checkNode } from "../doctor/check-platform.js";
import { interruptSignal } from "../interrupt.js";
import { type Colors, colorsOf, jsonText, printable } from "../terminal.js";
import { EXIT } from "../usage-error.js";

export interface DoctorOptions {
  readonly json?: true;
  readonly config?: string;
  readonly model?: string;
}

export async function runDoctor(options: DoctorOptions): Promise<number> {
  const signal = interruptSignal();
  const checks: Check[] = [];
  const colors = colorsOf();
  const add = (...found: readonly Check[]) => {
    checks.push(...found);
    // Line by line, because loading a large model takes a while.
    if (!options.json) for (const check of found) process.stdout.write(`${lineOf(check, colors)}\n`);
  };

  add(checkNode());
  const workspaceFolder = await currentWorkspaceFolder();
  const config = await loadConfig({
    workspaceFolder,
    ...(options.config === undefined ? {} : { configPath: options.config }),
    override: (settings) => ({ ...settings, model: options.model ?? settings.model }),
  });
  add(...checkConfig(config));
  add(...(await checkFolders(config.settings)));
  add(await checkIndex(config.settings, workspaceFolder));
  const engine = await checkEngine();
  add(engine);
  if (engine.status === "ok") {
    const { checks: found, fileBytes } = await checkModel(config.settings);
    add(...found, checkMemory(fileBytes));
    add(...(await checkOtherModels(config.settings)));
  }
  // With a mistake in the user's file nothing is sent anywhere: the key may be the one that forbids it.
  if (config.problems.every((each) => each.role !== "user")) {
    const { large, routing } = config.settings;
    const { checks: found, largeName } = await checkLarge(large, { signal });
    const configPath = config.files.find(({ role }) => role === "user")?.path ?? userConfigPath();
    add(...found, ...(await checkCalibration({ routing, configPath, largeName })));
  }

  const problems = checks.filter((check) => check.status === "problem").length;
  if (options.json) {
    process.stdout.write(`${jsonText({ version: 1, isHealthy: problems === 0, checks })}\n`);
  } else {
    const warnings = checks.filter((check) => check.status === "warning").length;
    process.stdout.write(`\n${summaryOf(problems, warnings)}\n`);
  }
  return problems === 0 ? EXIT.ok : EXIT.failed;
}

function summaryOf(problems: number, warnings: number): string {
  if (problems > 0) return `${problems === 1 ? "One problem" : `${problems} problems`} to solve.`;
  if (warnings > 0) return "No problem. What is marked as a warning can be better.";
  return "All is well. Try  nearfirst complete FILE:LINE:COLUMN";
}

function lineOf({ status, message, remedy }: Check, colors: Colors): string {
  const mark = { ok: colors.green("ok     "), warning: colors.yellow("warning"), problem: colors.red("problem") }[
    status
  ];
  return `${mark}  ${printable(message)}${remedy === null ? "" : `\n         -> ${remedy}`}`;
}
