import type { SyntaxRecipe } from "../syntax-recipe.js";
import { ECMA } from "./ecma.js";

export const typescript: SyntaxRecipe = { ...ECMA, languageIds: ["typescript"] };
