import type { SyntaxRecipe } from "../syntax-recipe.js";
import { ECMA_WITH_ELEMENTS } from "./ecma.js";

export const typescriptreact: SyntaxRecipe = { ...ECMA_WITH_ELEMENTS, languageIds: ["typescriptreact"] };
