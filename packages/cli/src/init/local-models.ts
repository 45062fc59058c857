/** What `nearfirst init` offers as the local model, and what comes of the choice. */
import { findModel, type InstalledModel, listModels, type Settings } from "@nearfirst/node";
import {
  bytesOf,
  CATALOGUE,
  type KeptSpeed,
  machineMemory,
  recommendedModel,
  suitedModel,
} from "@nearfirst/node/models";
import { sizeWords } from "../size-words.js";
import { printable } from "../terminal.js";
import type { Choice } from "./ask.js";

/** More would be a catalogue, which `nearfirst models list` is. */
const MOST_TO_FETCH = 3;

export interface ModelChoice {
  /** As the setting `model` has it, or the name in the catalogue. */
  readonly model: string;
  /** Whether it has to be fetched first. */
  readonly isFetched: boolean;
}

export interface LocalModels {
  readonly choices: readonly Choice<ModelChoice>[];
  readonly ofOllama: number;
}

/** The one in use first, then those that are here, then the best of those that can be fetched. */
export async function localModels(settings: Settings, speed: KeptSpeed | null): Promise<LocalModels> {
  const current = await findModel(settings.model).catch(() => null);
  const installed = (await listModels()).filter(({ problem }) => problem === null);
  const here = installed.filter(({ path }) => path !== current?.path);
  const names = new Set(installed.map(({ name }) => name));
  const memory = machineMemory();
  const { contextTokens, sequences } = settings;
  const suited = CATALOGUE.models.map((model) =>
    suitedModel(model, { memory, contextTokens, sequences, measured: speed }),
  );
  const recommended = recommendedModel(suited)?.model.name ?? null;
  const ranked = suited
    .filter(({ model, fit }) => model.rank !== undefined && fit === "fits" && !names.has(model.name))
    .sort((a, b) => (a.model.rank ?? 0) - (b.model.rank ?? 0));
  // Where nothing is fast enough, the smallest.
  const from =
    recommended === null
      ? -MOST_TO_FETCH
      : Math.max(
          0,
          ranked.findIndex((each) => each.model.name === recommended),
        );
  const fetched = ranked.slice(from).slice(0, MOST_TO_FETCH);
  return {
    ofOllama: installed.filter(({ origin }) => origin === "ollama").length,
    choices: [
      ...(current === null ? [] : [choiceOf(current, settings.model)]),
      ...here.map((model) => choiceOf(model, model.name)),
      ...fetched.map(({ model, tokensPerSecond }) => ({
        value: { model: model.name, isFetched: true },
        label: `fetch ${model.name}, ${sizeWords(bytesOf(model))}${model.name === recommended ? " (recommended here)" : ""}`,
        hint: [
          model.licenseNote ?? model.license,
          ...(tokensPerSecond === null
            ? []
            : [`${tokensPerSecond.toPrecision(2)} tokens a second or more, by estimate`]),
        ].join("; "),
      })),
    ],
  };
}

/** One that the command line names: fetched where it is not here and the catalogue has it. */
export async function namedModel(model: string): Promise<ModelChoice> {
  const isHere = await findModel(model).then(
    () => true,
    () => false,
  );
  return { model, isFetched: !isHere && CATALOGUE.models.some(({ name }) => name === model) };
}

function choiceOf({ name, fileBytes, origin, card }: InstalledModel, setting: string): Choice<ModelChoice> {
  const from = {
    embedded: "comes with Nearfirst",
    user: "fetched",
    ollama: "Ollama's, used where it lies",
    path: "a file",
  };
  const languages = card === null ? [] : [card.languages.join(", ") || "any language"];
  return {
    value: { model: setting, isFetched: false },
    label: `${printable(name)}, ${sizeWords(fileBytes)}, ${from[origin]}`,
    hint: languages.join(""),
  };
}
