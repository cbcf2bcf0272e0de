// The differences between two definitions of a tool.

import RULES from "../../../src/definitions/rules.json";
import { isObject, memberAt } from "../json/plain";
import type { Tool } from "../protocol/tools";
import { type Difference, isSameJson, shownValue } from "./difference";
import { schemaDifferences } from "./schema-differences";

// The members of a tool in the explorer's list.
const SUMMARY = ["title", "description", "icons", "_meta"];
const COMPARED_APART = new Set(["name", "annotations", "inputSchema", "outputSchema"]);

/** Returns whether a definition has its schemas. One from the explorer's list does not. */
export function isComplete(tool: Tool): boolean {
  return Object.hasOwn(tool, "inputSchema");
}

/**
 * Returns a definition with the schemas of a later one. The members of the list stay, so that their changes are not
 * lost.
 */
export function withSchemas(before: Tool, complete: Tool): Tool {
  const listed = [...SUMMARY, "annotations"].map((key) => [key, before[key]] as const);
  return { ...complete, ...Object.fromEntries(listed) };
}

/** Returns the differences in the members that both definitions are known to have or not. */
export function toolDifferences(before: Tool, after: Tool): Difference[] {
  const areComplete = isComplete(before) && isComplete(after);
  const keys = areComplete ? [...new Set([...Object.keys(before), ...Object.keys(after)])] : SUMMARY;
  return [
    ...keys.filter((key) => !COMPARED_APART.has(key)).flatMap((key) => valueDifference(key, before[key], after[key])),
    ...annotationDifferences(before["annotations"], after["annotations"]),
    ...(areComplete ? schemasDifferences(before, after) : []),
  ];
}

function schemasDifferences(before: Tool, after: Tool): Difference[] {
  return [
    ...schemaDifferences(before["inputSchema"], after["inputSchema"], "input", ["inputSchema"]),
    ...outputDifferences(before["outputSchema"], after["outputSchema"]),
  ];
}

// Empty values count as absent: the explorer adds and leaves out some.
function valueDifference(key: string, before: unknown, after: unknown): Difference[] {
  const [old, now] = [before, after].map((value) => (isEmpty(value) ? undefined : value));
  if (isSameJson(old, now)) return [];
  return [{ path: [key], what: "Changed", isBreaking: false, before: shownValue(old), after: shownValue(now) }];
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === null || (isObject(value) && Object.keys(value).length === 0);
}

function annotationDifferences(before: unknown, after: unknown): Difference[] {
  const differences = Object.entries(RULES.promises).flatMap(([value, promises]) =>
    Object.entries(promises).flatMap(([key, words]): Difference[] => {
      const [was, is] = [before, after].map((annotations) => memberAt(annotations, key) === (value === "true"));
      if (was === is) return [];
      return [{ path: ["annotations", key], what: is ? `Now ${words}` : `No longer ${words}`, isBreaking: was! }];
    }),
  );
  return differences.length > 0 ? differences : valueDifference("annotations", before, after);
}

// A tool may begin to declare its output. One that stops leaves its clients without structured content.
function outputDifferences(before: unknown, after: unknown): Difference[] {
  if (before === undefined && after !== undefined) {
    return [{ path: ["outputSchema"], what: "Added", isBreaking: false }];
  }
  if (before !== undefined && after === undefined) {
    return [{ path: ["outputSchema"], what: "Removed", isBreaking: true }];
  }
  return schemaDifferences(before, after, "output", ["outputSchema"]);
}
