/** The code of a failed system call, as `ECONNREFUSED`, also where another error wraps it; empty where there is none. */
export function errorCodeOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return "";
  if ("code" in thrown && typeof thrown.code === "string") return thrown.code;
  return "cause" in thrown ? errorCodeOf(thrown.cause) : "";
}

/** True for what Node says of a certificate that it does not trust. */
export function isCertificateCode(code: string): boolean {
  return /CERT|ALTNAME|UNABLE_TO_|SELF_SIGNED|ISSUER/.test(code);
}
