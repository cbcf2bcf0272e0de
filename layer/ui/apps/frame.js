// The frame of an app. It loads the server's sandbox document, which is isolated from this origin and replaces itself with the app's
// HTML.
const APP_PERMISSIONS = { camera: "camera", microphone: "microphone", geolocation: "geolocation", clipboardWrite: "clipboard-write" };
const SHELL_READY = ["ui/notifications/sandbox-proxy-ready", "ui/notifications/sandbox-ready", "mcp-ui/sandbox-ready"];

// Restricts frames to the sandbox document: an app that navigated to another page of this origin would keep the sandbox attribute but
// lose its policy. The server cannot set this in a header, because it does not know its path behind a proxy.
let isRestricted = false;

function restrictFrames() {
  if (isRestricted) return;
  isRestricted = true;
  // These characters would end the source expression or the directive.
  const path = `${ROOT_PATH}/sandbox`.replace(/[,;]/g, encodeURIComponent);
  const sources = [location.origin, APP_SETTINGS.sandboxOrigin].filter(Boolean).map((origin) => origin + path);
  document.head.append(element("meta", { "http-equiv": "Content-Security-Policy", content: `frame-src ${sources.join(" ")}` }));
}

// The directives that an embedder can require (CSP Embedded Enforcement, section 3.1). Browsers also require them of nested frames, so
// they are omitted for apps that declare pages of other sites.
function embeddedPolicy(policy) {
  if (!policy.includes("frame-src 'none'")) return undefined;
  return policy.split("; ").filter((directive) => !/^(sandbox|frame-ancestors) /.test(directive)).join("; ");
}

// Requests the policy that the server derives from the app's declarations.
async function fetchPolicy(csp, relaxed, signal) {
  const body = JSON.stringify({ csp, origin: location.origin, relaxed });
  return JSON.parse(await fetchText(`${ROOT_PATH}/sandbox/policy`, { method: "POST", body, signal }));
}

class AppFrame {
  constructor(html, { query, policy, permissions, title }, { onMessage, onShellReady, onWritten, onLoaded, onNavigated }) {
    restrictFrames();
    const { sandboxOrigin } = APP_SETTINGS;
    Object.assign(this, { html, permissions, onMessage, onShellReady, onWritten, onLoaded, onNavigated, loads: 0, isReady: false });
    this.lifeline = new Lifeline(() => this.onNavigated());
    this.origin = sandboxOrigin || "null";
    // The relay on a separate origin stays and holds the app in a nested frame. The shell is overwritten, which counts as a second
    // load.
    this.expectedLoads = sandboxOrigin ? 1 : 2;
    this.element = element("iframe.app-frame", {
      title,
      sandbox: sandboxOrigin ? "allow-scripts allow-same-origin allow-forms" : "allow-scripts allow-forms",
      allow: permissions.map((name) => APP_PERMISSIONS[name]).join("; "),
      // In browsers that support this attribute, any document in the frame must accept the policy or is not shown.
      csp: embeddedPolicy(policy),
      src: `${sandboxOrigin}${ROOT_PATH}/sandbox${query}`,
    });
    this.element.addEventListener("load", () => this.onLoad());
    this.listener = (event) => this.onEvent(event);
    addEventListener("message", this.listener);
  }

  onEvent({ source, origin, data }) {
    if (!source || source !== this.element.contentWindow || origin !== this.origin) return;
    this.lifeline.onActivity();
    if (SHELL_READY.includes(data?.method)) this.onReady(data);
    else this.onMessage(data);
  }

  onLoad() {
    this.loads += 1;
    if (this.loads > this.expectedLoads) this.onNavigated();
    else if (this.html === undefined) this.onLoaded();
    else this.write();
  }

  // A second ready message comes from another sandbox document that the app navigated to, or is forged by the app.
  onReady(message) {
    this.onShellReady(message);
    if (this.html === undefined) return this.onNavigated();
    this.isReady = true;
    return this.write();
  }

  // Waits for the shell to load before it is overwritten, so that the loads can be counted.
  write() {
    if (!this.isReady || this.loads === 0 || this.html === undefined) return;
    const permissions = Object.fromEntries(this.permissions.map((name) => [name, {}]));
    const params = { html: this.html, permissions };
    const message = { jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params };
    this.html = undefined;
    this.postNow(message, [this.lifeline.remote]);
    this.onWritten(message);
  }

  // Sends a message once the app's document is known to be alive. Returns whether the message was queued.
  post(message) {
    return this.lifeline.afterEcho(() => this.postNow(message));
  }

  // An opaque origin cannot be named as the target.
  postNow(message, transfer = []) {
    this.element.contentWindow?.postMessage(message, this.origin === "null" ? "*" : this.origin, transfer);
  }

  remove() {
    removeEventListener("message", this.listener);
    this.lifeline.close();
    this.element.remove();
  }
}
