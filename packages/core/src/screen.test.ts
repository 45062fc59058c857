/** Editing sessions as pictures: a suggestion is shown, then the developer does something. */
import { describe, expect, it } from "vitest";
import { cursorContextOf } from "./cursor/cursor-context.js";
import { Screen, type ScreenOptions } from "./screen.js";
import type { Tier, TriggerKind } from "./types.js";

/** A screen with a clock that each step moves by `afterMs`. */
function session(options: ScreenOptions = {}) {
  const screen = new Screen(options);
  let nowMs = 0;
  const cursorOf = (picture: string) => {
    const offset = picture.indexOf("█");
    return cursorContextOf({ uri: "file:///a.py", languageId: "python", text: picture.replace("█", "") }, offset);
  };
  return {
    screen,
    told: () => screen.seen(nowMs),
    show(picture: string, text: string, tier: Tier = "local") {
      screen.show({ text, tier, confidence: 0.9, settings: "" }, cursorOf(picture), nowMs);
    },
    see(picture: string, { afterMs = 1_000, trigger = "automatic" as TriggerKind } = {}) {
      nowMs += afterMs;
      return screen.notice({ cursor: cursorOf(picture), trigger, settings: "", nowMs });
    },
    refusedAt: (picture: string) => screen.refusedAt(cursorOf(picture)),
    answer: (picture: string) => screen.answerRefused(cursorOf(picture)),
    isRefused: (picture: string, text: string) => screen.isRefused(text, cursorOf(picture)),
  };
}

const BEFORE = "def f(a, b):\n    return █\n\nprint(f(1, 2))\n";
const AGAINST = "def f(a, b):\n    return b█\n\nprint(f(1, 2))\n";

describe("a suggestion that is typed against", () => {
  it("is refused on its line, with how it was", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    expect(see(AGAINST)).toBe("typed-against");
    expect(refusedAt(AGAINST)).toMatchObject({ text: "a + b", rejection: "typed-against", tier: "local" });
  });

  it("is not refused where the developer cannot have read it", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    expect(see(AGAINST, { afterMs: 399 })).toBe("left");
    expect(refusedAt(AGAINST)).toBeNull();
  });

  it("stood as long as all of it did, while its beginning was typed", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    expect(see(BEFORE.replace("█", "a█"), { afterMs: 200 })).toBe("typed-through");
    show(BEFORE.replace("█", "a█"), " + b");
    expect(see(BEFORE.replace("█", "ax█"), { afterMs: 200 })).toBe("typed-against");
    expect(refusedAt(BEFORE.replace("█", "ax█"))).not.toBeNull();
  });

  it("stays refused while the developer types on along the line, and nowhere else", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    see(AGAINST);
    expect(see(AGAINST.replace("█", " - █"))).toBeNull();
    expect(refusedAt(AGAINST.replace("█", " - █"))).not.toBeNull();
    expect(refusedAt("def f(a, b):\n    return b\n█\nprint(f(1, 2))\n")).toBeNull();
  });

  it("is answered once", () => {
    const { show, see, refusedAt, answer } = session();
    show(BEFORE, "a + b");
    see(AGAINST);
    answer(AGAINST);
    expect(refusedAt(AGAINST)).toBeNull();
    show(AGAINST, " - a");
    see(AGAINST.replace("█", "x█"));
    expect(refusedAt(AGAINST.replace("█", "x█"))).toMatchObject({ text: " - a" });
  });

  it("needs no second answer if the large model gave it", () => {
    const { show, see, refusedAt, isRefused } = session();
    show(BEFORE, "a + b", "large");
    expect(see(AGAINST)).toBe("typed-against");
    expect(refusedAt(AGAINST)).toBeNull();
    expect(isRefused(BEFORE, "a + b")).toBe(true);
  });

  it("is known again wherever on its line it would be written again, and another one is not", () => {
    const { show, see, isRefused } = session();
    show(BEFORE, "a + b");
    see(AGAINST);
    expect(isRefused(BEFORE, "a + b")).toBe(true);
    expect(isRefused(BEFORE.replace("█", "a █"), "+ b")).toBe(true);
    expect(isRefused(BEFORE, "a + c")).toBe(false);
    expect(isRefused("print(f(1, 2))\n    return █\n", "a + b")).toBe(false);
  });
});

describe("a suggestion that is accepted", () => {
  const ACCEPTED = BEFORE.replace("█", "a + b█");

  it("is no refusal", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    expect(see(ACCEPTED)).toBe("accepted");
    expect(refusedAt(ACCEPTED)).toBeNull();
  });

  it("is refused once it is deleted again", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    see(ACCEPTED);
    expect(see(ACCEPTED.replace("█", " # sum█"))).toBeNull();
    expect(see(BEFORE)).toBe("deleted");
    expect(refusedAt(BEFORE)).toMatchObject({ rejection: "deleted", text: "a + b" });
    expect(see(BEFORE)).toBeNull();
  });
});

describe("a suggestion that the editor says was accepted", () => {
  it("is refused once it is deleted again, also where no request saw it accepted", () => {
    const { screen, show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    screen.accept();
    expect(see(BEFORE.replace("█", "a + b█"))).toBeNull();
    expect(see(BEFORE)).toBe("deleted");
    expect(refusedAt(BEFORE)).toMatchObject({ rejection: "deleted" });
  });
});

describe("a suggestion that stands", () => {
  it("is refused by asking for another one", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    expect(see(BEFORE, { afterMs: 1, trigger: "explicit" })).toBe("asked-for-another");
    expect(refusedAt(BEFORE)).not.toBeNull();
  });

  it("is refused by dismissing it, once", () => {
    const { screen, show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    screen.dismiss();
    screen.dismiss();
    expect(refusedAt(BEFORE)).toMatchObject({ rejection: "dismissed" });
    expect(see(AGAINST)).toBeNull();
  });

  it("is not refused by leaving it", () => {
    const { show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    expect(see("def f(a, b):\n    return \n\nprint(f(1, 2))█\n")).toBe("left");
    expect(refusedAt(BEFORE)).toBeNull();
  });
});

describe("a suggestion that nobody saw", () => {
  it("is not refused by typing, asking, or a word of the editor's, where it was never delivered", () => {
    for (const act of [
      ({ see }: ReturnType<typeof session>) => see(AGAINST),
      ({ see }: ReturnType<typeof session>) => see(BEFORE, { trigger: "explicit" }),
      ({ screen }: ReturnType<typeof session>) => screen.dismiss(),
    ]) {
      const editor = session();
      editor.show(BEFORE, "a + b");
      editor.screen.notSeen("file:///a.py");
      act(editor);
      expect(editor.refusedAt(BEFORE)).toBeNull();
    }
  });

  it("can be typed through all the same, and counts as seen from when its rest is shown", () => {
    const { screen, show, see, refusedAt } = session();
    show(BEFORE, "a + b");
    screen.notSeen("file:///a.py");
    const typed = BEFORE.replace("█", "a█");
    expect(see(typed)).toBeNull();
    show(typed, " + b");
    expect(see(BEFORE.replace("█", "ax█"))).toBe("typed-against");
    expect(refusedAt(BEFORE.replace("█", "ax█"))).toMatchObject({ text: "a + b" });
  });

  it("is none where the editor tells what it shows, until it has told so", () => {
    const { show, see, told, refusedAt } = session({ seen: "when-told" });
    show(BEFORE, "a + b");
    expect(see(AGAINST)).toBe("left");
    expect(refusedAt(AGAINST)).toBeNull();
    show(BEFORE, "a + b");
    told();
    expect(see(AGAINST, { afterMs: 400 })).toBe("typed-against");
    expect(refusedAt(AGAINST)).not.toBeNull();
  });
});

describe("a suggestion of which the editor says that a part was accepted", () => {
  it("stands as its rest: what was taken is not taken again, and the rest can be refused", () => {
    const { screen, show, see, refusedAt } = session();
    show(BEFORE, "total + rest");
    screen.acceptUpTo(" + rest".length);
    const taken = BEFORE.replace("█", "total█");
    expect(see(taken)).toBeNull();
    expect(see(taken, { trigger: "explicit" })).toBe("asked-for-another");
    expect(refusedAt(taken)).toMatchObject({ text: "total + rest" });
  });
});
