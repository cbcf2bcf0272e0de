// Filters of traffic: `method:tools/call tool:show_* -status:error larger:10k "text"`. All terms have to match; `-` negates one,
// and a comma separates values of which one has to.

import type { Note, Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { CONDITIONS, type Test, containsText } from "./conditions";
import { type FilterContext, type Subject, operationSubject, recordSubject } from "./subject";

interface FilterProblem {
  readonly text: string;
  // The offsets of the term in the text of the filter.
  readonly start: number;
  readonly end: number;
}

export interface Filter {
  /** Terms with problems are left out. */
  readonly tests: readonly Test[];
  readonly problems: readonly FilterProblem[];
}

const TERM = /(?<minus>-?)(?:(?<key>[a-z]+):)?(?<value>(?:"(?:[^"\\]|\\.)*"?|[^\s"])*)/iy;
// Maximum number of characters in a filter. The rest is not applied, which a problem says.
const LONGEST_FILTER = 2000;

export function parsedFilter(text: string): Filter {
  const tests: Test[] = [];
  const problems: FilterProblem[] = [];
  const source = text.slice(0, LONGEST_FILTER);
  if (source !== text) {
    problems.push({
      text: `A filter has at most ${LONGEST_FILTER} characters.`,
      start: LONGEST_FILTER,
      end: text.length,
    });
  }
  for (let at = skipSpace(source, 0); at < source.length; at = skipSpace(source, at)) {
    const start = at;
    TERM.lastIndex = at;
    const { minus, key, value = "" } = TERM.exec(source)?.groups ?? {};
    at = Math.max(TERM.lastIndex, at + 1);
    try {
      const test = termTest(key, value);
      tests.push(minus ? (subject, context) => !test(subject, context) : test);
    } catch (problem) {
      problems.push({ text: (problem as Error).message, start, end: at });
    }
  }
  return { tests, problems };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

function termTest(key: string | undefined, value: string): Test {
  if (!/^(?:[^"]|"(?:[^"\\]|\\.)*")*$/.test(value)) throw new Error("A quotation mark is not closed.");
  if (key === undefined) {
    const text = unquoted(value);
    if (text === "") throw new Error("A text to search for is missing.");
    return containsText(text);
  }
  const condition = CONDITIONS.get(key.toLowerCase());
  if (!condition) {
    const known = [...CONDITIONS.keys()].map((word) => `${word}:`).join(" ");
    throw new Error(`There is no filter "${key}:", only ${known}. Put a text with a colon in quotation marks.`);
  }
  const values = alternatives(value);
  if (values.includes("")) throw new Error(`A value after "${key}:" is missing.`);
  const tests = values.map(condition);
  return (subject, context) => tests.some((test) => test(subject, context));
}

// The values that commas outside of quotation marks separate.
function alternatives(value: string): string[] {
  const parts = value.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+|(?<=,|^)(?=,|$)/g) ?? [];
  return parts.length > 0 ? parts.map(unquoted) : [""];
}

function unquoted(value: string): string {
  return value.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => inner.replace(/\\(.)/g, "$1"));
}

export function matchesOperation(filter: Filter, operation: Operation, context: FilterContext): boolean {
  return matches(filter, operationSubject(operation), context);
}

export function matchesRecord(
  filter: Filter,
  record: TrafficRecord,
  operation: Operation | undefined,
  notes: readonly Note[],
  context: FilterContext,
): boolean {
  return matches(filter, recordSubject(record, operation, notes), context);
}

function matches({ tests }: Filter, subject: Subject, context: FilterContext): boolean {
  return tests.every((test) => test(subject, context));
}
