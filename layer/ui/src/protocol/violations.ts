import { type MaybeNode, isTrue, itemsOf, rawOf, textAt, valueOf } from "../json/node";

/** A part of a value that does not fit a schema. */
export interface Violation {
  readonly path: string;
  readonly message: string;
  readonly keyword: string | undefined;
  /** The name of the property that is missing at the path. */
  readonly missing?: string | undefined;
}

/**
 * Reads a verdict of the server. Returns an empty list if the value is valid, and undefined if the text is no verdict.
 */
export function violationsOf(verdict: MaybeNode): Violation[] | undefined {
  if (isTrue(valueOf(verdict, "valid"))) return [];
  const errors = itemsOf(valueOf(verdict, "errors"));
  if (errors.length === 0) return undefined;
  return errors.map((entry) => ({
    path: textAt(entry, "path") ?? "",
    message: textAt(entry, "message") ?? rawOf(entry),
    keyword: textAt(entry, "keyword"),
    missing: textAt(entry, "missing"),
  }));
}

/** A schema that does not compile, or a limit of the server, is not a problem of the value. */
export function isProblem({ keyword }: Violation): boolean {
  return keyword !== "schema" && keyword !== "limit";
}
