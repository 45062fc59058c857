import { stringify } from "yaml";
import type { CatalogueModel } from "./catalogue.js";
import type { DownloadedFile } from "./download-file.js";

/** The card that is put beside a fetched model: what its file cannot say, its licence, and the hash it had. */
export function modelCardText(
  model: CatalogueModel,
  { file, hashIs }: { file: DownloadedFile; hashIs: string },
): string {
  const { name, title, license, licenseNote, note, promptTemplate, tokenHealing, trainedContext, source } = model;
  const from =
    source.kind === "hub"
      ? `${source.repository} at ${source.revision}, file ${source.file}`
      : `${source.project} ${source.version}, file ${source.member}`;
  const front = {
    name,
    license,
    ...(promptTemplate === undefined ? {} : { prompt_template: promptTemplate }),
    ...(tokenHealing === undefined ? {} : { token_healing: tokenHealing }),
    trained_context: trainedContext,
    files: { [`${name}.gguf`]: { size: file.bytes, sha256: file.sha256 } },
  };
  const lines = [
    `# ${title}`,
    `From ${from}, fetched by \`nearfirst models pull ${name}\`. The SHA-256 is ${hashIs}.`,
    `Licence: ${licenseNote ?? license}`,
    ...(note === undefined ? [] : [note]),
  ];
  return `---\n${stringify(front)}---\n\n${lines.join("\n\n")}\n`;
}
