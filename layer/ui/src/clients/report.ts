// The report card: whether strict clients would accept all tools together.

import { jsonOf } from "../changes/difference";
import { shownHistory } from "../history/store";
import { MOST_OFFERS } from "../protocol/offers";
import { type Tool, fetchDefinitions } from "../protocol/tools";
import { isProblem } from "../protocol/violations";
import { counted } from "../text/units";
import { isVisibleTo } from "../tools/declared-app";
import { type Finding, type Severity, fetchFindings } from "./findings";
import { aboutTokens, weightOf } from "./weight";

/** A finding, and the tools that it is about. */
export interface ReportedFinding extends Finding {
  readonly tools: readonly string[];
}

export interface Report {
  /** The number of the list that was examined. */
  readonly listing: number;
  readonly tools: number;
  /** Set if there may be more tools than were examined. */
  readonly isCut: boolean;
  readonly characters: number;
  /** The worst first. */
  readonly findings: readonly ReportedFinding[];
  /** The tools with a call of this page whose result broke the output schema. */
  readonly broken: readonly string[];
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "hint"];
// The time for the examination of all tools. Then it fails.
const PATIENCE_MS = 60_000;
// The tools that are examined with one request. Further ones are sent with the next.
const MOST_TOOLS = 100;
// The definitions that are examined with one request, in characters. Further ones are sent with the next, and a larger one alone.
const MOST_CHARACTERS = 200_000;

/** Requests all definitions, and has those examined that models get. */
export async function examine(listing: number): Promise<Report> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const definitions = await fetchDefinitions(signal);
  const tools = definitions.filter((tool) => isVisibleTo(tool, "model"));
  const found = new Map<string, { finding: Finding; tools: string[] }>();
  for (const part of inParts(tools)) {
    const lists = await fetchFindings(part, signal);
    for (const [index, { name }] of part.entries()) {
      for (const finding of lists[index] ?? []) {
        const known = found.get(finding.code) ?? { finding, tools: [] };
        known.tools.push(name);
        found.set(finding.code, known);
      }
    }
  }
  const findings = [...found.values()].map(({ finding, tools }) => ({ ...finding, tools }));
  return {
    listing,
    tools: tools.length,
    isCut: definitions.length === MOST_OFFERS,
    characters: tools.reduce((sum, tool) => sum + weightOf(tool), 0),
    findings: findings.sort((one, other) => rankOf(one) - rankOf(other)),
    broken: brokenResults(),
  };
}

const rankOf = ({ severity }: Finding) => SEVERITIES.indexOf(severity);

// A tool that is too large for a request is sent alone, and the server says so.
function inParts(tools: readonly Tool[]): Tool[][] {
  const parts: Tool[][] = [];
  let characters = Infinity;
  for (const tool of tools) {
    const weight = jsonOf(tool)?.length ?? Infinity;
    if (characters + weight > MOST_CHARACTERS || parts.at(-1)!.length === MOST_TOOLS) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1)!.push(tool);
    characters += weight;
  }
  return parts;
}

function brokenResults(): string[] {
  const broken = shownHistory.peek().filter(({ mismatches = [] }) => mismatches[0] && isProblem(mismatches[0]));
  return [...new Set(broken.map(({ tool }) => tool))];
}

/** The answer in a sentence. */
/** The answer in a word, and the reason as a sentence. */
interface Verdict {
  readonly word: "Yes" | "Mostly" | "No";
  readonly reason: string;
}

export function verdictOf({ findings, broken }: Report): Verdict {
  const [errors, warnings] = ["error", "warning"].map(
    (severity) =>
      new Set(findings.filter((finding) => finding.severity === severity).flatMap(({ tools }) => tools)).size,
  );
  if (errors! > 0) return { word: "No", reason: `Some clients refuse ${counted(errors!, "tool")}.` };
  if (broken.length > 0) {
    return { word: "No", reason: `Results of ${counted(broken.length, "tool")} broke their own schema.` };
  }
  if (warnings! > 0) {
    return { word: "Mostly", reason: `${counted(warnings!, "tool")} may be refused or misused.` };
  }
  return { word: "Yes", reason: "All tools follow the rules of MCP, OpenAI and Claude." };
}

export function contextCost({ characters, tools }: Report): string {
  return `${aboutTokens(characters)} for ${counted(tools, "tool")}`;
}

/** The report as Markdown, with the name of the server. */
export function reportMarkdown(report: Report, server: string): string {
  const { word, reason } = verdictOf(report);
  const rows = report.findings.map(
    ({ severity, message, tools }) => `| ${severity} | ${cell(message)} | ${tools.map(cell).join(", ")} |`,
  );
  const lines = [
    `# Report card of ${cell(server)}`,
    "",
    `Would strict clients accept this server? ${word}. ${reason}`,
    "",
    `- Context cost: ${contextCost(report)} (${counted(report.characters, "character")})`,
    `- Results that broke their own schema: ${report.broken.map(cell).join(", ") || "none seen"}`,
    ...(rows.length > 0 ? ["", "| severity | finding | tools |", "|---|---|---|", ...rows] : []),
  ];
  return `${lines.join("\n")}\n`;
}

// A text in a cell of a table, in which nothing is markup.
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|!&~]/g, "\\$&");
}
