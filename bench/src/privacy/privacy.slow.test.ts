import { expect, it } from "vitest";
import privacy from "./privacy.js";

it("lets no secret and no line of a file that stays through the socket", { timeout: 1_200_000 }, async () => {
  const result = await privacy.run({ values: { requests: "300", seed: "42" }, positionals: [] });
  expect(result).toMatchObject({ requests: 300, leaks: 0 });
  const { sent, redactions } = result as { sent: number; redactions: readonly unknown[] };
  expect(sent).toBeGreaterThan(100);
  expect(redactions.length).toBeGreaterThan(10);
});
