import type { Snippet } from "../types.js";
import type { ModelProfile } from "./model-profile.js";

/** A snippet as the model's layout shows it: with its path, where the model was trained to read one. */
export function snippetText(profile: ModelProfile, snippet: Snippet): string {
  const group = profile.layout.find((part) => "eachSnippet" in part);
  if (group === undefined) return snippet.text;
  return group.eachSnippet
    .map((part) => {
      if ("text" in part) return part.text;
      if (!("slot" in part)) return "";
      return part.slot === "path" ? snippet.path : snippet.text;
    })
    .join("");
}
