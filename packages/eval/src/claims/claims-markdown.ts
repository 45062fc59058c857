import type { ClaimFinding, ClaimVerdict } from "./claim.js";

const VERDICTS: readonly ClaimVerdict[] = ["holds", "does not hold", "cannot be tested here"];

export function claimsMarkdown(findings: readonly ClaimFinding[]): string {
  const counts = VERDICTS.map((verdict) => `${findings.filter((each) => each.verdict === verdict).length} ${verdict}`);
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return [
    "## The papers' claims\n",
    `Of ${findings.length}: ${counts.join(", ")}. C1 to C23 are SynConfRoute's, C24 to C42 MCCom's. Absolute numbers of such different models are not to be compared; direction is.\n`,
    "| | claim | paper | holds if | here | our numbers |",
    "| --- | --- | --- | --- | --- | --- |",
    ...findings.map(
      ({ id, claim, paper, criterion, verdict, numbers }) =>
        `| ${[id, claim, paper, criterion, `**${verdict}**`, numbers].map(cell).join(" | ")} |`,
    ),
    "",
  ].join("\n");
}
