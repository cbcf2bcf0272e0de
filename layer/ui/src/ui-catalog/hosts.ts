// The hosts that a story can be tried in: what each of them sends to the UI.

import { type PlainObject, isObject } from "../json/plain";
import { type AppInput, TOOL_CANCELLED, TOOL_INPUT, TOOL_RESULT } from "../apps/model/hosted-app";
import type { Story } from "../apps/added/catalog";

export const HOSTS = [
  ["apps", "MCP Apps"],
  ["older", "MCP-UI (legacy)"],
  ["none", "Without data"],
  ["error", "Error"],
  ["late", "Data after 5 s"],
  ["cancelled", "Cancelled"],
  ["partial", "Partial input"],
] as const;

export type HostName = (typeof HOSTS)[number][0];

export interface Feed {
  /** Sent at once. */
  readonly inputs: readonly AppInput[];
  /** Sent after five seconds. */
  readonly late?: AppInput;
  /** Sent in the older dialect. */
  readonly renderData?: PlainObject;
}

export function feedOf(host: HostName, story: Story): Feed {
  const { data, arguments: given } = story;
  const input = { method: TOOL_INPUT, params: { arguments: given } };
  const resultOf = (rest: PlainObject) => ({ method: TOOL_RESULT, params: { content: [], ...rest } });
  const result = resultOf({ structuredContent: data });
  switch (host) {
    case "apps":
      return { inputs: [input, result] };
    case "older":
      return { inputs: [], renderData: isObject(data) ? data : {} };
    case "none":
      return { inputs: [input, resultOf({})] };
    case "error":
      return { inputs: [input, resultOf({ content: [{ type: "text", text: "The tool failed." }], isError: true })] };
    case "late":
      return { inputs: [input], late: result };
    case "cancelled":
      return { inputs: [input, { method: TOOL_CANCELLED, params: { reason: "Cancelled in the preview." } }] };
    case "partial": {
      const members = Object.entries(given);
      const first = Object.fromEntries(members.slice(0, Math.ceil(members.length / 2)));
      return { inputs: [{ method: "ui/notifications/tool-input-partial", params: { arguments: first } }] };
    }
  }
}
