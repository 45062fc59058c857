/** Options that several commands have, and how their values are read. */
import { InvalidArgumentError, Option } from "commander";

export const configOption = () =>
  new Option("--config <file>", "your configuration file, where another than the usual one");
export const jsonOption = () => new Option("--json", "print JSON for other programs");
export const sinceOption = () => new Option("--since <when>", "30m, 6h, 7d, 2w, or a date such as 2026-05-01");
export const modelOption = () =>
  new Option("--model <model>", "`default`, a name from `nearfirst models list`, or a .gguf file");

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < from || value > to)
      throw new InvalidArgumentError(`It is a whole number from ${from} to ${to}.`);
    return value;
  };
}

export function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

export function shareBelowOne(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value >= 1)
    throw new InvalidArgumentError("It is a number from 0 to below 1, for example 0.5.");
  return value;
}
