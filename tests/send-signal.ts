/**
 * Sends a signal to a process that may be ending by itself, which is no fault of a test's clean-up.
 * @param pid a process, or, negative, a process group
 * @returns whether there was one
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
