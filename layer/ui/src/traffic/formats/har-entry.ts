// The parts of an entry of HAR.

import { isObject, memberAt } from "../../json/plain";
import type { Body } from "./bodies";

export function requestBody(entry: unknown): Body {
  return bodyFrom(memberAt(memberAt(entry, "request"), "postData"));
}

export function responseBody(entry: unknown): Body {
  return bodyFrom(memberAt(memberAt(entry, "response"), "content"));
}

function bodyFrom(part: unknown): Body {
  const [mimeType, text] = isObject(part) ? [part["mimeType"], part["text"]] : [];
  return { mimeType: typeof mimeType === "string" ? mimeType : "", text: typeof text === "string" ? text : "" };
}

/** The headers of a request or response, by name in lower case. */
export function headersOf(part: unknown): Map<string, string> {
  const headers = memberAt(part, "headers");
  const pairs = (Array.isArray(headers) ? headers : []).flatMap((header) => {
    const [name, value] = [memberAt(header, "name"), memberAt(header, "value")];
    return typeof name === "string" && typeof value === "string" ? [[name.toLowerCase(), value] as const] : [];
  });
  return new Map(pairs);
}
