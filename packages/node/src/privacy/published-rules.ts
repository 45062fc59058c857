/** The rules that the secretlint project keeps up to date (MIT), as one of ours. */
import type { FoundSecret } from "@nearfirst/core";
import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

// It keeps a mark of each rule's every start and end for good, and looks through all of them at each end: a worker that
// scans all day would grow and slow down with every text (@secretlint/profiler 12.0.0).
secretLintProfiler.mark = () => undefined;

const PRESET = creator.meta.id;

const RULES = [
  {
    id: PRESET,
    rule: creator,
    // A comment in a file must not turn the rules off: what is private is the user's to say.
    rules: [{ id: "@secretlint/secretlint-rule-filter-comments", disabled: true }],
  },
];

/**
 * Some rules report a range that begins at the name and is as long as the value: the reported value, looked for from
 * there on, is the secret.
 */
export async function publishedRules(text: string): Promise<readonly FoundSecret[]> {
  const { messages } = await lintSource({
    // Without a file's name every rule applies, also those for one kind of file.
    source: { content: text, filePath: "", ext: ".txt", contentType: "text" },
    options: { config: { rules: RULES }, noPhysicFilePath: true },
  });
  return messages.map(({ ruleId, range, data }) => {
    const rule = ruleId.replace("@secretlint/secretlint-rule-", "published-");
    const values = Object.values((data ?? {}) as Record<string, unknown>).filter((value) => typeof value === "string");
    for (const value of values.sort((one, other) => other.length - one.length)) {
      const start = value === "" ? -1 : text.indexOf(value, range[0]);
      if (start >= 0) return { ...secretIn(value, start), rule };
    }
    return { start: range[0], end: range[1], rule };
  });
}

/** A reported value may be a whole address or assignment. */
function secretIn(value: string, at: number): { start: number; end: number } {
  const address = /^[a-z][a-z0-9+.:-]{1,30}:\/\/[^\s:@/]{1,256}:(?<secret>[^\s@]{1,256})@/di.exec(value);
  const assignment = /^["']?[\w-]{1,60}["']?\s{0,8}(?:=>|[:=])\s{0,8}["']?(?<secret>[^\s"']{1,500})["']?$/d.exec(value);
  const [start, end] = (address ?? assignment)?.indices?.groups?.["secret"] ?? [0, value.length];
  return { start: at + start, end: at + end };
}
