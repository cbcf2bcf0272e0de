// Requests to the explorer. Failures are thrown as errors whose messages can be shown to the user unchanged.

import { accessHeaders } from "../access/credentials";
import { textAt } from "../json/node";
import { tryReadJson } from "../json/read";
import { nextTask } from "../scheduling/slices";
import { messageOf } from "../text/error";
import { clipped } from "../text/printable";

// With "reload", the explorer also requests the list of tools from the MCP server again, even if that server allows the
// explorer to cache the list.
export type CacheMode = "no-cache" | "reload";

export interface RequestOptions {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cache?: CacheMode;
  readonly signal?: AbortSignal | undefined;
}

// A response with an error status.
export class HttpError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export function isUnauthorized(problem: unknown): boolean {
  return problem instanceof HttpError && problem.status === 401;
}

// Sends a request to the explorer. `path` is relative to the page, such as "/tools".
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const headers = accessHeaders();
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (options.body !== undefined && !headers.has("content-type")) headers.set("Content-Type", "application/json");
  try {
    return await fetch(path, { cache: "no-cache", ...options, signal: options.signal ?? null, headers });
  } catch (problem) {
    if (problem instanceof Error && problem.name === "AbortError") throw problem;
    throw new Error(`The server cannot be reached: ${messageOf(problem)}.`, { cause: problem });
  }
}

export function refusal({ status }: Response, text: string): HttpError {
  const reason = textAt(text.length < 1e6 ? tryReadJson(text) : undefined, "error");
  return new HttpError(clipped(reason ?? `The server answered with status ${status}.`, 4000), status);
}

export async function fetchText(path: string, options?: RequestOptions): Promise<string> {
  return (await readResponse(path, options)).text;
}

export async function readResponse(
  path: string,
  options?: RequestOptions,
): Promise<{ text: string; headers: Headers }> {
  const response = await send(path, options);
  const text = await bodyText(response);
  if (!response.ok) throw refusal(response, text);
  return { text, headers: response.headers };
}

// Reads a body in chunks, so that a large one does not block the page and its progress can be shown.
export async function bodyText(response: Response, onProgress?: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    parts.push(decoder.decode(chunk.value, { stream: true }));
    bytes += chunk.value.length;
    onProgress?.(bytes);
    if (parts.length % 16 === 0) await nextTask();
  }
  await nextTask();
  return parts.join("") + decoder.decode();
}
