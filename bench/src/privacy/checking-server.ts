/** A server on this machine that stands where the large model would, and looks at everything that arrives. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CheckingServer {
  readonly port: number;
  readonly bytes: number;
  readonly requests: number;
  /** What arrived and must not have: names of what leaked, never the text. */
  readonly leaks: readonly string[];
  close(): Promise<void>;
}

/** `leaksIn` names what of a body's text must not be there. */
export async function startCheckingServer(leaksIn: (text: string) => readonly string[]): Promise<CheckingServer> {
  const leaks: string[] = [];
  let [bytes, requests] = [0, 0];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      bytes += body.length;
      requests++;
      const head = [request.url ?? "", ...request.rawHeaders].join("\n");
      leaks.push(
        ...leaksIn(`${head}\n${body.toString("utf8")}\n${stringsIn(JSON.parse(body.toString("utf8"))).join("\n")}`),
      );
      response.end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leaks,
    get bytes() {
      return bytes;
    },
    get requests() {
      return requests;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** All texts in a value, as the server's model would see them: without JSON's escapes. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)])
    : [];
}
