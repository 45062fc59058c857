import { z } from "zod";
import type { SignalTool } from "./signal-tool.js";

const output = z.object({
  generalDiagnostics: z.array(
    z.object({ file: z.string(), severity: z.string(), message: z.string(), rule: z.string().optional() }),
  ),
});

const CONFIGURATION = {
  typeCheckingMode: "basic",
  pythonVersion: "3.12",
  pythonPlatform: "Linux",
  // A program stands alone here: what it imports beyond the standard library is not at hand.
  reportMissingImports: false,
  reportMissingModuleSource: false,
};

/** Errors of its basic mode; warnings are no reason to reject. What does not parse is an error too. */
export const PYRIGHT: SignalTool = {
  name: "pyright",
  version: /^pyright (\S+)/,
  install: "npm install --global pyright",
  rules: "errors of the basic mode, Python 3.12 on Linux, missing imports aside",
  arguments: ["--outputjson", "--project", "pyrightconfig.json"],
  files: { "pyrightconfig.json": JSON.stringify(CONFIGURATION) },
  // 1: there are errors.
  exitCodes: [0, 1],
  read: (text) =>
    output
      .parse(JSON.parse(text))
      .generalDiagnostics.filter(({ severity }) => severity === "error")
      .map(({ file, rule, message }) => ({ file, rule: rule ?? "invalid-syntax", message })),
};
