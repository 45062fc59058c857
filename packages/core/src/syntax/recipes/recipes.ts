/** By LSP language identifier: the languages that the differential gate checks. */
import type { SyntaxRecipe } from "../syntax-recipe.js";
import { c } from "./c.js";
import { cpp } from "./cpp.js";
import { csharp } from "./csharp.js";
import { go } from "./go.js";
import { java } from "./java.js";
import { javascript } from "./javascript.js";
import { php } from "./php.js";
import { python } from "./python.js";
import { ruby } from "./ruby.js";
import { rust } from "./rust.js";
import { typescript } from "./typescript.js";
import { typescriptreact } from "./typescriptreact.js";

/** A new language: one file, and a line here. */
const RECIPES: readonly SyntaxRecipe[] = [
  python,
  typescript,
  typescriptreact,
  javascript,
  java,
  c,
  cpp,
  go,
  rust,
  csharp,
  ruby,
  php,
];

const BY_LANGUAGE = new Map(RECIPES.flatMap((recipe) => recipe.languageIds.map((each) => [each, recipe] as const)));

export function recipeOf(languageId: string): SyntaxRecipe | null {
  return BY_LANGUAGE.get(languageId) ?? null;
}
