import { describe, expect, it } from "vitest";
import { proxyFor } from "./proxy-for.js";

const env = { HTTPS_PROXY: "http://proxy:3128", http_proxy: "plain:8080", NO_PROXY: "internal.example, .lab, db:5432" };
const of = (url: string, setting = "environment", variables: NodeJS.ProcessEnv = env) =>
  proxyFor(new URL(url), setting, variables);

describe("the proxy for a server", () => {
  it("is what the environment names for the scheme", () => {
    expect(of("https://models.example/v1")).toBe("http://proxy:3128");
    expect(of("http://models.example/v1")).toBe("http://plain:8080");
    expect(of("https://models.example", "environment", {})).toBeNull();
  });

  it.each(["https://internal.example", "https://deep.internal.example:8443", "http://gpu.lab", "http://db:5432"])(
    "is none for %s, which NO_PROXY excepts",
    (url) => expect(of(url)).toBeNull(),
  );

  it("is not left out for what only looks like an exception", () => {
    for (const url of ["https://notinternal.example", "https://lab.example", "https://db:5433"])
      expect(of(url)).toBe("http://proxy:3128");
  });

  it("is none for this machine, and none at all where NO_PROXY is a star", () => {
    for (const host of ["localhost", "localhost.", "gpu.localhost", "127.0.0.1", "127.1", "0.0.0.0", "0"])
      expect(of(`http://${host}:8000`), host).toBeNull();
    for (const host of ["[::1]", "[::]", "[::ffff:127.0.0.1]"]) expect(of(`https://${host}:8000`), host).toBeNull();
    for (const host of ["localhost.example", "127.0.0.1.example", "notlocalhost"])
      expect(of(`http://${host}:8000`), host).toBe("http://plain:8080");
    expect(of("https://models.example", "environment", { ...env, NO_PROXY: "*" })).toBeNull();
  });

  it("is the one of the setting, whatever the environment says", () => {
    expect(of("https://internal.example", "http://mine:1")).toBe("http://mine:1");
    expect(of("https://models.example", "none")).toBeNull();
  });
});
