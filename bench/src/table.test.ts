import { expect, it } from "vitest";
import { tableOf } from "./table.js";

it("values have a line each, lists of objects a table", () => {
  const cells = [
    { model: "a", exact: 1, rate: null },
    { model: "long", exact: 12, rate: 0.5 },
  ];
  expect(tableOf({ tasks: 3, counts: { a: 1 }, sizes: [1, 2], cells })).toBe(
    `tasks   3
counts  {"a":1}
sizes   [1,2]

cells
model  exact  rate
a          1  –
long      12  0.5`,
  );
});
