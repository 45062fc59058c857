import type { LayoutPart } from "./model-profile.js";

/** One message for a model's chat template. Its content is text, with places that stay open until a prompt is laid out. */
export interface ChatMessage {
  readonly role: "system" | "user";
  readonly content: readonly (string | LayoutPart)[];
}

/** What marks the code in the prompt; a weak model repeats it, and then it is taken out of the answer. */
export const CHAT_MARKS = ["<AFTER>", "</AFTER>", "<BEFORE>", "</BEFORE>"] as const;

const [AFTER, AFTER_END, BEFORE, BEFORE_END] = CHAT_MARKS;

/**
 * The chat prompt for a middle. SynConfRoute 2.3 gives prefix and suffix and instructs the model to return only the missing
 * code; the paper does not print its words, so these are ours. The code before the cursor comes last, so that a
 * keystroke leaves most of the prompt as it was.
 */
export const chatMessages: readonly ChatMessage[] = [
  {
    role: "system",
    content: [
      "You complete code at the cursor of an editor. Return only the missing code: the text between BEFORE and AFTER, " +
        "with its indentation. Repeat nothing of either, explain nothing.",
    ],
  },
  {
    role: "user",
    content: [
      { ifSnippets: [{ text: "From other files of the project:\n" }] },
      { eachSnippet: [{ text: "<file>\n" }, { slot: "snippet" }, { text: "\n</file>\n" }] },
      AFTER,
      { slot: "suffix" },
      `${AFTER_END}\n${BEFORE}`,
      { slot: "prefix" },
      `${BEFORE_END}\nReturn only the missing code, which follows BEFORE and precedes AFTER.`,
    ],
  },
];
