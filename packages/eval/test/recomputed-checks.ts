/** The checks that follow from the papers' own numbers alone, computed again: a typing error in the data breaks them. */
import { paperItem, paperNumber, paperRows, paperValue } from "../src/paper-numbers/paper-numbers.js";

const rq = (item: string) => (key: string) => paperValue("synconfroute", item, key);
const [rq1, rq2, rq3] = [rq("prose-rq1"), rq("prose-rq2"), rq("prose-rq3")];
const derived = rq("derived-counts");
const strategy = (row: string, column: string) => paperNumber("synconfroute", "table-4", { row, column });
const safim = (row: string, column: string) => paperNumber("synconfroute", "table-3", { row, column });
const routing = (row: string, column = "pass1Pct") => paperNumber("synconfroute", "figure-3", { row, column });

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function gainsOn(task: string): readonly number[] {
  const gains = paperRows("synconfroute", "figure-4")
    .filter((row) => row["task"] === task)
    .map((row) => rounded((row["synConfRoutePct"] as number) - (row["confOnlyPct"] as number), 1));
  return [Math.min(...gains), Math.max(...gains)];
}

const SETS = ["re_line", "re_api", "se_line", "se_suffix"] as const;
const CONTEXTS = ["lr", "l"] as const;
const LARGE = ["CL", "DSC", "QC"] as const;
const CELLS = CONTEXTS.flatMap((context) => SETS.map((set) => ({ context, set, column: `${context}_${set}` })));

const ms = (row: string, column: string) => paperNumber("mccom", "table-4", { row, column });
const em = (row: string, context: (typeof CONTEXTS)[number], set: string) =>
  paperNumber("mccom", context === "lr" ? "table-5" : "table-6", { row, column: `${set}_em` });
const calls = (row: string, column: string) => paperNumber("mccom", "table-8", { row, column });

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** Percent saved against another method, one a cell. */
function savedAgainst(suffix: string, models: readonly string[], contexts: readonly string[] = CONTEXTS): number[] {
  return models.flatMap((model) =>
    CELLS.filter(({ context }) => contexts.includes(context)).map(
      ({ column }) => 100 * (1 - ms(`${model}_MCCom`, column) / ms(`${model}${suffix}`, column)),
    ),
  );
}

/** Relative change of exact match in percent, one a cell. */
function exactAgainst(otherOf: (model: string) => string, models: readonly string[] = LARGE): number[] {
  return models.flatMap((model) =>
    CELLS.map(({ context, set }) => 100 * (em(`${model}_MCCom`, context, set) / em(otherOf(model), context, set) - 1)),
  );
}

const callReductions = (contexts: readonly string[]) =>
  CELLS.filter(({ context }) => contexts.includes(context)).map(
    ({ column }) => 100 * (1 - calls("Cloud Call", column) / calls("#Samples", column)),
  );

const least = (values: readonly number[]) => rounded(Math.min(...values), 2);
const most = (values: readonly number[]) => rounded(Math.max(...values), 2);
const average = (values: readonly number[]) => rounded(mean(values), 2);

/** By the id of the check: what its `computed` must be. */
export const RECOMPUTED: Readonly<Record<string, () => unknown>> = {
  S01: () => {
    const { columns, rows } = paperItem("synconfroute", "table-1");
    const tasks = rows.filter(([name]) => name !== "Total");
    return columns.slice(2).map((_, at) => tasks.reduce((sum, row) => sum + (row[at + 2] as number), 0));
  },
  S02: () => {
    const models = paperRows("synconfroute", "table-2");
    const large = models.filter(({ tier }) => tier === "large").length;
    return [models.length, new Set(models.map(({ family }) => family)).size, models.length - large, large];
  },
  S03: () =>
    ["control", "block", "api"].reduce(
      (sum, column) => sum + paperNumber("synconfroute", "safim-split-sizes", { row: "python", column }),
      0,
    ),
  S04: () =>
    paperValue("synconfroute", "prose-setup", "calibrationTasks") +
    paperValue("synconfroute", "prose-setup", "testTasks"),
  "S07-control": () => gainsOn("control"),
  "S07-block": () => gainsOn("block"),
  "S07-api": () => gainsOn("api"),
  S08: () => gainsOn("api")[1],
  S09: () => rounded(strategy("SynConfRoute", "pass1Pct") - strategy("Conf-only routing", "pass1Pct"), 1),
  S10: () => rounded(strategy("SynConfRoute", "pass1Pct") - strategy("Always larger (480B)", "pass1Pct"), 1),
  S11: () =>
    ["Always local (3B)", "Always larger (480B)", "Conf-only routing", "SynConfRoute"].map(
      (row) => strategy(row, "costPct") + strategy(row, "privatePct"),
    ),
  S12: () => rounded(routing("SynConfRoute 0.6") - routing("Conf. 0.6"), 1),
  S13: () => rounded((100 * (rq2("confidentWrong") + rq2("confidentCorrect"))) / 833, 2),
  S14: () => rq2("confOnlyLocal_07") + rq2("confOnlyEscalated_07"),
  S15: () => rounded((100 * derived("synConfKept")) / 833, 2),
  S16: () => rounded((100 * rq2("confidentWrongInvalid")) / rq2("confidentWrong"), 2),
  S17: () => rq2("confidentWrong") - rq2("confidentWrongInvalid"),
  S23: () => rounded(rq1("pass1_3b_1033") - rq1("pass1_next_1033"), 1),
  S24: () => rounded(rq1("pass1_3b_1033") - rq1("pass1_7b_1033"), 1),
  S25: () => rounded(rq1("pass1_3b_1shot") - rq1("pass1_3b_1033"), 1),
  S26: () => rounded(100 * (safim("Qwen2.5-Coder-32B", "python_block") - safim("Qwen2.5-Coder-3B", "python_block")), 1),
  S27: () => rounded(rq1("latency_3b") + rq1("latency_32b"), 2),
  S28: () => rounded(rq1("latency_3b") + rq1("latency_480b"), 2),
  S29: () => rounded(rq1("latency_3b") + (derived("synConfEscalated") / 833) * rq1("latency_480b"), 3),
  S31: () => rounded((100 * (1_033 - rq3("voteFailingTasks"))) / 1_033, 2),
  S32: () => rounded(rq3("voteBest") - rq3("voteGreedy"), 1),
  S33: () => rounded(rq3("retrieval3bTo") - rq3("retrieval3bFrom"), 1),
  M02: () => least(savedAgainst("", LARGE)),
  M03: () => most(savedAgainst("", LARGE)),
  M04: () => average(savedAgainst("", LARGE)),
  M05: () => least(savedAgainst("", LARGE, ["lr"])),
  M06: () => most(savedAgainst("", LARGE, ["lr"])),
  M07: () => least(savedAgainst("", LARGE, ["l"])),
  M08: () => most(savedAgainst("", LARGE, ["l"])),
  M10: () => least(savedAgainst("_twice", LARGE)),
  M11: () => most(savedAgainst("_twice", LARGE)),
  M12: () => average(savedAgainst("_twice", LARGE)),
  M13: () => average(savedAgainst("_repocoder", LARGE)),
  M14: () => average(savedAgainst("_CSDrafting", ["DSC", "QC"])),
  M16: () => least(exactAgainst((model) => model)),
  M17: () => most(exactAgainst((model) => model)),
  M18: () => average(exactAgainst((model) => model)),
  M19: () => average(exactAgainst((model) => `${model}_twice`)),
  M20: () => least(exactAgainst((model) => `${model}_repocoder`)),
  M21: () => most(exactAgainst((model) => `${model}_repocoder`)),
  M22: () => average(exactAgainst((model) => `${model}_repocoder`)),
  M24: () =>
    Object.fromEntries(
      LARGE.map((model) => [
        model,
        rounded(mean(CELLS.map(({ context, set }) => (100 * em("SLM", context, set)) / em(model, context, set))), 1),
      ]),
    ),
  M36: () => CELLS.map(({ column }) => calls("Static Routing", column) + calls("Dynamic Routing", column)),
  M37: () => average(callReductions(CONTEXTS)),
  M38: () => least(callReductions(["lr"])),
  M39: () => most(callReductions(["lr"])),
  M40: () => least(callReductions(["l"])),
  M41: () => most(callReductions(["l"])),
  M42: () =>
    average(
      CELLS.map(
        ({ column }) =>
          (100 * calls("Dynamic Routing", column)) / (calls("#Samples", column) - calls("Static Routing", column)),
      ),
    ),
  M44: () =>
    Object.fromEntries(CELLS.map(({ column }) => [column, calls("#Samples", column) - calls("Cloud Call", column)])),
  M45: () =>
    paperRows("mccom", "table-9").map(({ precision, recall }) => {
      const [p, r] = [precision as number, recall as number];
      return rounded((2 * p * r) / (p + r), 2);
    }),
};
