/** The dashboard's figures: what `nearfirst stats` counts, and what `nearfirst calibrate` found. Neither holds code. */
import { identityOf, NearfirstError } from "@nearfirst/core";
import { calibrationPath, readCalibration, readStatisticsReport, type Settings, thresholdFor } from "@nearfirst/node";
import type { LspBackend } from "../../lsp/lsp-backend.js";
import { type Route, route } from "../route.js";
import type { CalibrationState, DashboardStatistics } from "./wire.js";

const DAY_MS = 86_400_000;
const MOST_DAYS = 3_650;

export interface PageDashboardOptions {
  readonly backend: LspBackend;
  readonly routing: Settings["routing"];
  /** The user's, beside which a calibration lies. */
  readonly configPath: string;
}

export function pageDashboardRoutes(options: PageDashboardOptions): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/page/statistics",
      summary: "The page: how suggestions fare",
      access: "page",
      body: null,
      reply: null,
      async answer({ query }) {
        const days = Number(query.get("days"));
        const isLimited = Number.isInteger(days) && days > 0 && days <= MOST_DAYS;
        const value: DashboardStatistics = await readStatisticsReport(
          isLimited ? { sinceMs: startOfDay(Date.now() - (days - 1) * DAY_MS) } : {},
        );
        return { kind: "json", value };
      },
    }),
    route({
      method: "GET",
      path: "/page/calibration",
      summary: "The page: the threshold that was found, and its curve",
      access: "page",
      body: null,
      reply: null,
      answer: async () => ({ kind: "json", value: await calibrationState(options) }),
    }),
  ];
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

async function calibrationState({ backend, routing, configPath }: PageDashboardOptions): Promise<CalibrationState> {
  try {
    const calibration = await readCalibration(calibrationPath(configPath));
    return { calibration, doubt: calibration === null ? null : doubtOf(calibration) };
  } catch (thrown) {
    return { calibration: null, doubt: NearfirstError.from(thrown).message };
  }

  function doubtOf(calibration: NonNullable<CalibrationState["calibration"]>): string | null {
    const { large, model } = backend.capabilities;
    if (large === null) return "No large model is configured, so that no threshold is used.";
    if (routing.policy !== "nearfirst") return `The policy is ${routing.policy}, as configured.`;
    if (routing.threshold !== "auto") return `The threshold is ${routing.threshold}, as configured.`;
    const models = { localIdentity: identityOf(model.profile), largeName: large.model.name, languageId: "" };
    return thresholdFor(calibration, models) === null
      ? "It was made for another pair of models: run `nearfirst calibrate` for these."
      : null;
  }
}
