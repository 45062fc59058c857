import { describe, expect, it } from "vitest";
import { initializationOptions, type PreferenceLevels, preferencesFrom, saidAtAnyLevel } from "./preferences.js";

const NOTHING: PreferenceLevels = { enabled: undefined, automatic: undefined, disabledLanguages: undefined };

describe("the editor's settings", () => {
  it("allow everything where nobody says anything", () => {
    const defaults = { enabled: { defaultValue: true }, automatic: { defaultValue: true } };
    expect(preferencesFrom({ ...NOTHING, ...defaults })).toEqual({
      isEnabled: true,
      isAutomatic: true,
      disabledLanguages: new Set(),
    });
  });

  it("let a workspace take away, and never give back", () => {
    const own = {
      enabled: { globalValue: false, workspaceValue: true },
      automatic: { globalValue: true, workspaceFolderValue: false },
    };
    const languages = {
      disabledLanguages: { globalValue: ["sql"], workspaceValue: [], workspaceFolderValue: ["yaml"] },
    };
    expect(preferencesFrom({ ...own, ...languages })).toEqual({
      isEnabled: false,
      isAutomatic: false,
      disabledLanguages: new Set(["sql", "yaml"]),
    });
    expect(saidAtAnyLevel({ defaultValue: false, globalValue: true, workspaceValue: false }, true)).toBe(true);
    expect(saidAtAnyLevel({ defaultValue: false, workspaceValue: false }, true)).toBe(false);
  });

  it("survive a value of the wrong type", () => {
    const wrong = { disabledLanguages: { globalValue: "python" as never, workspaceValue: ["go"] } };
    expect(preferencesFrom({ ...NOTHING, ...wrong }).disabledLanguages).toEqual(new Set(["go"]));
  });

  it("tell the server only what it may take away, and the delay", () => {
    expect(initializationOptions({ delayMs: null, keepsLocal: false })).toEqual({});
    expect(initializationOptions({ delayMs: 0, keepsLocal: true })).toEqual({ trigger: { delayMs: 0 }, large: false });
  });
});
