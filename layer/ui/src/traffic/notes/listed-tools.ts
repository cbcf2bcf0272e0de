// Rules on what tools promise: definitions that change, and results that do not fit them.

import { isAnyBreaking } from "../../changes/difference";
import { toolDifferences } from "../../changes/tool-differences";
import { hasType } from "../../form/has-type";
import { type JsonNode, itemsOf, memberOf, membersOf, rawOf, textAt, valueOf } from "../../json/node";
import { pointerOf } from "../../json/path";
import { objectOf, parsedJson } from "../../json/plain";
import { shapeOf } from "../../schema/shape";
import { bounded } from "../../schema/work";
import { displayName } from "../../text/printable";
import { paramsOf, resultOf } from "../message";
import { misformatted } from "./output-formats";
import { type Finding, NOTHING, type Observation, type Rule, finding, isResultOf } from "./rule";

const LIST = "tools/list";
// The notes of a rule on one message. Further ones are left out.
const MOST_FINDINGS = 20;
// The differences that a note names. Further ones are counted.
const MOST_WORDS = 3;

export const DEFINITION_CHANGED: Rule = {
  name: "definition-changed",
  check: (observation) => {
    if (!isResultOf(observation, LIST)) return NOTHING;
    const known = observation.definitions.of(observation.record.caller);
    if (!known) return NOTHING;
    const { tools, isWhole } = listedTools(observation);
    const changed = [...tools].flatMap(([name, text]) => changeOf(name, known.get(name), text));
    const removed = isWhole ? [...known.keys()].filter((name) => !tools.has(name)) : [];
    const gone = removed.flatMap((name) => finding("warning", `The tool ${displayName(name)} is no longer listed.`));
    return [...changed, ...gone].slice(0, MOST_FINDINGS);
  },
};

function changeOf(name: string, before: string | undefined, after: string): readonly Finding[] {
  if (before === undefined || before === after) return NOTHING;
  const [old, now] = [before, after].map((text) => ({ ...objectOf(parsedJson(text)), name }));
  const differences = toolDifferences(old!, now!);
  if (differences.length === 0) return NOTHING;
  const isBreaking = isAnyBreaking(differences);
  const words = differences
    .slice(0, MOST_WORDS)
    .map(({ path, what }) => `${displayName(path.join(" › "), 80)}: ${what}`);
  if (differences.length > MOST_WORDS) words.push(`and ${differences.length - MOST_WORDS} more`);
  const kind = isBreaking ? "changed in a way that breaks clients" : "changed";
  return finding(
    isBreaking ? "warning" : "info",
    `The definition of ${displayName(name)} has ${kind} since it was listed before: ${words.join("; ")}.`,
  );
}

/** Remembers the tools of a record. Called after the rules have seen it. */
export function learnTools(observation: Observation): void {
  if (!isResultOf(observation, LIST) || observation.record.raw === undefined) return;
  const { tools, isWhole } = listedTools(observation);
  observation.definitions.learn(observation.record.caller, tools, isWhole);
}

interface ListedTools {
  readonly tools: ReadonlyMap<string, string>;
  // Set if there are no other pages.
  readonly isWhole: boolean;
}

function listedTools({ record, operation }: Observation): ListedTools {
  const result = resultOf(record);
  const named = itemsOf(valueOf(result, "tools")).flatMap((tool) => {
    const name = textAt(tool, "name");
    return name === undefined ? [] : [[name, rawOf(tool)] as const];
  });
  const cursor = operation && textAt(paramsOf(operation.request), "cursor");
  return { tools: new Map(named), isWhole: cursor === undefined && valueOf(result, "nextCursor") === undefined };
}

/**
 * Checks the types and the required members of the first level only, and the formats of all texts. The explorer's
 * server has the validator.
 */
export const OUTPUT_MISFIT: Rule = {
  name: "output-misfit",
  check: (observation) => {
    const { record, operation, definitions } = observation;
    if (!isResultOf(observation, "tools/call") || operation?.state !== "done") return NOTHING;
    const schema = definitions.outputSchema(record.caller, operation.request.name ?? "");
    if (!schema) return NOTHING;
    const content = valueOf(resultOf(record), "structuredContent");
    if (!content)
      return finding("error", 'The tool declares an "outputSchema", but the result has no "structuredContent".');
    const found = bounded(
      () => {
        const wrong = misfits(schema, content);
        return wrong.length > 0 ? wrong : refusals(schema, content);
      },
      () => NOTHING,
    );
    return found.slice(0, MOST_FINDINGS);
  },
};

function misfits(schema: JsonNode, content: JsonNode): readonly Finding[] {
  const at = "/result/structuredContent";
  const shape = shapeOf([schema], schema);
  if (!hasType(shape, content)) return finding("error", misfit("", shape.types, content), at);
  if (content.type !== "object") return NOTHING;
  const missing = [...shape.required].filter((key) => !memberOf(content, key));
  return [
    ...missing.flatMap((key) =>
      finding("error", `"structuredContent" lacks the required member ${displayName(key)}.`, at),
    ),
    ...membersOf(content).flatMap(({ key, value }) => {
      const schemas = shape.properties.get(key);
      const inner = schemas && shapeOf(schemas, schema);
      const fits = !inner || hasType(inner, value);
      return fits
        ? NOTHING
        : finding("error", misfit(` › ${displayName(key)}`, inner.types, value), at + pointerOf([key]));
    }),
  ];
}

function refusals(schema: JsonNode, content: JsonNode): readonly Finding[] {
  const counts = [...misformatted(schema, content)].map(([format, count]) => `${count} × ${format}`);
  if (counts.length === 0) return NOTHING;
  return finding(
    "warning",
    `"structuredContent" fits the "outputSchema", but strict clients refuse: ${counts.join(", ")}.`,
    "/result/structuredContent",
  );
}

function misfit(place: string, types: readonly string[], { type }: JsonNode): string {
  const wanted = types.map((name) => displayName(name, 40)).join(" or ");
  return `"structuredContent"${place} is of type ${type}; the "outputSchema" wants ${wanted}.`;
}
