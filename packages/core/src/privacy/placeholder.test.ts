import { describe, expect, it } from "vitest";
import { holdsPlaceholder, SECRET_PLACEHOLDER } from "./placeholder.js";

describe("an answer with the placeholder", () => {
  it("is recognised whole, in another case, and cut at the answer's end", () => {
    expect(holdsPlaceholder(`key = "${SECRET_PLACEHOLDER}"`)).toBe(true);
    expect(holdsPlaceholder("key = nearfirst_redacted_secret_2")).toBe(true);
    expect(holdsPlaceholder(`key = "${SECRET_PLACEHOLDER.slice(0, 12)}`)).toBe(true);
  });

  it("is not seen in code that only begins alike", () => {
    expect(holdsPlaceholder("import nearfirst")).toBe(false);
    expect(holdsPlaceholder("NEARFIRST_ROOT = 1")).toBe(false);
    expect(holdsPlaceholder("redacted = secret")).toBe(false);
  });
});
