/** Why there is no suggestion, and what to do: one entry for each reason. */
import type { DropReason, SkipReason } from "@nearfirst/core";
import type { DeclineReason } from "@nearfirst/node";

export interface Explanation {
  readonly why: string;
  readonly next: string;
}

const EXPLANATIONS: Readonly<Record<SkipReason | DropReason | DeclineReason, Explanation>> = {
  disabled: {
    why: "Nearfirst is turned off",
    next: '`nearfirst config show` says which file sets "enabled" to false.',
  },
  "language-disabled": {
    why: "suggestions are turned off for this language",
    next: '`nearfirst config show` says which file lists it under "languages.disabled".',
  },
  "file-ignored": {
    why: "this file is ignored",
    next: '`nearfirst config show` says which file has the pattern under "ignore".',
  },
  "empty-document": { why: "the file is empty", next: "Write a first line, for example an import or a comment." },
  "cursor-outside-document": { why: "the place lies outside the file", next: "Check the line and the column." },
  "unsupported-language": {
    why: "the model does not know this file's language",
    next: "`nearfirst models list` shows which languages the installed models know; choose one with --model.",
  },
  "document-too-large": { why: "the file is too large", next: "Try a smaller file." },
  "line-too-long": {
    why: "the line at the cursor is too long: it looks like data or minified code",
    next: "Try a place in code that people write.",
  },
  "binary-document": { why: "the file holds NUL characters near the cursor", next: "Try a text file." },
  "inside-word": { why: "the cursor stands inside a word", next: "Try the end of the word." },
  "before-code": {
    why: "the cursor stands in the white space before a line's code",
    next: "Try a place after it, or an empty line.",
  },
  "broken-syntax": {
    why: "the code would not parse with the model's answer",
    next: "Try after a few more characters of the line.",
  },
  refused: {
    why: "the same text was refused at this place before",
    next: "Type on, or ask again elsewhere on the line.",
  },
  blank: {
    why: "the model answered with nothing but white space",
    next: "Try a place where something is missing: after a few characters of a line, or on an empty line in a function.",
  },
  "repeats-suffix": {
    why: "the model only repeated what stands after the cursor",
    next: "Nothing may be missing here. Try a place where something is.",
  },
  "repeats-prefix": {
    why: "the model only repeated what stands before the cursor",
    next: "Try after a few more characters of the line.",
  },
  repetition: { why: "the model repeated itself", next: "Try after a few more characters of the line." },
  "broken-text": { why: "the model's answer was no proper text", next: "Try after a few more characters of the line." },
  "only-closing": {
    why: "the model only closed brackets that are closed already",
    next: "Nothing may be missing here. Try a place where something is.",
  },
};

export function explain(reason: SkipReason | DropReason | DeclineReason): Explanation {
  return EXPLANATIONS[reason];
}

/** The same for any text; null for what is no such reason. */
export function explanationFor(reason: string): Explanation | null {
  return Object.hasOwn(EXPLANATIONS, reason) ? EXPLANATIONS[reason as keyof typeof EXPLANATIONS] : null;
}
