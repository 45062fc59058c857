import { expect, it } from "vitest";
import type { RequestOutcome } from "./protocol.js";
import { describeRequest } from "./request-line.js";

const OUTCOME: RequestOutcome = {
  uri: "file:///secret-project/a.py",
  kind: "suggested",
  reason: null,
  message: null,
  tier: "local",
  source: "model",
  ms: 60,
  waitedMs: 12.34,
  engineMs: 30,
  routing: null,
  large: null,
  suggestionId: "1",
};

it("says in the log how long a request took and where, and names no file", () => {
  expect(describeRequest(OUTCOME, 70.06)).toBe(
    "suggested by the local model (model): 70.1 ms, of them 12.3 waited, 30.0 in the engine",
  );
});

it("says why there was nothing, and what became of the large model", () => {
  const { waitedMs: _, engineMs: __, ...older } = OUTCOME;
  const large = { outcome: "withheld", reason: "the developer typed something else", sentBytes: 0 };
  expect(describeRequest({ ...older, kind: "dropped", reason: "refused", tier: null, large }, 5)).toBe(
    "dropped (refused): 5.0 ms, of them 0.0 waited, 0.0 in the engine; the large model: withheld, 0 bytes sent",
  );
});
