// The frame an app lives in: the server's sandbox page, which has no part in this origin, takes the app's document once and
// becomes it.
const APP_PERMISSIONS = { camera: "camera", microphone: "microphone", geolocation: "geolocation", clipboardWrite: "clipboard-write" };
const SHELL_READY = ["ui/notifications/sandbox-proxy-ready", "ui/notifications/sandbox-ready", "mcp-ui/sandbox-ready"];

// The policy that the server makes of what the app asks for.
async function agreePolicy(csp, relaxed, signal) {
  const body = JSON.stringify({ csp, origin: location.origin, relaxed });
  return JSON.parse(await readAnswer(`${ROOT_PATH}/sandbox/policy`, { method: "POST", body, signal }));
}

class AppFrame {
  constructor(html, { query, permissions, title }, { onMessage, onShellReady, onWritten, onLoaded, onGone }) {
    const { sandboxOrigin } = APP_SETTINGS;
    Object.assign(this, { html, permissions, onMessage, onShellReady, onWritten, onLoaded, onGone, loads: 0, isReady: false });
    this.origin = sandboxOrigin || "null";
    // The page on an origin of its own stays, and holds the document in a frame within; the other one is written over, which
    // loads it once more.
    this.expectedLoads = sandboxOrigin ? 1 : 2;
    this.element = element("iframe.app-frame", {
      title,
      sandbox: sandboxOrigin ? "allow-scripts allow-same-origin allow-forms" : "allow-scripts allow-forms",
      allow: permissions.map((name) => APP_PERMISSIONS[name]).join("; "),
      src: `${sandboxOrigin}${ROOT_PATH}/sandbox${query}`,
    });
    this.element.addEventListener("load", () => this.onLoad());
    this.listener = (event) => this.onEvent(event);
    addEventListener("message", this.listener);
  }

  onEvent({ source, origin, data }) {
    if (!source || source !== this.element.contentWindow || origin !== this.origin) return;
    if (SHELL_READY.includes(data?.method)) this.onReady(data);
    else this.onMessage(data);
  }

  onLoad() {
    this.loads += 1;
    if (this.loads > this.expectedLoads) this.onGone();
    else if (this.html === undefined) this.onLoaded();
    else this.write();
  }

  // A second sandbox page in the place of the app is one that the app went to, or pretends to be.
  onReady(message) {
    this.onShellReady(message);
    if (this.html === undefined) return this.onGone();
    this.isReady = true;
    return this.write();
  }

  // Only a page that has loaded is written over, so that the loads can be counted.
  write() {
    if (!this.isReady || this.loads === 0 || this.html === undefined) return;
    const permissions = Object.fromEntries(this.permissions.map((name) => [name, {}]));
    const message = { jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params: { html: this.html, permissions } };
    this.html = undefined;
    this.post(message);
    this.onWritten(message);
  }

  // An origin that is none cannot be addressed. Nothing secret is ever sent.
  post(message) {
    this.element.contentWindow?.postMessage(message, this.origin === "null" ? "*" : this.origin);
  }

  remove() {
    removeEventListener("message", this.listener);
    this.element.remove();
  }
}
