// The app that a tool declares in its metadata, with warnings about older or invalid declarations.
const OLDER_LINKS = ["ui/resourceUri", "mcp-ui/resourceUri", "openai/outputTemplate"];

// Returns `{ uri, notes, problem }`, or undefined for a tool without an app.
function declaredApp(tool) {
  const meta = tool._meta ?? tool.meta;
  const linked = meta?.ui?.resourceUri;
  const older = OLDER_LINKS.find((name) => meta?.[name] !== undefined && (name !== "openai/outputTemplate" || isAppUri(meta[name])));
  const uri = linked ?? meta?.[older];
  if (uri === undefined) return undefined;
  const notes = [];
  const warn = (text) => notes.push({ kind: "warning", text });
  if (linked === undefined) warn(`The tool names its app in _meta["${older}"], an older name of _meta.ui.resourceUri.`);
  else if (older && meta[older] !== linked) warn(`_meta["${older}"] differs from _meta.ui.resourceUri, which is used.`);
  if (!tool._meta) warn("The tool has “meta” instead of “_meta”.");
  for (const name of ["csp", "permissions"]) {
    if (meta.ui?.[name] !== undefined) warn(`_meta.ui.${name} of the tool is ignored: it belongs to the resource.`);
  }
  const problem = isAppUri(uri) ? undefined : `The tool names ${clipped(JSON.stringify(uri), 200)} as its app, which is not a ui:// URI.`;
  return { uri: asText(uri), notes, problem };
}

function isAppUri(uri) {
  return typeof uri === "string" && uri.startsWith("ui://");
}

function isVisibleTo(tool, audience) {
  const visibility = (tool._meta ?? tool.meta)?.ui?.visibility;
  return !Array.isArray(visibility) || visibility.includes(audience);
}
