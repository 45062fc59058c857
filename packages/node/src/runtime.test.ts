import type { ModelProfile } from "@nearfirst/core";
import { ScriptedModel } from "@nearfirst/core/testing";
import { expect, it } from "vitest";
import { withModelSettings } from "./runtime.js";

it.each<[ModelProfile["mode"], boolean, boolean | undefined, boolean]>([
  ["fim", true, undefined, true],
  ["fim", true, false, false],
  ["fim", false, true, true],
  ["chat", false, true, false],
])("in %s mode, with healing %s by the card and %s by the settings, heals: %s", (mode, byCard, bySettings, heals) => {
  const profile = { ...new ScriptedModel([]).profile, mode, tokenHealing: byCard };
  const own = bySettings === undefined ? undefined : { tokenHealing: bySettings };
  expect(withModelSettings(profile, own)).toEqual({ ...profile, tokenHealing: heals });
});
