/** The daemon's description in OpenAPI 3.1, made of the very schemas that check its requests. */
import { z } from "zod";
import { NEARFIRST_VERSION } from "../version.js";
import { type Route, route } from "./route.js";

const TOKEN = "token";

/** Describes the given routes, and itself. */
export function openApi(routes: readonly Route[]): Route {
  const own: Route = route({
    method: "GET",
    path: "/openapi.json",
    summary: "This description",
    access: "anyone",
    body: null,
    reply: z.looseObject({ openapi: z.literal("3.1.0") }),
    answer: async () => ({ kind: "json", value: descriptionOf([...routes, own]) }),
  });
  return own;
}

function descriptionOf(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method } of routes) {
    const shared = routes.filter((each) => each.path === path && each.method === method);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(shared) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Nearfirst",
      version: NEARFIRST_VERSION,
      description: "Local-first code completion, by the APIs of OpenAI, llama.cpp and Tabby.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    components: { securitySchemes: { [TOKEN]: { type: "http", scheme: "bearer" } } },
    paths,
  };
}

/** Of one path and method, which two APIs may share. */
function operationOf(routes: readonly Route[]) {
  const bodies = routes.flatMap(({ body }) => (body === null ? [] : [z.toJSONSchema(body, { io: "input" })]));
  const replies = routes.flatMap(({ reply }) => (reply === null ? [] : [z.toJSONSchema(reply, { io: "input" })]));
  const isOpen = routes.every(({ access }) => access === "anyone");
  return {
    summary: routes.map(({ summary }) => summary).join("; "),
    security: isOpen ? [] : [{ [TOKEN]: [] }],
    ...(bodies.length === 0 ? {} : { requestBody: { required: true, content: jsonOf(bodies) } }),
    responses: {
      200: { description: "Answered.", ...(replies.length === 0 ? {} : { content: jsonOf(replies) }) },
      default: { description: "Refused, or failed: `error.message` says why.", content: jsonOf([ERROR]) },
    },
  };
}

const ERROR = z.toJSONSchema(
  z.object({ error: z.object({ message: z.string(), type: z.literal("nearfirst"), code: z.int() }) }),
);

function jsonOf(schemas: readonly object[]) {
  return { "application/json": { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } } };
}
