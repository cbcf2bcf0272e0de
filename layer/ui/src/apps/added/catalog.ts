// The UIs that the server adds to tools, with their stories, as the endpoint `uis` describes them. What is malformed is left out.

import { type PlainObject, asText, isObject, memberAt, objectOf } from "../../json/plain";
import { counted } from "../../text/units";

export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
}

export interface Story {
  readonly name: string;
  readonly data: unknown;
  readonly arguments: PlainObject;
  readonly problems: readonly SchemaProblem[];
}

export interface CatalogUi {
  readonly name: string;
  readonly title: string;
  readonly tools: readonly string[];
  readonly uri: string;
  readonly bytes: number;
  readonly hasSchema: boolean;
  readonly stories: readonly Story[];
  readonly outcomes: PlainObject;
  /** The reason why an external UI cannot be reached. */
  readonly ailment: string | undefined;
}

export function readCatalog(value: unknown): CatalogUi[] {
  return objectsOf(memberAt(value, "uis")).flatMap((ui) => {
    const { name, uri, title, tools, bytes, schema, stories, outcomes, health } = ui;
    if (typeof name !== "string" || typeof uri !== "string") return [];
    return {
      name,
      uri,
      title: typeof title === "string" ? title : name,
      tools: listOf(tools).filter((tool) => typeof tool === "string"),
      bytes: Number(bytes) || 0,
      hasSchema: schema !== undefined,
      stories: objectsOf(stories).map(storyOf),
      outcomes: objectOf(outcomes),
      ailment: memberAt(health, "ok") === false ? asText(memberAt(health, "message") ?? "unknown") : undefined,
    };
  });
}

function storyOf({ name, data, arguments: given, errors, valid }: PlainObject): Story {
  const problems = objectsOf(errors).map(({ path, message }) => ({
    path: asText(path ?? ""),
    message: asText(message ?? ""),
  }));
  const isUnexplained = valid === false && problems.length === 0;
  const unexplained = { path: "", message: "The data do not match the schema." };
  return {
    name: asText(name ?? ""),
    data,
    arguments: objectOf(given),
    problems: isUnexplained ? [unexplained] : problems,
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectsOf(value: unknown): PlainObject[] {
  return listOf(value).filter(isObject);
}

/** The first problem, with its path, and the number of others. */
export function problemsText([first, ...others]: readonly SchemaProblem[]): string {
  if (!first) return "";
  const more = others.length > 0 ? `, and ${counted(others.length, "other problem")}` : "";
  return `${[first.path, first.message].filter(Boolean).join(": ")}${more}`;
}

/** Counts the results that were shown with a UI, and says why the last of the others was not, in the server's words. */
export function outcomeText({ linked, embedded, skipped, last }: PlainObject): string {
  const shown = (Number(linked) || 0) + (Number(embedded) || 0);
  const left = Number(skipped) || 0;
  if (left === 0) return shown === 0 ? "no results yet" : counted(shown, "result");
  const message = memberAt(last, "message");
  const why = message === undefined ? "" : ` (${asText(message)})`;
  return `${counted(shown, "result")}, ${left} without this UI${why}`;
}
