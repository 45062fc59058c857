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

it.each<[ModelProfile["mode"], number | undefined, number]>([
  ["fim", undefined, 0.4],
  ["fim", 0, 0],
  ["chat", 0.6, 0.4],
])(
  "in %s mode, with a weight of drafts of 0.4 by the card and %s by the settings, has %s",
  (mode, bySettings, weight) => {
    const profile = { ...new ScriptedModel([]).profile, mode, draftWeight: 0.4 };
    const own = bySettings === undefined ? undefined : { draftWeight: bySettings };
    expect(withModelSettings(profile, own).draftWeight).toBe(weight);
  },
);
