// Requests to the explorer. Failures are thrown as errors whose messages can be shown to the user unchanged.

import { accessHeaders, forgetCredentials, hasEnteredAccess, hostHeaders, signedIn } from "../access/credentials";
import { lost } from "../access/contact";
import { isWithoutTokens, mayUseToken } from "../access/start-token";
import { textAt } from "../json/node";
import { tryReadJson } from "../json/read";
import { ROOT_PATH } from "../settings";
import { printableText } from "../text/printable";
import { bodyText } from "./body-text";

/**
 * With "reload", the explorer also requests the list of tools from the MCP server again, instead of using the one that
 * it keeps.
 */
export type CacheMode = "no-cache" | "reload";

/** The mode of the first requests: whoever reloads the document wants the present tools. */
export function firstCacheMode(): CacheMode {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload" ? "reload" : "no-cache";
}

export interface RequestOptions {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cache?: CacheMode;
  readonly signal?: AbortSignal | undefined;
}

/** A response with an error status. */
export class HttpError extends Error {
  /** `retryAfter` is in seconds. */
  constructor(
    message: string,
    readonly status: number,
    readonly retryAfter?: number,
    readonly challenge?: string,
  ) {
    super(message);
  }
}

/** The failure of a request without a whole response. */
export class UnreachableError extends Error {}

const OTHER_PROGRAM =
  "Another program listens at this address, or mcp-ui was started again. Open the latest URL that it has printed.";

const NO_TOKENS =
  "The page's token is missing or from an earlier start. Open the latest URL that mcp-ui has printed in the terminal: each works once.";

/** Sends a request to the explorer. `path` is relative to the page, such as "/tools". */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  // Nothing could prove that the program at this address is the one that has made the page.
  if (isWithoutTokens()) throw new HttpError(NO_TOKENS, 403);
  const needsAccess = isOfExplorer(path);
  if (needsAccess) await signedIn.peek()?.renew();
  const headers = needsAccess ? accessHeaders() : hostHeaders();
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (options.body !== undefined && !headers.has("content-type")) headers.set("Content-Type", "application/json");
  try {
    if (!(await mayUseToken())) throw new UnreachableError(OTHER_PROGRAM);
    const response = await fetch(path, { cache: "no-cache", ...options, signal: options.signal ?? null, headers });
    if (refusesCredentials(response)) forgetCredentials();
    return response;
  } catch (problem) {
    if (problem instanceof Error && problem.name === "AbortError") throw problem;
    lost();
    if (problem instanceof UnreachableError) throw problem;
    // Browsers do not tell scripts the cause.
    const question = navigator.onLine ? "Is the server running?" : "This device is offline.";
    throw new UnreachableError(`Can't reach ${location.host}. ${question}`, { cause: problem });
  }
}

// A sign-in is not done with the credentials that it replaces.
function isOfExplorer(path: string): boolean {
  return path.startsWith(`${ROOT_PATH}/`) && !path.startsWith(`${ROOT_PATH}/authorization`);
}

/** The challenge with which the MCP server asks for a token (RFC 9110, section 11.6.1). */
export function challengeOf(headers: Headers): string | undefined {
  return headers.get("www-authenticate") ?? undefined;
}

function refusesCredentials({ headers }: Response): boolean {
  return headers.get("mcp-ui-access") === "expired";
}

// Why the server could not open credentials that the page had. Only one of several requests gets this answer: the page sends the next ones
// without credentials, and they are just asked for some.
let lostCredentials = "";

export function refusal(response: Response, text: string): HttpError {
  const { status, headers } = response;
  const reason = textAt(text.length < 1e6 ? tryReadJson(text) : undefined, "error");
  const message = printableText(reason ?? `The server answered ${status}.`, 4000);
  if (refusesCredentials(response)) lostCredentials = message;
  else if (hasEnteredAccess() || signedIn.peek()) lostCredentials = "";
  const shown = (status === 401 && lostCredentials) || message;
  return new HttpError(shown, status, secondsUntil(headers.get("retry-after"), Date.now()), challengeOf(headers));
}

/** Reads a `Retry-After` header, which has seconds or a date (RFC 9110, section 10.2.3). */
export function secondsUntil(value: string | null, now: number): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

export async function fetchText(path: string, options?: RequestOptions): Promise<string> {
  return (await readResponse(path, options)).text;
}

export async function readResponse(
  path: string,
  options?: RequestOptions,
): Promise<{ text: string; headers: Headers }> {
  const response = await send(path, options);
  const text = await bodyText(response).catch((problem: unknown) => {
    if (options?.signal?.aborted) throw problem;
    throw new UnreachableError(`The response of ${location.host} was interrupted.`, { cause: problem });
  });
  if (!response.ok) throw refusal(response, text);
  return { text, headers: response.headers };
}
