import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameOfUri, pathOfUri, uriOfPath } from "./file-uri.js";

const posix = { windows: false };
const windows = { windows: true };

describe("document URIs", () => {
  it.each([
    ["file:///home/a/b.py", "/home/a/b.py"],
    ["file:///home/my%20project/a%5B1%5D.py", "/home/my project/a[1].py"],
    ["file:///home/my project/a[1].py", "/home/my project/a[1].py"],
    ["file:///gr%C3%B6%C3%9Fe/%E5%A4%89%E6%95%B0.ts", "/größe/変数.ts"],
    ["file:///a/%F0%9F%9A%80.py", "/a/🚀.py"],
    ["file:///a%23b%3Fc%25.py", "/a#b?c%.py"],
    ["FILE:///a.py", "/a.py"],
  ])("%s is the path %s", (uri, path) => {
    expect(pathOfUri(uri, posix)).toBe(path);
  });

  it.each([
    ["file:///c%3A/Users/a.py", "c:\\Users\\a.py"],
    ["file:///C:/Users/a.py", "c:\\Users\\a.py"],
    ["file://server/share/a.py", "\\\\server\\share\\a.py"],
  ])("%s is the Windows path %s", (uri, path) => {
    expect(pathOfUri(uri, windows)).toBe(path);
  });

  it.each([
    "untitled:Untitled-1",
    "vscode-notebook-cell:/a.ipynb#1",
    "file:///a%2Fb.py",
    "file:///%E0%A4%A.py",
    "",
    "/a.py",
  ])("%j is no file", (uri) => {
    expect(pathOfUri(uri, posix)).toBeNull();
  });

  it("lead back to the path that they were made of", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((text) => !/[/\0]/.test(text) && !/^\.\.?$/.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const path = `/${names.join("/")}`;
        expect(pathOfUri(uriOfPath(path, posix), posix)).toBe(path);
      }),
    );
    expect(pathOfUri(uriOfPath("C:\\my project\\ä[1].py", windows), windows)).toBe("c:\\my project\\ä[1].py");
  });
});

it.each([
  ["file:///home/me/a%20b.py", "a b.py"],
  ["untitled:Untitled-1", "Untitled-1"],
  ["git:/home/me/a.py?%7B%22path%22%3A%22%2Fhome%2Fme%2Fa.py%22%7D", "a.py"],
  ["vscode-notebook-cell:/home/me/a.ipynb#W0sZmlsZQ%3D%3D", "a.ipynb"],
  ["file:///home/me/%E9.py", "%E9.py"],
  ["untitled:%2Fhome%2Fme%2Fa.py", "a.py"],
  ["untitled:C%3A%5CUsers%5Cme%5Ca.py", "a.py"],
  ["untitled:C:\\Users\\me\\a.py", "a.py"],
])("the name of what %s shows is %s", (uri, name) => {
  expect(nameOfUri(uri)).toBe(name);
});
