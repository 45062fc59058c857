/** `nearfirst audit`: what left this machine, when, where to and why. */
import { type Audit, type Audited, auditFolder, readAudit } from "@nearfirst/node";
import { sinceDate } from "../since.js";
import { colorsOf, jsonText, printable, table } from "../terminal.js";
import { EXIT } from "../usage-error.js";

export interface AuditOptions {
  readonly json?: true;
  readonly since?: string;
  readonly whereTo?: string;
  readonly totals?: true;
}

export async function runAudit({ json, since, whereTo, totals }: AuditOptions): Promise<number> {
  const audit = await readAudit({
    ...(since === undefined ? {} : { since: sinceDate(since) }),
    ...(whereTo === undefined ? {} : { whereTo }),
  });
  const code = audit.problems.length === 0 ? EXIT.ok : EXIT.failed;
  if (json) {
    const { entries, ...rest } = audit;
    const shown = totals ? rest : { entries: entries.map(entryJson), ...rest };
    process.stdout.write(`${jsonText({ version: 1, folder: auditFolder(), ...shown })}\n`);
    return code;
  }
  process.stdout.write(
    `${linesOf(audit, { isListed: totals !== true })
      .map(printable)
      .join("\n")}\n`,
  );
  return code;
}

/** Without the chain, which `problems` has checked. */
function entryJson({ previous: _, ...entry }: Audited & { readonly previous?: string }) {
  return entry;
}

function linesOf(audit: Audit, { isListed }: { readonly isListed: boolean }): string[] {
  const { entries, totals, removed, problems, cutEntries } = audit;
  const colors = colorsOf();
  const lines: string[] = [];
  if (isListed && entries.length > 0) {
    const header = ["WHEN", "WHERE TO", "BYTES", "FILE", "SNIPPETS", "REDACTED", "REASON", "SHA-256"];
    const [first = "", ...rows] = table([header, ...entries.map(rowOf)], [2, 4, 5]);
    lines.push(colors.bold(first), ...rows, "");
  }
  lines.push(
    entries.length === 0
      ? "Nothing has left this machine, as far as the log goes."
      : `${requests(totals.requests)}, ${totals.bytes} bytes, ${totals.files} files, ${totals.redactions} secrets replaced.`,
  );
  if (totals.destinations.length > 1)
    for (const { to, requests: count, bytes } of totals.destinations)
      lines.push(`  ${to}: ${requests(count)}, ${bytes} bytes`);
  for (const { records, from, to } of removed)
    lines.push(`${records} older entries (${from ?? "?"} to ${to ?? "?"}) made room for newer ones.`);
  if (cutEntries > 0) lines.push(`Cut off by the end of a process while it was written: ${cutEntries}.`);
  for (const problem of problems) lines.push(`${colors.red("problem")}  ${problem}`);
  lines.push(`The log lies in ${auditFolder()}`);
  return lines;
}

function rowOf(entry: Audited): string[] {
  const redacted = Object.values(entry.redactions).reduce((sum, count) => sum + count, 0);
  return [
    entry.at.slice(0, 19).replace("T", " "),
    entry.to,
    String(entry.bytes),
    entry.path,
    String(entry.snippetPaths.length),
    String(redacted),
    entry.reason,
    entry.sha256.slice(0, 12),
  ];
}

function requests(count: number): string {
  return count === 1 ? "1 request" : `${count} requests`;
}
