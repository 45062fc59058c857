import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { dropBlank } from "./drop-blank.js";

it.each(["", " ", "\n", " \t\n\u00A0"])("drops %j", (answer) => {
  expect(apply(dropBlank, { picture: "█", answer })).toBe("dropped: blank");
});

it("keeps a single bracket", () => {
  expect(apply(dropBlank, { picture: "█", answer: ")" })).toBe(")");
});
