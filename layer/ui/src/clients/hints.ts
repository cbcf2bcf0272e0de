// Hints on tools that other clients refuse or mistreat, with the documents that say so.

import { type PlainObject, memberAt, objectOf } from "../json/plain";
import * as sources from "./sources";
import { subschemas } from "./subschemas";

export interface ClientHint {
  readonly text: string;
  /** The keywords or arguments that the hint is about. */
  readonly names: readonly string[];
  readonly source: sources.Source;
}

// The parts of a tool that clients have rules for.
interface Parts {
  readonly name: string;
  readonly description: string;
  readonly root: PlainObject;
  readonly properties: PlainObject;
  // The input schema and those within it.
  readonly schemas: readonly PlainObject[];
}

interface Rule extends Omit<ClientHint, "names"> {
  // Returns whether a tool breaks the rule, or the names of what breaks it.
  readonly broken: (tool: Parts) => boolean | readonly string[];
}

const LONGEST_DESCRIPTION = 1024;
const UNIONS = ["anyOf", "oneOf", "allOf"];
const NOT_STRICT = ["allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"];

const RULES: readonly Rule[] = [
  {
    text: "OpenAI refuses the name unless the client changes it: at most 64 letters, digits, “_” and “-”.",
    source: sources.OPENAI_FUNCTIONS,
    broken: ({ name }) => !/^[\w-]{1,64}$/.test(name),
  },
  {
    text: "Claude refuses the name unless the client changes it: at most 128 letters, digits, “_” and “-”.",
    source: sources.CLAUDE_TOOLS,
    broken: ({ name }) => !/^[\w-]{1,128}$/.test(name),
  },
  {
    text: "MCP advises names of at most 128 letters, digits, “_”, “-” and “.”.",
    source: sources.MCP_NAMES,
    broken: ({ name }) => !/^[\w.-]{1,128}$/.test(name),
  },
  {
    text: "Without a description, a model has to guess the purpose, and Claude's Managed Agents refuse the tool.",
    source: sources.CLAUDE_AGENTS,
    broken: ({ description }) => description.trim() === "",
  },
  {
    text: "Azure OpenAI accepts descriptions of at most 1,024 characters.",
    source: sources.AZURE_FUNCTIONS,
    broken: ({ description }) => isLonger(description, LONGEST_DESCRIPTION),
  },
  {
    text: "Arguments without a description, whose meaning a model has to guess:",
    source: sources.CLAUDE_TOOLS,
    broken: ({ properties }) => keysOf(properties, (_, schema) => !isDescribed(schema)),
  },
  {
    text: "Claude's Managed Agents refuse these names of arguments: at most 64 letters, digits, “_”, “.” and “-”.",
    source: sources.CLAUDE_AGENTS,
    broken: ({ properties }) => keysOf(properties, (name) => !/^[\w.-]{1,64}$/.test(name)),
  },
  {
    text: "OpenAI's strict mode refuses an input schema whose type is not “object”.",
    source: sources.OPENAI_SCHEMAS,
    broken: ({ root }) => root["type"] !== "object",
  },
  {
    text: "Claude refuses these keywords at the root of the input schema:",
    source: sources.CLAUDE_CODE,
    broken: ({ root }) => UNIONS.filter((keyword) => root[keyword] !== undefined),
  },
  {
    text: "OpenAI's strict mode refuses “anyOf” at the root of the input schema.",
    source: sources.OPENAI_SCHEMAS,
    broken: ({ root }) => root["anyOf"] !== undefined,
  },
  {
    text: "OpenAI's strict mode refuses these keywords:",
    source: sources.OPENAI_SCHEMAS,
    broken: ({ schemas }) => NOT_STRICT.filter((keyword) => schemas.some((schema) => schema[keyword] !== undefined)),
  },
  {
    text: "OpenAI's strict mode refuses objects with keys of any name (“additionalProperties”).",
    source: sources.OPENAI_SCHEMAS,
    broken: ({ schemas }) => schemas.some(({ additionalProperties = false }) => additionalProperties !== false),
  },
  {
    text: "Claude's Managed Agents refuse references (“$ref”).",
    source: sources.CLAUDE_AGENTS,
    broken: ({ schemas }) => schemas.some(({ $ref }) => $ref !== undefined),
  },
  {
    text: "VS Code refuses lists without “items”.",
    source: sources.VS_CODE,
    broken: ({ schemas }) => schemas.some(({ type, items }) => type === "array" && items === undefined),
  },
];

export function clientHints({ name, description, inputSchema }: PlainObject): ClientHint[] {
  const parts: Parts = {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : "",
    root: objectOf(inputSchema),
    properties: objectOf(memberAt(inputSchema, "properties")),
    schemas: subschemas(inputSchema),
  };
  return RULES.flatMap(({ text, source, broken }) => {
    const found = broken(parts);
    const names = typeof found === "boolean" ? [] : found;
    return found === true || names.length > 0 ? [{ text, names, source }] : [];
  });
}

function keysOf(object: PlainObject, matches: (key: string, value: unknown) => boolean): string[] {
  return Object.keys(object).filter((key) => matches(key, object[key]));
}

// A reference may lead to a description.
function isDescribed(schema: unknown): boolean {
  const description = memberAt(schema, "description");
  return (typeof description === "string" && description.trim() !== "") || memberAt(schema, "$ref") !== undefined;
}

// Returns whether a text has more characters, of which emoji are one each.
function isLonger(text: string, limit: number): boolean {
  return text.length > 2 * limit || Array.from(text).length > limit;
}
