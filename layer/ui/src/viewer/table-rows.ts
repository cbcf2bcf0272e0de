import { type ArrayNode, type JsonNode, itemsOf, membersOf } from "../json/node";

// Finds the values that can be shown as a table: lists of similar objects.
const MAX_COLUMNS = 30;
const ROWS_COMPARED = 50;

// Returns the list to show as a table: the value itself, or its first member that is such a list.
export function tableRows(node: JsonNode): ArrayNode | undefined {
  return [node, ...membersOf(node).map((member) => member.value)].find(isListOfSimilarObjects);
}

// Objects are similar if the first rows share most of their keys.
function isListOfSimilarObjects(node: JsonNode): node is ArrayNode {
  const rows = itemsOf(node).slice(0, ROWS_COMPARED);
  const columns = columnsOf(node);
  const filled = rows.reduce((sum, row) => sum + membersOf(row).length, 0);
  const isTable = columns.length > 0 && columns.length <= MAX_COLUMNS;
  return rows.length > 1 && isTable && filled / (rows.length * columns.length) > 0.6;
}

// The keys of the first rows.
export function columnsOf(list: JsonNode): string[] {
  const rows = itemsOf(list).slice(0, ROWS_COMPARED);
  return [...new Set(rows.flatMap((row) => membersOf(row).map((member) => member.key)))];
}
