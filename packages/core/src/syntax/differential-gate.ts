/**
 * The syntax gate for live editing, where the file is often broken elsewhere: does the completion break what does not
 * break without it? SynConfRoute's gate (4.1, Algorithm 1) parses whole programs; this form is ours.
 *
 * What was written counts as broken only if something that takes its place is not:
 * 1. The text up to the completion's end must be the beginning of some text that parses. If it is none, but the text
 *    above the cursor's line is, then what was written since is broken.
 * 2. A statement that leaves brackets, strings or its own end open is unfinished: what follows may be anything.
 * 3. Else the whole must parse if it does with a neutral statement of the same indentation, the same brackets and the
 *    same last character in its place.
 * Whatever else, the answer is `valid` or `unknown`: the right text must never be rejected, also where lines around it
 * are missing or not written yet.
 */
import { type LanguageSyntax, syntaxOf } from "../cursor/language-syntax.js";
import { CLOSING_OF, type LexicalState, lexicalStateAfter, OUTSIDE, scan } from "../cursor/lexical-state.js";
import { indentationOf } from "../cursor/line-bounds.js";
import type { SyntaxParser } from "../engine.js";
import { beginsInside, type CodeLine, codeLinesOf, statementLine } from "./code-lines.js";
import { ENOUGH, enclosingBlock } from "./enclosing-block.js";
import { recipeOf } from "./recipes/recipes.js";
import type { SyntaxProblem } from "./syntax-problem.js";
import type { SyntaxRecipe } from "./syntax-recipe.js";
import { invalid, type SyntaxVerdict, unknown, VALID } from "./verdict.js";

/** A completion in its place: `text` comes between `before` and `after`. */
export interface Insertion {
  readonly languageId: string;
  readonly before: string;
  readonly text: string;
  readonly after: string;
  /**
   * `statement`: whoever wrote the text ended it where a statement or a header ends (stop reasons `statement`, `block`,
   * `end-of-middle`), so what it leaves open is an error. `open`: it may go on (a token limit, one line of several).
   */
  readonly extent: "statement" | "open";
}

/**
 * Never rejects but for a bug. A time limit is the caller's: once `signal` is aborted, the answer is `unknown`. At least
 * one call of the parser, up to a dozen where something is wrong, each with a text of at most `TOO_LARGE` units and a few more.
 */
export async function checkInsertion(
  parser: SyntaxParser,
  insertion: Insertion,
  signal: AbortSignal,
): Promise<SyntaxVerdict> {
  const { languageId } = insertion;
  const recipe = recipeOf(languageId);
  if (recipe === null) return unknown("no-parser");
  if (signal.aborted) return unknown("too-late");
  const parse = async (text: string): Promise<readonly SyntaxProblem[]> => {
    signal.throwIfAborted();
    const problems = await parser.parse(text, languageId, signal);
    if (problems === null) throw NO_PARSER;
    return problems;
  };
  const checkWithin = async (enough: number): Promise<SyntaxVerdict> => {
    const block = enclosingBlock(insertion, recipe, enough);
    if (block === null) return unknown("too-large");
    const isCut = block.before.length < insertion.before.length;
    return check({ ...placeOf({ ...insertion, ...block }, syntaxOf(languageId)), isCut }, recipe, parse);
  };
  try {
    const verdict = await checkWithin(ENOUGH);
    // The less is looked at, the less of it is broken.
    const isBrokenAround = verdict.kind === "unknown" && verdict.reason !== "too-large";
    return isBrokenAround ? await checkWithin(0) : verdict;
  } catch (thrown) {
    if (thrown === NO_PARSER) return unknown("no-parser");
    if (signal.aborted) return unknown("too-late");
    throw thrown;
  }
}

const NO_PARSER = Symbol("no parser");

type Parse = (text: string) => Promise<readonly SyntaxProblem[]>;

/** A completion and its statement, the lines that it begins and ends on included. */
interface Place {
  readonly syntax: LanguageSyntax;
  readonly text: string;
  /** Up to the completion's end, and the line break after it if nothing stands there. */
  readonly written: string;
  /** Up to the line of the cursor. */
  readonly above: string;
  /** Up to the first line of the statement. */
  readonly outside: string;
  /** From there to the end of the completion's last line. */
  readonly statement: string;
  /** From there on. */
  readonly rest: string;
  /** What the cursor, where the text was put in, is inside of. */
  readonly cursor: LexicalState;
  readonly extent: Insertion["extent"];
  /** Text above it was left out. */
  readonly isCut: boolean;
  /** Within brackets, an element stands for the statement: an argument, an entry, a parameter. */
  readonly kind: "statement" | "element";
}

function placeOf({ before, text, after, extent }: Insertion, syntax: LanguageSyntax): Omit<Place, "isCut"> {
  const lines = codeLinesOf(before, syntax, OUTSIDE);
  const isElement = beginsElement(lines, syntax);
  const first = lines[isElement ? lines.length - 1 : statementLine(lines, lines.length - 1, syntax)] as CodeLine;
  const lineFeed = after.indexOf("\n");
  const lineSuffix = lineFeed < 0 ? after : after.slice(0, lineFeed);
  return {
    syntax,
    text,
    written: before + text + (lineSuffix.trim() === "" ? "\n" : ""),
    above: before.slice(0, (lines.at(-1) as CodeLine).start),
    outside: before.slice(0, first.start),
    statement: before.slice(first.start) + text + lineSuffix,
    rest: lineFeed < 0 ? "\n" : after.slice(lineFeed),
    cursor: (lines.at(-1) as CodeLine).after,
    extent,
    kind: isElement ? "element" : "statement",
  };
}

function isProse({ quote, comment }: LexicalState): boolean {
  return quote !== null || comment === "block";
}

/** True if the last line begins within brackets, after an opening one or a comma. */
function beginsElement(lines: readonly CodeLine[], syntax: LanguageSyntax): boolean {
  const current = lines.at(-1) as CodeLine;
  if (isProse(current.before) || !beginsInside(current, syntax)) return false;
  const previous = lines.slice(0, -1).findLast((line) => line.code.trim() !== "");
  return previous !== undefined && /[,([{]$/.test(previous.code);
}

async function check(place: Place, recipe: SyntaxRecipe, parse: Parse): Promise<SyntaxVerdict> {
  const { written, above, outside, statement, rest } = place;
  const whole = await parse(outside + statement + rest);
  if (whole.length === 0 || endsWithin(place)) return VALID;
  if (recipe.opaque?.test(statement) || closesLeftOut(place)) return unknown("broken-around");
  const broken = (await parse(written)).find(({ isUnfinished }) => isUnfinished === false);
  if (broken !== undefined) {
    const isOwn = broken.start !== null && broken.start >= above.length;
    return isOwn || isSound(await parse(above)) ? invalid("broken-statement") : unknown("broken-before");
  }
  if (!isBroken(whole)) return VALID;

  const shape = shapeOf(place);
  if (shape === "unfinished") return VALID;
  if (shape === "closes-block" || recipe.boundStatement.test(shape.code)) return unknown("broken-around");
  for (const neutral of neutralsFor(shape, place, recipe)) {
    if (!isSound(await parse(outside + neutral + rest))) continue;
    if (shape.isOpen) return invalid("broken-statement");
    return judge(
      place,
      { neutral, mustEnd: place.extent === "statement" && recipe.plainStatement.test(shape.code) },
      parse,
    );
  }
  return unknown("broken-around");
}

interface Comparison {
  readonly neutral: string;
  /** The statement is of a kind that needs nothing after it, and was said to be whole. */
  readonly mustEnd: boolean;
}

/**
 * The whole parses with `neutral` in the statement's place, and not with the statement. It is to blame unless it is a
 * header whose block is missing, or the like: then it does not parse with nothing but closing brackets after it either.
 */
async function judge(
  { outside, statement, syntax }: Place,
  { neutral, mustEnd }: Comparison,
  parse: Parse,
): Promise<SyntaxVerdict> {
  const closers = `\n${closersOf(outside, syntax)}`;
  const problemsOf = async (text: string) =>
    (await parse(text)).map(({ start, isUnfinished }) => {
      return { distance: start === null ? null : text.length - start, isUnfinished };
    });
  const ofNeutral = new Set((await problemsOf(outside + neutral + closers)).map(({ distance }) => distance));
  const ofStatement = await problemsOf(outside + statement + closers);
  const own = ofStatement.filter(({ distance }) => distance === null || !ofNeutral.has(distance));
  if (own.length === 0) return invalid("broken-after");
  const afterStatement = closers.length + statement.length - statement.trimEnd().length;
  const isInside = own.some(
    (each) => each.distance !== null && each.distance > afterStatement && each.isUnfinished === false,
  );
  return isInside || mustEnd ? invalid("broken-statement") : VALID;
}

/** Inside a string or a comment, or after a backslash, anything may follow, and parsers complain of the oddest things. */
function endsWithin({ text, written, syntax, cursor, extent }: Place): boolean {
  if (cursor.comment === "line" && !text.includes("\n")) return true;
  if (isProse(lexicalStateAfter(written, syntax))) return isProse(cursor) || extent === "open";
  return syntax.backslashContinues && written.trimEnd().endsWith("\\");
}

/** A bracket that nothing opened may close one that was left out: a namespace is seldom indented. */
function closesLeftOut({ isCut, outside, statement, syntax }: Place): boolean {
  const from = lexicalStateAfter(outside, syntax);
  return isCut && scan(statement, syntax, { ...from, brackets: `{${from.brackets}` }).lowestDepth === 0;
}

function isBroken(problems: readonly SyntaxProblem[]): boolean {
  return problems.some((each) => each.isUnfinished === false);
}

/** Who blames a completion for a fault must be sure that there is none without it. */
function isSound(problems: readonly SyntaxProblem[]): boolean {
  return problems.every((each) => each.isUnfinished === true);
}

/** What a neutral statement must have in common with the statement whose place it takes. */
interface Shape {
  readonly indentation: string;
  /** From its first character of code on. */
  readonly code: string;
  readonly last: string;
  /** It leaves a bracket or a string open that it opened. */
  readonly isOpen: boolean;
}

function shapeOf({ outside, statement, syntax, extent }: Place): Shape | "unfinished" | "closes-block" {
  const from = lexicalStateAfter(outside, syntax);
  const { state, lowestDepth } = scan(`${statement}\n`, syntax, from);
  const lines = codeLinesOf(statement, syntax, from).filter((line) => line.beginsWithCode);
  const [first] = lines;
  const last = lines.at(-1)?.code.slice(-1) ?? "";
  const isOpen = isProse(state) || state.brackets.length > from.brackets.length;
  // A header ends with its brace.
  if (isOpen && (extent === "open" || last === "{")) return "unfinished";
  if (first === undefined || lowestDepth < from.brackets.length) return "closes-block";
  // A completion that leaves its own block is more than a statement.
  if (syntax.indentationBlocks && lines.some((line) => line.before.brackets === "" && line.columns < first.columns))
    return "closes-block";
  const line = statement.slice(first.start, first.end);
  return { indentation: indentationOf(line), code: statement.slice(first.start).trimStart(), last, isOpen };
}

function neutralsFor(
  { indentation, code, last, isOpen }: Shape,
  { kind, extent }: Place,
  recipe: SyntaxRecipe,
): readonly string[] {
  // What stands last within an open bracket ends nothing.
  const end = !isOpen && (last === ";" || last === ",") ? last : "";
  const plain = kind === "element" ? (recipe.elementsFor?.(code) ?? recipe.neutrals) : recipe.neutrals;
  const bare = last === "}" ? [...recipe.neutralBlocks, ...plain] : plain;
  // What misses its end may be anything's: with each end that there is.
  const isCut = extent === "statement" && end === "" && (isOpen || recipe.plainStatement.test(code));
  const ends = isCut && kind === "statement" ? ["", ";"] : [end];
  return ends.flatMap((each) => bare.map((text) => `${indentation}${text}${each}`));
}

function closersOf(text: string, syntax: LanguageSyntax): string {
  return [...lexicalStateAfter(text, syntax).brackets]
    .reverse()
    .map((each) => CLOSING_OF[each])
    .join("");
}
