// The host context of an app: the response to `ui/initialize`, and later changes.
const HOST_VERSION = "2026-01-26";
const KNOWN_VERSIONS = [HOST_VERSION, "2025-11-21", "2025-06-18"];
const MAX_APP_HEIGHT = 4000;
const CONTENT_KINDS = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };

function initializeResult(run, requested) {
  return {
    protocolVersion: KNOWN_VERSIONS.includes(requested) ? requested : HOST_VERSION,
    hostInfo: hostInfo(),
    hostCapabilities: hostCapabilities(run),
    hostContext: hostContext(run),
  };
}

function hostInfo() {
  return { name: "tower-mcp-ui", version: document.documentElement.dataset.version };
}

function hostCapabilities({ policy, granted }) {
  return {
    openLinks: {},
    downloadFile: {},
    ...(MAY_EXECUTE && { serverTools: { listChanged: false } }),
    serverResources: { listChanged: false },
    logging: {},
    sandbox: { permissions: Object.fromEntries(granted.map((name) => [name, {}])), csp: policy.approved },
    updateModelContext: CONTENT_KINDS,
    message: CONTENT_KINDS,
  };
}

function hostContext(run) {
  return {
    toolInfo: { tool: toolForApp(run) },
    ...appearanceOf(run),
    ...layoutOf(run),
    availableDisplayModes: DISPLAY_MODES,
    locale: localeOf(run),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: `tower-mcp-ui/${document.documentElement.dataset.version}`,
    platform: "web",
    deviceCapabilities: { touch: matchMedia("(any-pointer: coarse)").matches, hover: matchMedia("(any-hover: hover)").matches },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
}

// The official library silently rejects a tool whose input schema is not an object schema.
function toolForApp(run) {
  if (run.tool.inputSchema?.type === "object") return run.tool;
  run.note("defaulted", "The tool's input schema does not describe an object; the app received a generic one.");
  return { ...run.tool, inputSchema: { type: "object" } };
}

function appearanceOf(run) {
  return { theme: themeOf(run), styles: { variables: styleVariables() } };
}

function layoutOf({ mode, mount }) {
  const { clientWidth: width, clientHeight: height } = mount;
  return { displayMode: mode, containerDimensions: mode === "inline" ? { width, maxHeight: MAX_APP_HEIGHT } : { width, height } };
}

function localeOf({ tried }) {
  return tried.locale ?? navigator.language;
}

const SYSTEM_DARK = matchMedia("(prefers-color-scheme: dark)");

function themeOf({ tried }) {
  const { theme } = document.documentElement.dataset;
  return tried.theme ?? (theme === "auto" ? (SYSTEM_DARK.matches ? "dark" : "light") : theme);
}

// The page itself uses the standard variables; its additional ones have other prefixes.
const STANDARD_VARIABLE = /^--(color|font|border|shadow)-/;

function styleVariables() {
  const { style } = [...document.styleSheets[0].cssRules].find(({ selectorText }) => selectorText === ":root");
  const computed = getComputedStyle(document.documentElement);
  return Object.fromEntries([...style].filter((name) => STANDARD_VARIABLE.test(name)).map((name) => [name, computed.getPropertyValue(name).trim()]));
}

// Calls `onChange` with the names of the context members that have changed.
function watchContext(signal, onChange) {
  const onTheme = () => onChange(["theme", "styles"]);
  const themes = new MutationObserver(onTheme);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => themes.disconnect());
  SYSTEM_DARK.addEventListener("change", onTheme, { signal });
  addEventListener("languagechange", () => onChange(["locale"]), { signal });
}
