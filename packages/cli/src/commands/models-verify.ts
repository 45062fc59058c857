/** `nearfirst models verify`: whether model files still are what was installed. */
import { findModel, type InstalledModel, listModels } from "@nearfirst/node";
import { type VerifiedModel, verifyModel } from "@nearfirst/node/models";
import { mendModel } from "../doctor/mend.js";
import { interruptSignal, isAbort } from "../interrupt.js";
import { ProgressBar } from "../progress-bar.js";
import { jsonText, printable } from "../terminal.js";
import { EXIT } from "../usage-error.js";

/** Smaller ones are read within moments. */
const LARGE_FILE_BYTES = 200_000_000;

export interface ModelsVerifyOptions {
  readonly json?: true;
}

/** One model, or all that are Nearfirst's own. The exit code is 1 where one is damaged. */
export async function runModelsVerify(name: string | undefined, options: ModelsVerifyOptions): Promise<number> {
  const models =
    name === undefined ? (await listModels()).filter(({ origin }) => origin !== "ollama") : [await findModel(name)];
  const signal = interruptSignal();
  const results: { readonly model: InstalledModel; readonly verified: VerifiedModel }[] = [];
  for (const model of models) {
    const bar = new ProgressBar({ total: Math.ceil(model.fileBytes / 1e6), doneBefore: 0, things: "MB" });
    try {
      const onProgress = (doneBytes: number) => {
        if (model.fileBytes > LARGE_FILE_BYTES) bar.show(Math.floor(doneBytes / 1e6));
      };
      results.push({ model, verified: await verifyModel(model, { signal, onProgress }) });
    } catch (thrown) {
      if (isAbort(thrown)) return EXIT.interrupted;
      throw thrown;
    } finally {
      bar.end();
    }
  }
  if (options.json) {
    const list = results.map(({ model, verified }) => ({ name: model.name, path: model.path, ...verified }));
    process.stdout.write(`${jsonText({ version: 1, models: list })}\n`);
  } else for (const { model, verified } of results) process.stdout.write(`${printable(lineOf(model, verified))}\n`);
  return results.some(({ verified }) => verified.state === "damaged") ? EXIT.failed : EXIT.ok;
}

function lineOf({ name, origin, path }: InstalledModel, { state, sha256, expected }: VerifiedModel): string {
  if (state === "as expected") return `ok       ${name}: SHA-256 ${sha256}`;
  if (state === "unknown") return `unknown  ${name}: SHA-256 ${sha256}; nothing says what it should be`;
  return `DAMAGED  ${name}: SHA-256 ${sha256} instead of ${expected} (${path}). ${mendModel({ name, origin, path })}`;
}
