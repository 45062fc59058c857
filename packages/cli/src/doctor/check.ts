/** One line of `nearfirst doctor`. */
export interface Check {
  readonly id: string;
  readonly status: "ok" | "warning" | "problem";
  /** What was found, in words. */
  readonly message: string;
  /** What to do; null where nothing is to do. */
  readonly remedy: string | null;
}

export function ok(id: string, message: string): Check {
  return { id, status: "ok", message, remedy: null };
}

export function warning(id: string, message: string, remedy: string): Check {
  return { id, status: "warning", message, remedy };
}

export function problem(id: string, message: string, remedy: string): Check {
  return { id, status: "problem", message, remedy };
}
