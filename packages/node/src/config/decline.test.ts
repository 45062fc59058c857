import { describe, expect, it } from "vitest";
import { declineBy } from "./decline.js";
import { DEFAULT_SETTINGS } from "./settings.js";

describe("what the settings decline", () => {
  const decline = declineBy({ ...DEFAULT_SETTINGS, languages: { disabled: ["sql"] }, ignore: ["secret/", "*.env"] });

  it("is nothing by default", () => {
    const relativePath = "a.py";
    expect(declineBy(DEFAULT_SETTINGS)({ languageId: "python", relativePath })).toBeNull();
  });

  it("is everything when Nearfirst is off", () => {
    const off = declineBy({ ...DEFAULT_SETTINGS, enabled: false });
    expect(off({ languageId: "python", relativePath: "a.py" })).toBe("disabled");
  });

  it("is a language that is turned off, and a file that is ignored, at any depth", () => {
    expect(decline({ languageId: "sql", relativePath: "a.sql" })).toBe("language-disabled");
    expect(decline({ languageId: "python", relativePath: "deep/secret/key.py" })).toBe("file-ignored");
    expect(decline({ languageId: "plaintext", relativePath: "prod.env" })).toBe("file-ignored");
    expect(decline({ languageId: "python", relativePath: "secret.py" })).toBeNull();
  });

  it("holds outside of all workspaces too, wherever one may begin", () => {
    expect(decline({ languageId: "plaintext", relativePath: "../other/prod.env" })).toBe("file-ignored");
    expect(decline({ languageId: "python", relativePath: "../secret/key.py" })).toBe("file-ignored");
    expect(decline({ languageId: "python", relativePath: "/home/me/secret/deep/key.py" })).toBe("file-ignored");
    expect(decline({ languageId: "python", relativePath: "C:\\work\\secret\\key.py" })).toBe("file-ignored");
    expect(decline({ languageId: "python", relativePath: "/home/me/open/key.py" })).toBeNull();
  });

  it("judges a text without a file by its language alone", () => {
    expect(decline({ languageId: "sql", relativePath: null })).toBe("language-disabled");
    expect(decline({ languageId: "python", relativePath: null })).toBeNull();
  });
});
