// The sequence of a sign-in as text for an issue, and as a HAR file for other tools.

import { PHASES, type SignInEvent } from "./events";

export function asMarkdown(events: readonly SignInEvent[]): string {
  const steps = events.map((event, index) => {
    const { title, rule } = PHASES[event.phase];
    const lines = [
      `${index + 1}. **${title}**${event.url && ` ${inline(requestLine(event))}`}: ${inline(outcome(event))}`,
    ];
    lines.push(`   ${rule}`);
    for (const { severity, message, advice } of event.findings)
      lines.push(`   - ${severity}: ${inline(message)} ${advice}`);
    for (const [name, value] of [
      ["Sent", event.sent],
      ["Received", event.received],
    ] as const) {
      if (value !== undefined) lines.push(`   - ${name}:`, "", fenced(JSON.stringify(value, null, 2)), "");
    }
    return lines.join("\n");
  });
  return ["## Sign-in", "", "Secrets are left out.", "", ...steps, ""].join("\n");
}

// A text of a server within a line: as code, so that it is no Markdown.
function inline(text: string): string {
  return `\`${text.replaceAll(/[`\s]+/g, " ").trim()}\``;
}

// A fence that the text does not contain.
function fenced(json: string): string {
  const longest = Math.max(2, ...(json.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${json}\n${fence}`.replaceAll(/^/gm, "     ");
}

export function requestLine({ method, url }: SignInEvent): string {
  return `${method || "Visit"} ${url}`;
}

export function outcome(event: SignInEvent): string {
  if (event.error !== undefined) return event.error;
  if (event.status !== undefined) return String(event.status);
  if (event.method) return "not sent yet";
  return event.received === undefined ? "waiting" : "came back";
}

/** HAR 1.2. A visit is no request of this program, and is left out. */
export function asHar(events: readonly SignInEvent[]): string {
  const entries = events
    .filter(({ method, status }) => method !== "" && status !== undefined)
    .map(({ phase, at, method, url, status, sent, received }) => ({
      startedDateTime: new Date(at * 1000).toISOString(),
      time: 0,
      comment: PHASES[phase].title,
      request: {
        method,
        url,
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: [],
        queryString: [],
        headersSize: -1,
        bodySize: -1,
        ...(sent !== undefined && { postData: { mimeType: "application/json", text: JSON.stringify(sent) } }),
      },
      response: {
        status,
        statusText: "",
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: [],
        content: {
          size: -1,
          mimeType: "application/json",
          text: received === undefined ? "" : JSON.stringify(received),
        },
        redirectURL: "",
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
    }));
  return JSON.stringify({ log: { version: "1.2", creator: { name: "MCP UI", version: "1" }, entries } }, null, 2);
}
