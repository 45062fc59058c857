/** TypeScript and JavaScript, with and without elements, by oxc (native, prebuilt). Stops at the first problem. */
import type { LoadTextParser } from "../text-parser.js";

const DIALECTS = {
  typescript: "ts",
  typescriptreact: "tsx",
  javascript: "jsx",
  javascriptreact: "jsx",
} as const;

interface Label {
  readonly start: number;
  readonly end: number;
}

export const loadOxc: LoadTextParser = async () => {
  const { parseSync } = await import("oxc-parser");
  return (text, languageId) => {
    const lang = DIALECTS[languageId as keyof typeof DIALECTS];
    const errorsAs = (sourceType: "module" | "script" | "commonjs") =>
      parseSync(`a.${lang}`, text, { lang, sourceType }).errors.filter(({ severity }) => severity === "Error");
    let errors = errorsAs("module");
    // A script may `return` at its end and use `await` as a name.
    if (errors.length > 0 && lang === "jsx") {
      const others = errorsAs("commonjs");
      if (startOf(others[0]) > startOf(errors[0])) errors = others;
    }
    const problems = errors.map(({ message, labels }) => {
      const label = labels[0] ?? { start: text.length, end: text.length };
      return { start: Math.min(label.start, text.length), isUnfinished: isUnfinished(text, label, message) };
    });
    // What comes with a text that ends within a token is no problem of its own.
    const open = problems.find((each) => each.isUnfinished);
    return problems
      .filter((each) => each === open || each.start !== open?.start)
      .sort((one, other) => one.start - other.start);
  };
};

function startOf(error: { readonly labels: readonly Label[] } | undefined): number {
  return error === undefined ? Number.POSITIVE_INFINITY : (error.labels[0]?.start ?? 0);
}

function isUnfinished(text: string, { start, end }: Label, message: string): boolean {
  const rest = text.slice(start);
  // An arrow or an access that nothing follows is reported where it begins.
  if (rest.trim() === "" || /^\s*(?:[^\n]*=>|\?\.)\s*$/.test(rest)) return true;
  if (text.slice(end).trim() !== "") return false;
  if (/^Unterminated/.test(message)) return /^(?:[`}]|\/\*)/.test(rest) || !rest.includes("\n");
  // Text inside an element that nothing closes.
  if (message === "Unexpected token" && /[>}]\s*$/.test(text.slice(0, start))) return true;
  // Reported at what is begun, not at where it would go on.
  return /initializer|closing tag|catch or finally/i.test(message);
}
