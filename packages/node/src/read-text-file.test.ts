import { expect, it } from "vitest";
import { readTextFile } from "./read-text-file.js";

// Linux has such files in /proc; elsewhere it takes a file system of its own.
it.skipIf(process.platform !== "linux")(
  "a file that tells no size is read to its end, or refused as too large",
  async () => {
    const path = "/proc/self/status";
    expect(await readTextFile(path, 100_000)).toMatch(/^Name:.*\nPid:\t\d+\n/s);
    await expect(readTextFile(path, 20)).rejects.toMatchObject({ code: "EFBIG" });
  },
);
