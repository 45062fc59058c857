import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SinceShown, userActionOf } from "./user-action.js";

const action = (typed: string | null, others: Partial<SinceShown> = {}) =>
  userActionOf({ suggestion: "compute(a, b)", typed, typedBefore: 0, trigger: "automatic", ...others });

describe("what the developer did with a suggestion", () => {
  it.each([
    ["nothing", "", {}, null],
    ["asked for it again with a key", "", { trigger: "explicit" }, "asked-for-another"],
    ["typed its first letter", "c", {}, "typed-through"],
    ["typed one letter more", "comp", { typedBefore: 3 }, "typed-through"],
    ["deleted a letter of what he had typed of it", "co", { typedBefore: 3 }, "typed-through"],
    ["took its first word", "compute", {}, "partly-accepted"],
    ["took its next word", "compute(a, ", { typedBefore: 7 }, "partly-accepted"],
    ["took all of it", "compute(a, b)", {}, "accepted"],
    ["took the rest after typing some", "compute(a, b)", { typedBefore: 4 }, "accepted"],
    ["typed its last letter", "compute(a, b)", { typedBefore: 12 }, "typed-through"],
    ["took all of it and typed on", "compute(a, b);", {}, "accepted"],
    ["typed something else", "other", {}, "typed-against"],
    ["typed something else after its beginning", "comx", { typedBefore: 3 }, "typed-against"],
    ["began a new line", "\n    ", {}, "left"],
    ["changed something elsewhere", null, {}, "left"],
  ] as const)("he %s", (_, typed, others, expected) => {
    expect(action(typed, others)).toBe(expected);
  });

  it("a short suggestion can be accepted too, and its only letter typed", () => {
    expect(action("()", { suggestion: "()" })).toBe("accepted");
    expect(action(")", { suggestion: ")" })).toBe("typed-through");
  });

  it("whoever types a suggestion letter by letter never types against it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (suggestion) => {
        for (let length = 1; length <= suggestion.length; length++)
          expect(
            userActionOf({
              suggestion,
              typed: suggestion.slice(0, length),
              typedBefore: length - 1,
              trigger: "automatic",
            }),
          ).toBe("typed-through");
      }),
    );
  });

  it("what neither begins the suggestion nor goes beyond it is typed against it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (suggestion, typed) => {
        fc.pre(!suggestion.startsWith(typed) && !typed.startsWith(suggestion) && !/[\r\n]/.test(typed));
        expect(userActionOf({ suggestion, typed, typedBefore: 0, trigger: "automatic" })).toBe("typed-against");
      }),
    );
  });
});
