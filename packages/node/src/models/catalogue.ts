/** The models that can be fetched, as data: `catalogue.json` is the only place where public sources are named. */
import { NearfirstError } from "@nearfirst/core";
import { z } from "zod";
import { nearest } from "../nearest.js";
import data from "./catalogue.json" with { type: "json" };

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const source = z.discriminatedUnion("kind", [
  /** One file of a repository on a model hub, at a revision. */
  z.strictObject({ kind: z.literal("hub"), repository: z.string(), revision: z.string(), file: z.string() }),
  /** One file inside of a Python package. */
  z.strictObject({
    kind: z.literal("wheel"),
    project: z.string(),
    version: z.string(),
    file: z.string(),
    bytes: z.number().int().positive(),
    sha256,
    member: z.string(),
  }),
]);

const entry = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  title: z.string(),
  /** Which to recommend: 1 before 2; those without are not recommended. After SynConfRoute, sections 3.2, 3.4 and 6.4. */
  rank: z.number().int().positive().optional(),
  parameters: z.number().int().positive(),
  license: z.string(),
  /** What a licence that is not the usual kind says. */
  licenseNote: z.string().optional(),
  /** Bytes of cache for a token of context: layers × 2 × key-value heads × head size × 2. */
  kvBytesPerToken: z.number().int().positive(),
  /** Row of the table of families; none where a template stands instead. */
  family: z.string().optional(),
  trainedContext: z.number().int().positive(),
  languages: z.string(),
  promptTemplate: z.string().optional(),
  tokenHealing: z.boolean().optional(),
  source,
  /** Of the model file; null where it is not known exactly. */
  bytes: z.number().int().positive().nullable(),
  approximateBytes: z.number().int().positive().optional(),
  /** Of the model file; null where it is not known: then the first download fixes it. */
  sha256: sha256.nullable(),
  /** Where these facts come from. */
  found: z.string(),
  note: z.string().optional(),
});

const catalogueSchema = z.strictObject({
  /** Address of a file on the public model hub. */
  hub: z.string(),
  /** Address of the public Python package index, simple API. */
  pythonIndex: z.string(),
  models: z.array(entry),
});

export type CatalogueModel = z.infer<typeof entry>;
export type ModelSource = CatalogueModel["source"];
export type WheelSource = Extract<ModelSource, { readonly kind: "wheel" }>;
export type Catalogue = z.infer<typeof catalogueSchema>;

export const CATALOGUE: Catalogue = catalogueSchema.parse(data);

/** The entry of that name, or of the only one that begins so. Throws `model-missing` with those that may be meant. */
export function catalogueModel(name: string, { models }: Catalogue = CATALOGUE): CatalogueModel {
  const wanted = name.toLowerCase();
  const found = models.find((model) => model.name === wanted);
  if (found !== undefined) return found;
  const names = models.map((model) => model.name);
  const [only, ...others] = models.filter((model) => model.name.startsWith(`${wanted}-`));
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw new NearfirstError({
      code: "model-missing",
      message: `There are several: ${[only, ...others].map((model) => model.name).join(", ")}. Which one?`,
    });
  const guess = nearest(name, names);
  throw new NearfirstError({
    code: "model-missing",
    message: `The catalogue has no model "${name}"${guess === null ? "." : `; did you mean "${guess}"?`} \`nearfirst models list\` shows what it has; the path of a .gguf file works too.`,
  });
}

/** Size of the model file, exact or about. */
export function bytesOf({ bytes, approximateBytes, parameters }: CatalogueModel): number {
  return bytes ?? approximateBytes ?? parameters;
}
