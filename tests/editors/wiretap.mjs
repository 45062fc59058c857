/**
 * Stands for `nearfirst` on an editor's PATH: starts the real one, hands on every byte both ways as it is, and notes the
 * messages down, one JSON a line. So a test sees what a real editor and the real server said to each other.
 *
 *     node wiretap.mjs LOG MAIN ...ARGUMENTS
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const [log, main, ...args] = process.argv.slice(2);
const server = spawn(process.execPath, [main, ...args], { stdio: ["pipe", "pipe", "inherit"] });

function noteMessages(stream, from) {
  let bytes = Buffer.alloc(0);
  stream.on("data", (piece) => {
    bytes = Buffer.concat([bytes, piece]);
    for (;;) {
      const headerEnd = bytes.indexOf("\r\n\r\n");
      if (headerEnd < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(bytes.subarray(0, headerEnd).toString("ascii"))?.[1]);
      const end = headerEnd + 4 + length;
      if (bytes.length < end) return;
      note({ from, message: JSON.parse(bytes.subarray(headerEnd + 4, end).toString("utf8")) });
      bytes = bytes.subarray(end);
    }
  });
}

function note(line) {
  appendFileSync(log, `${JSON.stringify({ tap: process.pid, ...line })}\n`);
}

note({ from: "wiretap", server: server.pid });
noteMessages(process.stdin, "editor");
noteMessages(server.stdout, "server");
process.stdin.pipe(server.stdin);
server.stdout.pipe(process.stdout);
// An editor or a server that is gone ends the other; its last words need no reader.
for (const stream of [server.stdin, process.stdout]) stream.on("error", () => undefined);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => {
  note({ from: "wiretap", exit: code, signal });
  process.exit(code ?? 1);
});
