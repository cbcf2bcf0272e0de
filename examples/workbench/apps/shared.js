// An app whose form has the arguments of its tool: each edit calls the tool again. This script precedes that of each app.

// ---- The protocol: JSON-RPC 2.0 with the host, which is the parent window.

const pending = new Map();
let lastId = 0;

// The app cannot know the host's origin, and sends no secrets.
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params) => send({ method, params });

function request(method, params = {}) {
  const id = (lastId += 1);
  send({ id, method, params });
  return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
}

const notifications = {
  "ui/notifications/tool-input-partial": ({ arguments: given }) => fill(given),
  "ui/notifications/tool-input": ({ arguments: given }) => fill(given),
  "ui/notifications/tool-result": (result) => edits === 0 && receive(result),
  "ui/notifications/tool-cancelled": ({ reason = "" }) => byId("status").replaceChildren(`Cancelled. ${reason}`),
  "ui/notifications/host-context-changed": (change) => adapt(change),
};

const requests = { ping: () => ({}), "ui/resource-teardown": () => ({}) };

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params = {}, result, error } = data;
  if (method && id === undefined) return notifications[method]?.(params);
  if (method && Object.hasOwn(requests, method)) return send({ id, result: requests[method]() });
  if (method) return send({ id, error: { code: -32601, message: `There is no method ${method}` } });
  const promise = pending.get(id);
  pending.delete(id);
  if (error) promise?.reject(new Error(error.message));
  else promise?.resolve(result);
});

// ---- The appearance, which the host determines.

let host = {};

function adapt(change) {
  host = { ...host, ...change };
  const root = document.documentElement;
  if (host.theme) root.style.colorScheme = host.theme;
  for (const [name, value] of Object.entries(host.styles?.variables ?? {})) root.style.setProperty(name, value);
  const inset = host.safeAreaInsets;
  if (inset) document.body.style.padding = ["top", "right", "bottom", "left"].map((side) => `max(1rem, ${inset[side]}px)`).join(" ");
}

// ---- The form: each control has the name of an argument, and `NAME-error` is the place of its errors.

const form = document.forms[0];
let show = () => {};
let edits = 0;

// Check boxes of one name make up one text.
function readArguments() {
  const given = {};
  for (const { name, type, value, checked } of form.elements) {
    if (name) given[name] = (given[name] ?? "") + (/^(checkbox|radio)$/.test(type) && !checked ? "" : value);
  }
  return given;
}

function fill(given) {
  edits = 0;
  const properties = Object.entries(host.toolInfo?.tool.inputSchema.properties ?? {});
  const values = { ...Object.fromEntries(properties.map(([name, schema]) => [name, schema.default])), ...given };
  for (const control of form.elements) {
    const value = String(values[control.name] ?? "");
    if (control.type === "checkbox") control.checked = value.includes(control.value);
    else if (control.type === "radio") control.checked = value === control.value;
    else if (control.name) control.value = value;
  }
}

// Shows the data of a result, or its error at the argument that the server names.
function receive({ structuredContent, isError, content = [], _meta }) {
  const text = content.map(({ text = "" }) => text).join("\n");
  const blamed = isError ? (_meta?.["workbench/argument"] ?? "call") : undefined;
  for (const place of document.querySelectorAll(".error")) {
    const name = place.id.replace("-error", "");
    place.textContent = name === blamed ? text : "";
    for (const control of form.elements) if (control.name === name) control.ariaInvalid = name === blamed ? "true" : "false";
  }
  byId("status").textContent = "";
  show(isError ? undefined : structuredContent);
}

// Calls the tool with the form's arguments. Of several calls, only the result of the last one is shown.
async function callTool() {
  const edit = edits;
  byId("result").ariaBusy = "true";
  const call = { name: host.toolInfo?.tool.name ?? form.id, arguments: readArguments() };
  const failed = ({ message }) => ({ isError: true, content: [{ text: message }] });
  const result = await request("tools/call", call).catch(failed);
  if (edit !== edits) return;
  byId("result").ariaBusy = "false";
  receive(result);
}

form.addEventListener("input", () => {
  const edit = (edits += 1);
  setTimeout(() => edit === edits && callTool(), 200);
});
form.addEventListener("submit", (event) => event.preventDefault());

// ---- The document.

function byId(id) {
  return document.getElementById(id);
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) key.startsWith("on") ? (made[key] = value) : made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// ---- The handshake, before which the host sends nothing. Returns the capabilities of the host.

async function start(title, showData) {
  show = showData;
  const { hostCapabilities, hostContext } = await request("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: form.id, title, version: "1.0.0" },
    appCapabilities: {},
  });
  adapt(hostContext);
  notify("ui/notifications/initialized");
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    notify("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
  }).observe(document.documentElement);
  return hostCapabilities;
}
