/**
 * The syntax gate for live editing, where the file is often broken elsewhere: does the completion break what does not
 * break without it? SynConfRoute's gate (4.1, Algorithm 1) parses whole programs; this form is ours.
 *
 * What was written counts as broken only if something that takes its place is not:
 * 1. The text up to the completion's end must be the beginning of some text that parses. If it is none, but the text up
 *    to where the statement begins is, then the statement is broken.
 * 2. A statement that leaves brackets, strings or its own end open is unfinished: what follows may be anything.
 * 3. Else the whole must parse if it does with a neutral statement of the same indentation, the same brackets and the
 *    same last character in its place.
 * Whatever else, the answer is `valid` or `unknown`: the right text must never be rejected, also where lines around it
 * are missing or not written yet.
 */
import { type LanguageSyntax, syntaxOf } from "../cursor/language-syntax.js";
import { CLOSING_OF, lexicalStateAfter, OUTSIDE, scan } from "../cursor/lexical-state.js";
import { indentationOf } from "../cursor/line-bounds.js";
import type { SyntaxParser } from "../engine.js";
import { type CodeLine, codeLinesOf, statementLine } from "./code-lines.js";
import { enclosingBlock } from "./enclosing-block.js";
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
  const block = enclosingBlock(insertion, insertion.text, languageId, recipe);
  if (block === null) return unknown("too-large");
  const parse = async (text: string): Promise<readonly SyntaxProblem[]> => {
    signal.throwIfAborted();
    const problems = await parser.parse(text, languageId, signal);
    if (problems === null) throw NO_PARSER;
    return problems;
  };
  try {
    return await check(placeOf({ ...insertion, ...block }, syntaxOf(languageId)), recipe, parse);
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
  /** Up to the completion's end, and the line break after it if nothing stands there. */
  readonly written: string;
  /** Up to the first line of the statement. */
  readonly outside: string;
  /** From there to the end of the completion's last line. */
  readonly statement: string;
  /** From there on. */
  readonly rest: string;
}

function placeOf({ before, text, after }: Insertion, syntax: LanguageSyntax): Place {
  const lines = codeLinesOf(before, syntax, OUTSIDE);
  const first = lines[statementLine(lines, lines.length - 1, syntax)] as CodeLine;
  const lineFeed = after.indexOf("\n");
  const lineSuffix = lineFeed < 0 ? after : after.slice(0, lineFeed);
  return {
    syntax,
    written: before + text + (lineSuffix.trim() === "" ? "\n" : ""),
    outside: before.slice(0, first.start),
    statement: before.slice(first.start) + text + lineSuffix,
    rest: lineFeed < 0 ? "\n" : after.slice(lineFeed),
  };
}

async function check(place: Place, recipe: SyntaxRecipe, parse: Parse): Promise<SyntaxVerdict> {
  const { written, outside, statement, rest } = place;
  const whole = await parse(outside + statement + rest);
  if (whole.length === 0 || endsWithin(place)) return VALID;
  if (isBroken(await parse(written)))
    return isBroken(await parse(outside)) ? unknown("broken-before") : invalid("broken-statement");
  if (!isBroken(whole)) return VALID;

  const shape = shapeOf(place);
  if (shape === "unfinished") return VALID;
  if (shape === "closes-block" || recipe.boundStatement.test(shape.code)) return unknown("broken-around");
  for (const neutral of neutralsFor(shape, recipe)) {
    if (!isBroken(await parse(outside + neutral + rest))) return judge(place, neutral, parse);
  }
  return unknown("broken-around");
}

/**
 * The whole parses with `neutral` in the statement's place, and not with the statement. It is to blame unless it is a
 * header whose block is missing, or the like: then it does not parse with nothing but closing brackets after it either.
 */
async function judge({ outside, statement, syntax }: Place, neutral: string, parse: Parse): Promise<SyntaxVerdict> {
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
  const isInside = own.some((each) => each.distance !== null && each.distance > afterStatement && !each.isUnfinished);
  return isInside ? invalid("broken-statement") : VALID;
}

/** Inside a string or a comment, or after a backslash, anything may follow, and parsers complain of the oddest things. */
function endsWithin({ written, syntax }: Place): boolean {
  const { quote, comment } = lexicalStateAfter(written, syntax);
  return quote !== null || comment === "block" || (syntax.backslashContinues && written.trimEnd().endsWith("\\"));
}

function isBroken(problems: readonly SyntaxProblem[]): boolean {
  return problems.some((each) => !each.isUnfinished);
}

/** What a neutral statement must have in common with the statement whose place it takes. */
interface Shape {
  readonly indentation: string;
  /** From its first character of code on. */
  readonly code: string;
  readonly last: string;
}

function shapeOf({ outside, statement, syntax }: Place): Shape | "unfinished" | "closes-block" {
  const from = lexicalStateAfter(outside, syntax);
  const { state, lowestDepth } = scan(`${statement}\n`, syntax, from);
  if (state.quote !== null || state.comment === "block" || state.brackets.length > from.brackets.length)
    return "unfinished";
  if (lowestDepth < from.brackets.length || state.brackets.length < from.brackets.length) return "closes-block";
  const lines = codeLinesOf(statement, syntax, from).filter((line) => line.beginsWithCode);
  const [first] = lines;
  if (first === undefined) return "closes-block";
  // A completion that leaves its own block is more than a statement.
  if (syntax.indentationBlocks && lines.some((line) => line.before.brackets === "" && line.columns < first.columns))
    return "closes-block";
  const { code } = lines.at(-1) as CodeLine;
  const line = statement.slice(first.start, first.end);
  return { indentation: indentationOf(line), code: statement.slice(first.start).trimStart(), last: code.slice(-1) };
}

function neutralsFor({ indentation, last }: Shape, recipe: SyntaxRecipe): readonly string[] {
  const end = last === ";" || last === "," ? last : "";
  const bare = last === "}" ? [...recipe.neutralBlocks, ...recipe.neutrals] : recipe.neutrals;
  return bare.map((each) => `${indentation}${each}${end}`);
}

function closersOf(text: string, syntax: LanguageSyntax): string {
  return [...lexicalStateAfter(text, syntax).brackets]
    .reverse()
    .map((each) => CLOSING_OF[each])
    .join("");
}
