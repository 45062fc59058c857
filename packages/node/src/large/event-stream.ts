/** Streams of JSON values, cut out of text that comes in any pieces. Pure. */

/** Gives the events that a piece completes; null for the end mark of an event stream. */
export interface EventReader {
  push(piece: string): readonly (string | null)[];
  /** What a stream ends with that has no last line break. */
  rest(): readonly (string | null)[];
}

/** The `data` of server-sent events (WHATWG HTML, "Server-sent events"), as OpenAI-compatible servers send them, `[DONE]` at the end. */
export function serverSentEvents(): EventReader {
  const lines = new Lines();
  let data: string[] = [];
  const eventOf = (line: string): readonly (string | null)[] => {
    if (line === "") {
      const event = data.join("\n");
      const isEmpty = data.length === 0;
      data = [];
      return isEmpty ? [] : [event.trim() === "[DONE]" ? null : event];
    }
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    // What else there is (comments that keep the connection open, names, ids) says nothing.
    return [];
  };
  return {
    push: (piece) => lines.push(piece).flatMap(eventOf),
    rest: () => [...lines.rest(), ""].flatMap(eventOf),
  };
}

/** One JSON value a line, as Ollama sends them. */
export function jsonLines(): EventReader {
  const lines = new Lines();
  const isEvent = (line: string) => line.trim() !== "";
  return { push: (piece) => lines.push(piece).filter(isEvent), rest: () => lines.rest().filter(isEvent) };
}

class Lines {
  /** Pieces of a line without an end: joined once, so that a long line costs no more than its length. */
  #open: string[] = [];

  push(piece: string): string[] {
    const lines = piece.split("\n");
    const [first = "", ...others] = lines;
    this.#open.push(first);
    if (others.length === 0) return [];
    const whole = [this.#open.join(""), ...others.slice(0, -1)];
    this.#open = [others.at(-1) ?? ""];
    return whole.map(withoutReturn);
  }

  rest(): string[] {
    const line = withoutReturn(this.#open.join(""));
    this.#open = [];
    return line === "" ? [] : [line];
  }
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
