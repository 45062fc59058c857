/** Tables and figures without a measurement that could be repeated: the paper's own content, and why there is none of ours. */
import { paperItem } from "../../paper-numbers/paper-numbers.js";
import { EMPTY, type EvaluationTable } from "../table.js";

const example = paperItem("synconfroute", "table-1");

export const MOTIVATING_EXAMPLE: EvaluationTable = {
  id: "synconfroute-table-1",
  title: "SynConfRoute, Table 1: six example tasks on six models (the paper's)",
  make: () => ({
    ...EMPTY,
    columns: example.columns,
    rows: example.rows.map((row) => row.map((cell) => (typeof cell === "boolean" ? `${cell}` : cell))),
    notes: ["The six tasks are not published, so nobody else can run them. 1: correct, 0: not."],
  }),
};

export const ARCHITECTURE: EvaluationTable = {
  id: "synconfroute-figure-2",
  title: "SynConfRoute, Figure 2: the deployment (a drawing without numbers)",
  make: () => ({
    ...EMPTY,
    notes: ["There is nothing to measure. How a request goes through both tiers here stands in ARCHITECTURE.md."],
  }),
};
