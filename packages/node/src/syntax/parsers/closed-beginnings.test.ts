import { describe, expect, it } from "vitest";
import { closedBeginnings } from "./closed-beginnings.js";

describe("what is whole before a place, closed", () => {
  it.each([
    ["rust", "fn f() {\n    a();\n    b(█", ["fn f() {\n    a();\n}"]],
    ["rust", "fn f() {\n    a\n        .b()\n        .c(█", ["fn f() {\n}"]],
    ["rust", "fn f() {\n    a(vec![\n        1,\n        2█", ["fn f() {\n    a(vec![\n        1]);}", "fn f() {\n}"]],
    [
      "cpp",
      "class A {\n  int x;\n  void f() {\n    g(1,\n      2█",
      ["class A {\n  int x;\n  void f() {\n    g(1);};};", "class A {\n  int x;\n  void f() {\n};};"],
    ],
    ["java", 'class A {\n  String s = "}";\n  int x =█', ['class A {\n  String s = "}";\n}']],
    ["java", "class A {\n  void f() {\n  }\n}\n\nclass B█", ["class A {\n  void f() {\n  }\n}\n\n"]],
    ["cpp", "int x =█", []],
  ])("%s: %j", (languageId, picture, expected) => {
    const end = picture.length - 1;
    expect(closedBeginnings(`${picture.slice(0, end)} and more;\n`, end, languageId)).toEqual(expected);
  });
});
