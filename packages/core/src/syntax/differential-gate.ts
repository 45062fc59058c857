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
import { CLOSING_OF, lexicalStateAfter, scan } from "../cursor/lexical-state.js";
import { indentationOf } from "../cursor/line-bounds.js";
import type { SyntaxParser } from "../engine.js";
import { isContinued } from "../inference/stop-at-statement.js";
import { codeLinesOf } from "./code-lines.js";
import { ENOUGH, enclosingBlocks, type TextAround } from "./enclosing-block.js";
import type { Insertion } from "./insertion.js";
import { isProse, type Place, placeOf } from "./insertion-place.js";
import { recipeOf } from "./recipes/recipes.js";
import type { SyntaxProblem } from "./syntax-problem.js";
import type { SyntaxRecipe } from "./syntax-recipe.js";
import { invalid, type SyntaxVerdict, unknown, VALID } from "./verdict.js";

/**
 * Never rejects but for a bug. A time limit is the caller's: once `signal` is aborted, the answer is `unknown`. Mostly
 * one call of the parser, up to two dozen where something is wrong, each with a text of at most `TOO_LARGE` units and a few more.
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
  if (recipe.isElsewhere?.(insertion) === true) return unknown("nothing-to-compare");
  const parse = async (text: string): Promise<readonly SyntaxProblem[]> => {
    signal.throwIfAborted();
    const problems = await parser.parse(text, languageId, signal);
    if (problems === null) throw NO_PARSER;
    return problems;
  };
  const blockWithin = enclosingBlocks(insertion, recipe);
  const checkIn = async (block: TextAround | null): Promise<{ verdict: SyntaxVerdict; needsMore: boolean }> => {
    if (block === null) return { verdict: unknown("too-large"), needsMore: false };
    const isCut = block.before.length < insertion.before.length;
    const isCutBelow = !block.after.startsWith(insertion.after.trimEnd());
    const place = { ...placeOf({ ...insertion, ...block }, syntaxOf(languageId)), isCut, isCutBelow };
    const verdict = await check(place, recipe, parse);
    return { verdict, needsMore: needsMore(verdict, place) };
  };
  try {
    const little = blockWithin(recipe.little ?? ENOUGH);
    const first = await checkIn(little);
    const more = first.needsMore ? blockWithin(ENOUGH) : null;
    const { verdict } = more === null || areSame(more, little) ? first : await checkIn(more);
    if (verdict.kind !== "unknown" || little === null || verdict.reason === "nothing-to-compare") return verdict;
    // The less is looked at, the less of it is broken.
    const least = blockWithin(0);
    return areSame(least, more ?? little) ? verdict : (await checkIn(least)).verdict;
  } catch (thrown) {
    if (thrown === NO_PARSER) return unknown("no-parser");
    if (signal.aborted) return unknown("too-late");
    throw thrown;
  }
}

const NO_PARSER = Symbol("no parser");

/** As good as `VALID`; but what goes on below does not fit to it, if that was left out. */
const MISSES_END: SyntaxVerdict = { kind: "valid" };
/** It may close what was left out above. */
const CLOSES_LEFT_OUT: SyntaxVerdict = unknown("nothing-to-compare");

/** Where a block ends cannot be told from below a string that is open, nor much from a line at the left edge. */
function needsMore(verdict: SyntaxVerdict, { statement, written, syntax }: Place): boolean {
  if (verdict === MISSES_END || verdict === CLOSES_LEFT_OUT) return true;
  if (verdict.kind !== "unknown" || !verdict.reason.startsWith("broken")) return false;
  return /^\S/.test(statement) || isProse(lexicalStateAfter(written, syntax));
}

function areSame(one: TextAround | null, other: TextAround | null): boolean {
  return one?.before === other?.before && one?.after === other?.after;
}

type Parse = (text: string) => Promise<readonly SyntaxProblem[]>;

async function check(place: Place, recipe: SyntaxRecipe, parse: Parse): Promise<SyntaxVerdict> {
  const { written, above, outside, statement, rest } = place;
  if (endsWithin(place)) return VALID;
  const whole = await parse(outside + statement + rest);
  if (whole.length === 0) return VALID;
  if (recipe.opaque?.test(statement)) return unknown("nothing-to-compare");
  if (closesLeftOut(place)) return CLOSES_LEFT_OUT;
  const broken = (await parse(written)).find(({ isUnfinished }) => isUnfinished === false);
  if (broken !== undefined) {
    const isOwn = broken.start !== null && broken.start >= above.length;
    return isOwn || isSound(await parse(above)) ? invalid("broken-statement") : unknown("broken-before");
  }
  if (!isBroken(whole) && !leavesOwnBracketOpen(place)) return missesEnd(place, recipe) ? MISSES_END : VALID;

  const shape = shapeOf(place);
  if (shape === "unfinished") return VALID;
  if (shape === "closes-block" || recipe.boundStatement.test(shape.code) || isHeader(shape, place, recipe))
    return unknown("nothing-to-compare");
  if (areBracketsCrossed(place)) return unknown("broken-around");
  const belowNextLine = rest.trimStart().replace(/^.*/, "");
  for (const neutral of neutralsFor(shape, place, recipe)) {
    const withNeutral = outside + neutral + rest;
    const problems = await parse(withNeutral);
    const fault = faultBeforeEnd(problems, withNeutral);
    // It fits in there, and what is broken is further down: no other would mend that.
    if (fault !== null && fault < belowNextLine.length) break;
    // Within brackets that nothing closes, anything may look like the beginning of something.
    if (place.kind === "element" ? problems.length > 0 : !isSound(problems)) continue;
    if (shape.isOpen) return invalid("broken-statement");
    // What closes the blocks around the statement is not known: nothing tells a header without its block.
    if (recipe.closingWord !== undefined) return unknown("nothing-to-compare");
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

/**
 * The completion opened a bracket that it did not close, though whoever wrote it said that it is whole. That it looks
 * unfinished is because what stands below was left out.
 */
function leavesOwnBracketOpen({ text, cursor, syntax, extent, isCutBelow }: Place): boolean {
  return (
    isCutBelow &&
    extent === "statement" &&
    lexicalStateAfter(text, syntax, cursor).brackets.length > cursor.brackets.length
  );
}

/** A statement that needs nothing but its end, or stands at the left edge, and was said to be whole, but is not. */
function missesEnd({ statement, extent }: Place, { plainStatement }: SyntaxRecipe): boolean {
  return extent === "statement" && (/^\S/.test(statement) || plainStatement.test(statement.trimStart()));
}

/** A bracket that nothing opened may close one that was left out: a namespace is seldom indented. */
function closesLeftOut({ isCut, outside, statement, syntax }: Place): boolean {
  const from = lexicalStateAfter(outside, syntax);
  return isCut && scan(statement, syntax, { ...from, brackets: `{${from.brackets}` }).lowestDepth === 0;
}

/** Brackets around the statement are missing: no other statement would mend that. */
function areBracketsCrossed({ outside, rest, syntax }: Place): boolean {
  return scan(rest, syntax, lexicalStateAfter(outside, syntax)).isCrossed;
}

function isBroken(problems: readonly SyntaxProblem[]): boolean {
  return problems.some((each) => each.isUnfinished === false);
}

/** How far before the text's end the first fault is; null where there is none, or its place is unknown. */
function faultBeforeEnd(problems: readonly SyntaxProblem[], text: string): number | null {
  const start = problems.find((each) => each.isUnfinished === false)?.start ?? null;
  return start === null ? null : text.length - start;
}

/** Who blames a completion for a fault must be sure that there is none without it. */
function isSound(problems: readonly SyntaxProblem[]): boolean {
  return problems.every((each) => each.isUnfinished === true);
}

/** What a neutral statement must have in common with the statement whose place it takes. */
export interface Shape {
  readonly indentation: string;
  /** From its first character of code on. */
  readonly code: string;
  readonly last: string;
  /** It leaves a bracket or a string open that it opened. */
  readonly isOpen: boolean;
}

export function shapeOf({ outside, statement, syntax, extent }: Place): Shape | "unfinished" | "closes-block" {
  const from = lexicalStateAfter(outside, syntax);
  const { state, lowestDepth } = scan(`${statement}\n`, syntax, from);
  const lines = codeLinesOf(statement, syntax, from).filter((line) => line.beginsWithCode);
  const [first] = lines;
  const lastCode = lines.at(-1)?.code ?? "";
  const last = lastCode.slice(-1);
  const isOpen = isProse(state) || state.brackets.length > from.brackets.length;
  // A header ends with its brace. What goes on below cannot be told from what stands there.
  if (isOpen && (extent === "open" || last === "{")) return "unfinished";
  if (extent === "open" && isContinued(lastCode, syntax)) return "unfinished";
  if (first === undefined || lowestDepth < from.brackets.length) return "closes-block";
  // A completion that leaves its own block is more than a statement.
  if (syntax.indentationBlocks && lines.some((line) => line.before.brackets === "" && line.columns < first.columns))
    return "closes-block";
  const line = statement.slice(first.start, first.end);
  return { indentation: indentationOf(line), code: statement.slice(first.start).trimStart(), last, isOpen };
}

export function isHeader({ last, isOpen, code }: Shape, { kind }: Place, recipe: SyntaxRecipe): boolean {
  if (recipe.needsEnd !== true || kind === "element") return false;
  return last === ")" && !isOpen && !recipe.plainStatement.test(code);
}

export function neutralsFor(
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
