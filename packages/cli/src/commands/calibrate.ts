/** `nearfirst calibrate`: finds the threshold below which the large model is asked, for one pair of models and one's own code. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import {
  calibrationPath,
  chooseThresholds,
  FEWEST_TASKS,
  loadConfig,
  openRuntime,
  type Settings,
  userConfigPath,
  writeCalibration,
} from "@nearfirst/node";
import { askBoth, patientCapabilities } from "../calibrate/ask-both.js";
import { calibrationOf } from "../calibrate/calibration-of.js";
import { type CalibrationReport, reportJson, reportLines } from "../calibrate/calibration-report.js";
import { curveSvg } from "../calibrate/curve-svg.js";
import { type ObjectiveOptions, objectiveOf } from "../calibrate/objective.js";
import { tasksFrom } from "../calibrate/task-source.js";
import { namedWorkspaceFolder, workspaceFolderOf } from "../complete/workspace-folder.js";
import { endInterrupted, interruptSignal, WORK_GRACE_MS } from "../interrupt.js";
import { refuseBrokenConfig } from "../refuse-broken-config.js";
import { colorsOf, jsonText, printable } from "../terminal.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface CalibrateOptions extends ObjectiveOptions {
  /** A benchmark's tasks, in place of a folder. */
  readonly tasks?: string;
  /** Holes in what so many of the latest commits wrote. */
  readonly fromHistory?: number;
  /** Most tasks. */
  readonly limit: number;
  readonly seed: number;
  readonly model?: string;
  readonly config?: string;
  readonly svg?: string;
  readonly json?: true;
  readonly dryRun?: true;
}

export async function runCalibrate(folderName: string | undefined, options: CalibrateOptions): Promise<number> {
  const signal = interruptSignal({ graceMs: WORK_GRACE_MS });
  if (folderName !== undefined && options.tasks !== undefined)
    throw new UsageError("Name a folder or --tasks, not both.");
  const folder = await namedWorkspaceFolder(folderName ?? ".");
  const workspaceFolder = await workspaceFolderOf(join(folder, "any-file"));
  const { settings, configPath } = await settingsFor(workspaceFolder, options);
  const runtime = await openRuntime({
    settings,
    // Of a benchmark's tasks nobody knows which of these files belong to them.
    workspaceFolders: options.tasks === undefined ? [workspaceFolder] : [],
    watch: "off",
    onNotice: (notice) => process.stderr.write(`Warning: ${printable(notice)}\n`),
  });
  try {
    const capabilities = patientCapabilities(runtime, configPath);
    const { languages } = runtime.model.profile;
    const source = await tasksFrom({ ...options, workspaceFolder, folder, settings, languages, signal });
    refuseTooFew(source.holes.length, `${source.words}: too few tasks, ${source.holes.length}`);
    await runtime.workspace?.ready;
    for (const languageId of new Set(source.holes.map((hole) => hole.languageId)))
      await runtime.prepareLanguage(languageId);
    const answered = await askBoth(source.holes, { capabilities, settings, signal });
    const reasons = [...answered.withoutRow].map(([reason, count]) => `${reason} ${count}`).join(", ");
    refuseTooFew(answered.rows.length, `Too few tasks that both models answered, ${answered.rows.length} (${reasons})`);
    const objective = objectiveOf(options);
    const report: CalibrationReport = {
      source,
      ...answered,
      local: runtime.model.profile,
      large: capabilities.large,
      objective,
      thresholds: chooseThresholds(answered.rows, objective),
    };
    return await finish(report, { ...options, path: calibrationPath(configPath) });
  } catch (thrown) {
    return endInterrupted(thrown, signal, "What was answered is kept: the same command goes on from there.");
  } finally {
    await runtime.close();
  }
}

async function settingsFor(
  workspaceFolder: string,
  { config, model }: CalibrateOptions,
): Promise<{ readonly settings: Settings; readonly configPath: string }> {
  const loaded = await loadConfig({
    workspaceFolder,
    ...(config === undefined ? {} : { configPath: config }),
    override: (settings) => ({ ...settings, model: model ?? settings.model }),
  });
  refuseBrokenConfig(loaded);
  const configPath = loaded.files.find(({ role }) => role === "user")?.path ?? userConfigPath();
  return { settings: loaded.settings, configPath };
}

function refuseTooFew(count: number, found: string): void {
  if (count >= FEWEST_TASKS) return;
  throw new UsageError(
    `${found}. A threshold needs at least ${FEWEST_TASKS}: name a larger folder, or a benchmark with --tasks.`,
  );
}

interface Finish extends Pick<CalibrateOptions, "json" | "dryRun" | "svg"> {
  /** Of calibration.json. */
  readonly path: string;
}

async function finish(report: CalibrationReport, { json, dryRun, svg, path }: Finish): Promise<number> {
  const calibration = calibrationOf(report);
  if (calibration !== null && !dryRun) await writeCalibration(path, calibration);
  const written = calibration === null || dryRun ? null : path;
  if (json) process.stdout.write(`${jsonText(reportJson(report, written))}\n`);
  else {
    const end =
      written === null ? `No calibration was written${dryRun ? ": --dry-run" : ""}.` : `Written to ${written}`;
    process.stdout.write(`${[...reportLines(report, colorsOf()), end].map(printable).join("\n")}\n`);
  }
  if (svg !== undefined) await draw(report, svg);
  return calibration === null ? EXIT.failed : EXIT.ok;
}

/** After all else, which no folder that is not there may cost. */
async function draw({ thresholds: { all }, rows }: CalibrationReport, path: string): Promise<void> {
  const title = `Right answers over escalated requests, ${rows.length} tasks`;
  await writeFile(path, curveSvg({ ...all, title })).catch((cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : `${cause}`;
    throw new NearfirstError({
      code: "file-unwritable",
      message: `The curve cannot be drawn into ${path}: ${detail}.`,
      cause,
    });
  });
}
