/** Memory, speed and recommendation, on the real catalogue. */
import { FAMILIES } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { CATALOGUE, catalogueModel } from "./catalogue.js";
import { measureSpeed } from "./measure-speed.js";
import { machineMemory, memoryFit, memoryNeeded } from "./memory-fit.js";
import { hubAddress } from "./pull-model.js";
import { recommendedModel, type SuitOptions, suitedModel } from "./recommend-model.js";

const GB = 1e9;
const recommended = (options: Partial<SuitOptions>) =>
  recommendedModel(
    CATALOGUE.models.map((model) =>
      suitedModel(model, {
        memory: { totalBytes: 16 * GB, availableBytes: 10 * GB },
        contextTokens: 2_048,
        sequences: 4,
        measured: null,
        ...options,
      }),
    ),
  )?.model.name ?? null;

describe("the catalogue", () => {
  it("has every model's family in the table of families, or a template, and no name twice", () => {
    const families = FAMILIES.map(({ key }) => key);
    const wrong = CATALOGUE.models.filter(
      ({ family, promptTemplate }) => promptTemplate === undefined && !families.includes(family ?? ""),
    );
    expect(wrong).toEqual([]);
    expect(new Set(CATALOGUE.models.map(({ name }) => name)).size).toBe(CATALOGUE.models.length);
  });

  it("vouches for a hash only of a revision that cannot move, and has a size for each", () => {
    for (const { source, sha256, bytes, approximateBytes } of CATALOGUE.models) {
      if (sha256 !== null && source.kind === "hub") expect(source.revision).toMatch(/^[0-9a-f]{40}$/);
      expect(bytes ?? approximateBytes).toBeGreaterThan(0);
    }
  });

  it("says that the 3B model's licence is not a free one", () => {
    expect(catalogueModel("qwen2.5-coder-3b-q4_k_m").licenseNote).toContain("no commercial use");
    expect(catalogueModel("qwen2.5-coder-1.5b-q8_0")).toMatchObject({ license: "Apache-2.0" });
  });

  it("finds a model by as much of its name as is enough", () => {
    expect(catalogueModel("StarCoder2-3B").name).toBe("starcoder2-3b-q4_k_m");
    expect(() => catalogueModel("qwen2.5-coder-3b")).toThrow("qwen2.5-coder-3b-q4_k_m, qwen2.5-coder-3b-q8_0");
    expect(() => catalogueModel("starcodr2-3b-q4_k_m")).toThrow('did you mean "starcoder2-3b-q4_k_m"?');
  });

  it("leads to addresses without anything left to fill in", () => {
    for (const model of CATALOGUE.models.filter(({ source }) => source.kind === "hub"))
      expect(hubAddress(model, { mirror: "" }).href).toMatch(/^https:\/\/[^{}]+\.gguf$/);
  });
});

describe("memory", () => {
  it("is the file, the cache of all sequences, and the engine", () => {
    const need = {
      fileBytes: 2 * GB,
      kvBytesPerToken: 1_000,
      trainedContext: 1_024,
      contextTokens: 2_048,
      sequences: 4,
    };
    expect(memoryNeeded(need) - 2 * GB - 4 * 1_024 * 1_000).toBe(450_000_000);
  });

  it("fits, is tight, or is too little", () => {
    const machine = { totalBytes: 16 * GB, availableBytes: 6 * GB };
    expect([5, 8, 14].map((needed) => memoryFit(needed * GB, machine))).toEqual(["fits", "tight", "too large"]);
    const { totalBytes, availableBytes } = machineMemory();
    expect(availableBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeGreaterThanOrEqual(availableBytes);
  });
});

describe("the recommendation", () => {
  it("is the one of SynConfRoute where it fits", () => {
    expect(recommended({})).toBe("qwen2.5-coder-3b-q4_k_m");
  });

  it("is a smaller one where memory or speed are short", () => {
    expect(recommended({ memory: { totalBytes: 8 * GB, availableBytes: 2.4 * GB } })).toBe("qwen2.5-coder-1.5b-q8_0");
    // 100 tokens/s with 200 MB: 10.3 with 1.93 GB, 12 with 1.65 GB.
    const measured = { generatedPerSecond: 100, fileBytes: 200_000_000 };
    expect(recommended({ measured })).toBe("qwen2.5-coder-3b-q4_k_m");
    expect(recommended({ measured: { ...measured, generatedPerSecond: 90 } })).toBe("qwen2.5-coder-1.5b-q8_0");
  });

  it("is none where nothing is fast enough", () => {
    expect(recommended({ measured: { generatedPerSecond: 20, fileBytes: 10_000_000 } })).toBeNull();
  });
});

describe("a measurement", () => {
  it("takes the best of its rounds, each with text that is not in the cache", async () => {
    const prompts: string[] = [];
    const engineMs = [100, 160, 50, 80];
    const model = {
      profile: { bos: null, contextTokens: 2_048 } as never,
      tokenize: async (texts: readonly string[]) => texts.map((text) => Int32Array.from(Buffer.from(text))),
      generate: async ({ prompt, maxTokens }: { prompt: Int32Array; maxTokens: number }) => {
        prompts.push(Buffer.from(prompt.slice(0, 12)).toString());
        const ms = engineMs.shift() ?? 1_000;
        // The budget ends after the second round.
        if (engineMs.length === 0) await new Promise((resolve) => setTimeout(resolve, 60));
        return { tokens: new Array(maxTokens).fill({}), tokensEvaluated: 200, engineMs: ms } as never;
      },
    };
    const { signal } = new AbortController();
    expect(await measureSpeed(model, { signal, budgetMs: 50 })).toEqual({
      readPerSecond: 4_000,
      generatedPerSecond: 200,
    });
    expect(prompts).toEqual(["def area_0(w", "def area_0(w", "def area_1(w", "def area_1(w"]);
  });
});
