import type { JsonNode } from "../json/node";

/** A request of an MCP server that a person at the page answers. */
export interface Question {
  readonly method: string;
  readonly params: JsonNode | undefined;
  /** The name under which the server is shown. */
  readonly server: string;
}

/** JSON texts, sent verbatim: the result, or the error, of the response. */
export type Answer = { readonly result: string } | { readonly error: string };
