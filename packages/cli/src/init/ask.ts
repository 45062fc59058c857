/** Questions to a person at a terminal. Ctrl-C and Esc at any of them end the command. */
import { confirm, isCancel, select, text } from "@clack/prompts";

/** The person had enough. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  /** Shown beside it while it is selected. */
  readonly hint?: string;
}

export async function askWhich<Value>(
  message: string,
  choices: readonly Choice<Value>[],
  initial?: Value,
): Promise<Value> {
  const options = choices.map(({ label, hint }, at) => ({
    value: at,
    label,
    ...(hint === undefined ? {} : { hint }),
  }));
  const initialValue = Math.max(
    0,
    choices.findIndex(({ value }) => value === initial),
  );
  const at = answered(await select({ message, options, initialValue }));
  return (choices[at] as Choice<Value>).value;
}

/** No is what Enter alone means. */
export async function askWhether(message: string): Promise<boolean> {
  return answered(await confirm({ message, initialValue: false }));
}

export async function askText(message: string, placeholder: string): Promise<string> {
  return (answered(await text({ message, placeholder, defaultValue: "" })) ?? "").trim();
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Cancelled();
  return answer as Exclude<Answer, symbol>;
}
