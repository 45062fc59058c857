/** Whether the server that the environment names becomes the large model, and how it is asked. */
import { FAMILIES } from "@nearfirst/core";
import type { SettingChange, Settings } from "@nearfirst/node";
import { checkLarge } from "../doctor/check-large.js";
import { askText, askWhether, askWhich } from "./ask.js";
import type { ServerInEnvironment } from "./server-in-environment.js";

const NONE: readonly SettingChange[] = [];

/** The settings below `large`; none where the person does not want it. The server is asked to fill a hole that we know, no code of theirs. */
export async function askForLarge(
  server: ServerInEnvironment | null,
  settings: Settings,
  signal: AbortSignal,
): Promise<readonly SettingChange[]> {
  if (server === null) return NONE;
  const wanted = await askWhether(
    `Ask the model at ${server.host}, too, where the local one is unsure? Code around the cursor then goes there.`,
  );
  if (!wanted) return NONE;
  const large = { ...settings.large, ...(await askedSettings(server)) };
  const { checks } = await checkLarge(large, { signal });
  const faults = checks.filter(({ status }) => status !== "ok");
  for (const { message, remedy } of faults)
    process.stderr.write(`${message}${remedy === null ? "" : `\n  -> ${remedy}`}\n`);
  if (faults.length > 0 && !(await askWhether("Write it into the configuration all the same?"))) return NONE;
  return (["url", "kind", "model", "family", "keyEnvironment"] as const)
    .filter((key) => large[key] !== "" || settings.large[key] !== "")
    .map((key) => ({ key: ["large", key], value: large[key] }));
}

type Asked = Pick<Settings["large"], "url" | "kind" | "model" | "family" | "keyEnvironment">;

async function askedSettings({ url, kind, keyEnvironment }: ServerInEnvironment): Promise<Asked> {
  const base = { url, keyEnvironment };
  if (kind === "ollama") {
    const model = await askText("Which of its models? (`ollama list` there shows them)", "NAME:TAG");
    return { ...base, kind, model, family: "" };
  }
  const model = await askText("By which name does the server know the model?", "nothing, where it has but one");
  const family = await askWhich("Which family is it of? That says how it is asked for a middle.", [
    ...FAMILIES.filter(({ key }) => key !== "embedded").map(({ key }) => ({ value: key, label: key })),
    { value: "", label: "none of these: it is a model for chat" },
  ]);
  return { ...base, kind: family === "" ? "openai-chat" : "openai", model, family: family as Asked["family"] };
}
