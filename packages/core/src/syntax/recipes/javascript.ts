import type { SyntaxRecipe } from "../syntax-recipe.js";
import { ECMA_WITH_ELEMENTS } from "./ecma.js";

/** Elements may stand in any file: both identifiers are one language to the parser. */
export const javascript: SyntaxRecipe = { ...ECMA_WITH_ELEMENTS, languageIds: ["javascript", "javascriptreact"] };
