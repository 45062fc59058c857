/** What the daemon tells those who run it. */
import { describe, expect, it } from "vitest";
import { serveDaemon } from "./served-daemon.js";

const ASKED = { prompt: "def f():\n    return ", suffix: "\n", language: "python" };

/** The value of one line of Prometheus's text format. */
function countIn(text: string, line: string): number {
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? Number.NaN : Number(found.slice(line.length + 1));
}

describe("the daemon's metrics", () => {
  it("count how requests end, who answers, and which tokens were evaluated", async () => {
    const { post, get } = await serveDaemon();
    const asked = (await post("/v1/completions", ASKED)).json();
    await post("/v1/completions", ASKED);
    await post("/v1/completions", { ...ASKED, suffix: "value" });
    await post("/v1/completions", "{");
    const { text, headers } = await get("/metrics");
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=/);
    const completions = (labels: string) => countIn(text, `nearfirst_completions_total{${labels}}`);
    expect(completions('outcome="suggested",tier="local",source="model"')).toBe(1);
    expect(completions('outcome="suggested",tier="local",source="typed-through"')).toBe(1);
    expect(completions('outcome="skipped",tier="none",source="none"')).toBe(1);
    expect(countIn(text, 'nearfirst_http_requests_total{path="/v1/completions",status="200"}')).toBe(3);
    expect(countIn(text, 'nearfirst_http_requests_total{path="/v1/completions",status="400"}')).toBe(1);
    expect(countIn(text, 'nearfirst_prompt_tokens_total{kind="evaluated"}')).toBe(asked.usage.prompt_tokens);
    expect(countIn(text, "nearfirst_generated_tokens_total")).toBe(asked.usage.completion_tokens);
    expect(countIn(text, 'nearfirst_completion_seconds_count{tier="local"}')).toBe(2);
    expect(countIn(text, "nearfirst_large_sent_bytes_total")).toBe(0);
  });

  it("hold no code, and of unknown paths nothing but their number", async () => {
    const { post, get } = await serveDaemon();
    await post("/v1/completions", { ...ASKED, path: "secret/plans.py" });
    await get("/secret/place");
    const { text } = await get("/metrics");
    expect(text).not.toMatch(/secret|alpha|return/);
    expect(countIn(text, 'nearfirst_http_requests_total{path="other",status="404"}')).toBe(1);
  });

  it("are for those with the token", async () => {
    const { url } = await serveDaemon();
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
  });
});

describe("the daemon's description in OpenAPI", () => {
  it("names every path, who may ask, and what a request holds", async () => {
    const { url } = await serveDaemon();
    const description = JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
    expect(Object.keys(description.paths).sort()).toEqual([
      "/health",
      "/infill",
      "/metrics",
      "/openapi.json",
      "/props",
      "/v1/chat/completions",
      "/v1/completions",
      "/v1/events",
      "/v1/health",
      "/v1/models",
      "/v1beta/server_setting",
    ]);
    expect(description.paths["/health"].get.security).toEqual([]);
    expect(description.paths["/infill"].post.security).toEqual([{ token: [] }]);
    const { schema } = description.paths["/infill"].post.requestBody.content["application/json"];
    expect(schema.required).toEqual(["input_prefix", "input_suffix"]);
    const shared = description.paths["/v1/completions"].post.requestBody.content["application/json"].schema.anyOf;
    expect(shared.map((each: { required: string[] }) => each.required)).toEqual([["segments"], ["prompt"]]);
  });

  it("describes what the daemon really answers", async () => {
    const { post, url } = await serveDaemon();
    const description = JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
    const reply = (await post("/infill", { input_prefix: "return ", input_suffix: "\n" })).json();
    const { schema } = description.paths["/infill"].post.responses["200"].content["application/json"];
    expect(Object.keys(reply).sort()).toEqual(Object.keys(schema.properties).sort());
  });
});
