import { it } from "vitest";

/**
 * Says loudly that a program's tests are skipped where it is missing, and fails where all is checked: nothing may be left
 * out there without a word. Returns whether it is there.
 */
export function requireInstalled(program: string, isInstalled: boolean, how: string): boolean {
  if (!isInstalled)
    console.warn(`\nSKIPPED: no test ran in ${program}, which is not installed.\n         Run ${how}.\n`);
  it.runIf(process.env["CI"] !== undefined)(`${program} is installed where the whole check runs`, () => {
    if (!isInstalled) throw new Error(`${program} is missing; ${how} installs it.`);
  });
  return isInstalled;
}
