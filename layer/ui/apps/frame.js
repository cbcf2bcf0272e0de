// The frame of an app. It loads the server's sandbox document, which is isolated from this origin, takes the app's HTML once and
// becomes the app.
const APP_PERMISSIONS = { camera: "camera", microphone: "microphone", geolocation: "geolocation", clipboardWrite: "clipboard-write" };
const SHELL_READY = ["ui/notifications/sandbox-proxy-ready", "ui/notifications/sandbox-ready", "mcp-ui/sandbox-ready"];

// Frames of this page load the sandbox document and nothing else: an app that navigates to another page of this origin would keep the
// sandbox and lose its policy. The server cannot say so in its header, since it does not know its path behind a proxy.
let isNarrowed = false;

function narrowFrames() {
  if (isNarrowed) return;
  isNarrowed = true;
  // These two characters would end the source or the directive.
  const path = `${ROOT_PATH}/sandbox`.replace(/[,;]/g, encodeURIComponent);
  const sources = [location.origin, APP_SETTINGS.sandboxOrigin].filter(Boolean).map((origin) => origin + path);
  document.head.append(element("meta", { "http-equiv": "Content-Security-Policy", content: `frame-src ${sources.join(" ")}` }));
}

// The directives that an embedder can require (CSP Embedded Enforcement, section 3.1). Browsers require them of the frames within as
// well: an app that has declared pages of other sites could not show them.
function embeddedPolicy(policy) {
  if (!policy.includes("frame-src 'none'")) return undefined;
  return policy.split("; ").filter((directive) => !/^(sandbox|frame-ancestors) /.test(directive)).join("; ");
}

// Asks the server for the policy that follows from the app's declarations.
async function agreePolicy(csp, relaxed, signal) {
  const body = JSON.stringify({ csp, origin: location.origin, relaxed });
  return JSON.parse(await readAnswer(`${ROOT_PATH}/sandbox/policy`, { method: "POST", body, signal }));
}

class AppFrame {
  constructor(html, { query, policy, permissions, title }, { onMessage, onShellReady, onWritten, onLoaded, onGone }) {
    narrowFrames();
    const { sandboxOrigin } = APP_SETTINGS;
    Object.assign(this, { html, permissions, onMessage, onShellReady, onWritten, onLoaded, onGone, loads: 0, isReady: false });
    this.lifeline = new Lifeline(() => this.onGone());
    this.origin = sandboxOrigin || "null";
    // The relay on an origin of its own stays, and holds the app in a frame within. The shell is overwritten, which counts as a second
    // load.
    this.expectedLoads = sandboxOrigin ? 1 : 2;
    this.element = element("iframe.app-frame", {
      title,
      sandbox: sandboxOrigin ? "allow-scripts allow-same-origin allow-forms" : "allow-scripts allow-forms",
      allow: permissions.map((name) => APP_PERMISSIONS[name]).join("; "),
      // Where browsers have this attribute, whatever document the frame ends up with is held to the policy, or is not shown.
      csp: embeddedPolicy(policy),
      src: `${sandboxOrigin}${ROOT_PATH}/sandbox${query}`,
    });
    this.element.addEventListener("load", () => this.onLoad());
    this.listener = (event) => this.onEvent(event);
    addEventListener("message", this.listener);
  }

  onEvent({ source, origin, data }) {
    if (!source || source !== this.element.contentWindow || origin !== this.origin) return;
    this.lifeline.heard();
    if (SHELL_READY.includes(data?.method)) this.onReady(data);
    else this.onMessage(data);
  }

  onLoad() {
    this.loads += 1;
    if (this.loads > this.expectedLoads) this.onGone();
    else if (this.html === undefined) this.onLoaded();
    else this.write();
  }

  // A second sandbox document in the place of the app is one that the app navigated to, or pretends to be.
  onReady(message) {
    this.onShellReady(message);
    if (this.html === undefined) return this.onGone();
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

  // Sends a message to the app once it is certain that the app is there. Gives whether there was room for it.
  post(message) {
    return this.lifeline.after(() => this.postNow(message));
  }

  // An opaque origin cannot be addressed.
  postNow(message, transfer = []) {
    this.element.contentWindow?.postMessage(message, this.origin === "null" ? "*" : this.origin, transfer);
  }

  remove() {
    removeEventListener("message", this.listener);
    this.lifeline.close();
    this.element.remove();
  }
}
