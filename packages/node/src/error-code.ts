/** The code of a failed system call, as `ECONNREFUSED`, also where another error wraps it; empty where there is none. */
export function errorCodeOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return "";
  if ("code" in thrown && typeof thrown.code === "string") return thrown.code;
  return "cause" in thrown ? errorCodeOf(thrown.cause) : "";
}
