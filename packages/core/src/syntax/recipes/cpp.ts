import type { SyntaxRecipe } from "../syntax-recipe.js";
import { C_LIKE } from "./c.js";

export const cpp: SyntaxRecipe = {
  ...C_LIKE,
  languageIds: ["cpp"],
  neutrals: ["x()", "int x", "x", ".x = 0"],
  neutralBlocks: ["{}", "void x() {}"],
};
