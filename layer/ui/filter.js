// Filters tools by words, in any order.

function wordsOf(query) {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

// The searchable text of a tool in lower case, computed once per tool rather than on each keystroke.
function haystackOf(tool) {
  return [tool.name, tool.title, tool.description].filter((part) => typeof part === "string").join("\n").toLowerCase();
}

function matchesWords(haystack, words) {
  return words.every((word) => haystack.includes(word));
}

// Escapes a text for use in a regular expression.
function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// Returns the text as nodes, with every match in a <mark>.
function marked(text, words) {
  if (words.length === 0) return [text];
  const pattern = new RegExp(words.map(literal).join("|"), "gi");
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    nodes.push(text.slice(end, match.index), element("mark", match[0]));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

// Returns one line of a description: its beginning, or the part around the first match if that is further on.
function excerpt(description, words) {
  const line = description.slice(0, 5000).replace(/\s+/g, " ").trim();
  const lower = line.toLowerCase();
  const hits = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const first = hits.length > 0 ? Math.min(...hits) : 0;
  return first > 40 ? `…${line.slice(first - 20, first + 140)}` : line.slice(0, 160);
}
