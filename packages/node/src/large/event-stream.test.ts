import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EventReader, jsonLines, serverSentEvents } from "./event-stream.js";

function readIn(reader: EventReader, pieces: readonly string[]) {
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.rest()];
}

/** `text` cut at any places. */
const pieces = (text: string) =>
  fc.array(fc.nat({ max: text.length }), { maxLength: 8 }).map((cuts) => {
    const bounds = [0, ...cuts.sort((a, b) => a - b), text.length];
    return bounds.slice(1).map((end, at) => text.slice(bounds[at], end));
  });

describe("server-sent events", () => {
  const stream = ': warming up\r\n\r\ndata: {"a":1}\r\n\r\nevent: x\nid: 7\ndata:{"b":\ndata: 2}\n\n\ndata: [DONE]\n\n';

  it("are the data of each event, in whatever pieces they come", () => {
    fc.assert(
      fc.property(pieces(stream), (cut) => {
        expect(readIn(serverSentEvents(), cut)).toEqual(['{"a":1}', '{"b":\n2}', null]);
      }),
    );
  });

  it("may end without a last line break", () => {
    expect(readIn(serverSentEvents(), ["data: 1\n\ndata: 2"])).toEqual(["1", "2"]);
  });
});

describe("JSON lines", () => {
  it("are the lines that hold something, in whatever pieces they come", () => {
    fc.assert(
      fc.property(pieces('{"a":1}\n\r\n{"b":"ü"}\r\n{"c":3}'), (cut) => {
        expect(readIn(jsonLines(), cut)).toEqual(['{"a":1}', '{"b":"ü"}', '{"c":3}']);
      }),
    );
  });
});
