import { describe, expect, it } from "vitest";
import { bytesInWords, counted, milliseconds, percent } from "./numbers.js";

describe("numbers on the page", () => {
  it("are as exact as they are small", () => {
    expect([0, 0.034, 0.5, 1, null].map(percent)).toEqual(["0 %", "3.4 %", "50 %", "100 %", "–"]);
    expect([0.42, 12.4, 1_250, null].map(milliseconds)).toEqual(["0.4 ms", "12 ms", "1.25 s", "–"]);
    expect([512, 1_400].map(bytesInWords)).toEqual(["512 B", "1.4 kB"]);
    expect([counted(1, "token"), counted(1_200, "token")]).toEqual(["1 token", "1,200 tokens"]);
  });
});
