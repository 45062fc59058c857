/** Commands that mend something, as `doctor` and `models verify` name them. */
import type { InstalledModel } from "@nearfirst/node";
import { packagePath } from "../package-folder.js";
import { NEARFIRST_VERSION } from "../version.js";

/** Puts back what comes with Nearfirst; in the way that it was installed. */
export function reinstall(): string {
  return packagePath("packages", "cli", "package.json") === null
    ? `Install Nearfirst again: \`npm install --global nearfirst-${NEARFIRST_VERSION}.tgz\`, or the extension's file.`
    : "Install again: `npm ci && npm run build` in the clone.";
}

/** Puts a damaged model file right. */
export function mendModel({ name, origin, path }: Pick<InstalledModel, "name" | "origin" | "path">): string {
  switch (origin) {
    case "embedded":
      return packagePath("packages", "cli", "package.json") === null
        ? reinstall()
        : "Take it out of the repository again: `git checkout -- models`.";
    case "user":
      return `\`nearfirst models remove ${name}\`, then \`nearfirst models pull ${name}\` or its FILE.gguf, gets it again.`;
    case "ollama":
      return `\`ollama pull ${name.replace(/^ollama:/, "")}\` fetches it again.`;
    case "path":
      return `Fetch ${path} again, or go back to the embedded model: \`nearfirst models use default\`.`;
  }
}
