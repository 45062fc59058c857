/** What the differential gate compares a completion with, for other judges of code than a parser. */
import { syntaxOf } from "../cursor/language-syntax.js";
import { isHeader, neutralsFor, shapeOf } from "./differential-gate.js";
import type { Insertion } from "./insertion.js";
import { placeOf } from "./insertion-place.js";
import { recipeOf } from "./recipes/recipes.js";

/**
 * The whole text with a neutral statement in the place of the one that was completed: of the same indentation, and what the
 * language has for such a place, the most fitting first. The first that parses is the gate's own. Empty where nothing can take the
 * statement's place: it is unfinished, closes a block, or is bound to what stands beside it.
 */
export function neutralTexts(insertion: Insertion): readonly string[] {
  const recipe = recipeOf(insertion.languageId);
  if (recipe === null || recipe.isElsewhere?.(insertion) === true) return [];
  const place = { ...placeOf(insertion, syntaxOf(insertion.languageId)), isCut: false, isCutBelow: false };
  const shape = shapeOf(place);
  if (shape === "unfinished" || shape === "closes-block") return [];
  if (recipe.boundStatement.test(shape.code) || isHeader(shape, place, recipe)) return [];
  return neutralsFor(shape, place, recipe).map((neutral) => place.outside + neutral + place.rest);
}
