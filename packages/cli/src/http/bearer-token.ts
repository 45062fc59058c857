import { createHash, timingSafeEqual } from "node:crypto";

/** True if the `Authorization` header holds this token; takes as long for one that is nearly right as for any other. */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}
