import { expect, it } from "vitest";
import { LANGUAGES } from "../../cursor/language-syntax.js";
import { TOO_LARGE } from "../enclosing-block.js";
import { recipeOf } from "./recipes.js";

/** As long as a statement can be that is checked. */
const STATEMENTS = ["a<", "a\n", "a ", "a.b(", "->", "use ", "'"].flatMap((start) =>
  ["b", "\n", " ", ") ", "<", "'"].map((text) => `${start}${text.repeat(TOO_LARGE / text.length)}!`),
);

it("no pattern of a language holds up the keystroke over a long word, blank lines or brackets", () => {
  const recipes = Object.keys(LANGUAGES).flatMap((languageId) => recipeOf(languageId) ?? []);
  for (const { boundStatement, opaque, plainStatement, continuation } of recipes)
    for (const pattern of [boundStatement, opaque, plainStatement, continuation])
      for (const statement of STATEMENTS) {
        const startedAt = performance.now();
        pattern?.test(statement);
        expect(performance.now() - startedAt, String(pattern)).toBeLessThan(100);
      }
});
