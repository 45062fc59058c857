/** MCCom's worked examples and its overview: the paper's own content. */
import { paperItem } from "../../paper-numbers/paper-numbers.js";
import { EMPTY, type EvaluationTable } from "../table.js";

function example(item: "table-1" | "table-2", title: string, note: string): EvaluationTable {
  const { columns, rows } = paperItem("mccom", item);
  return {
    id: `mccom-${item}`,
    title,
    make: () => ({
      ...EMPTY,
      columns,
      rows: rows.map((row) => row.map((cell) => `\`${`${cell}`.replaceAll("\n", "` ⏎ `")}\``)),
      notes: [note],
    }),
  };
}

export const RETRIEVAL_EXAMPLE = example(
  "table-1",
  "MCCom, Table 1: a second retrieval finds the line (the paper's example)",
  "One example measures nothing. What the second retrieval adds on many stands in `mccom-table-7`.",
);

export const DRAFT_EXAMPLE = example(
  "table-2",
  "MCCom, Table 2: a draft from the context (the paper's example)",
  "A test of the draft search (`find-draft.test.ts` in core) finds the same draft at this place.",
);

export const OVERVIEW: EvaluationTable = {
  id: "mccom-figure-1",
  title: "MCCom, Figure 1: overview (a drawing without numbers)",
  make: () => ({
    ...EMPTY,
    notes: ["There is nothing to measure. How a request goes through both tiers here stands in ARCHITECTURE.md."],
  }),
};
