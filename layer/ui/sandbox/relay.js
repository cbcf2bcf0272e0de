// Holds the app in a frame of this origin, and passes messages between it and the page.
const page = window.parent;
const origin = new URLSearchParams(location.search).get("origin");
const FEATURES = { camera: "camera", microphone: "microphone", geolocation: "geolocation", clipboardWrite: "clipboard-write" };
const tell = (method, params) => page.postMessage({ jsonrpc: "2.0", method: `ui/notifications/${method}`, params }, origin);
let frame;

const hold = ({ html, permissions = {} }, port) => {
  frame = document.createElement("iframe");
  frame.title = "App";
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.allow = Object.keys(FEATURES).filter((name) => permissions[name]).map((name) => FEATURES[name]).join("; ");
  frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0;color-scheme:inherit";
  document.body.append(frame);
  const { contentDocument, contentWindow } = frame;
  // The app shares this origin, and could replace the getter that is asked whether its document is still the same.
  const documentNow = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentDocument").get.bind(frame);
  echoOn(port, () => documentNow() === contentDocument);
  contentDocument.open();
  reportTo(tell, contentWindow);
  // One load is the app's own; with another one it has left.
  let loads = 0;
  frame.addEventListener("load", () => {
    if ((loads += 1) > 1) leave();
  });
  contentDocument.write(html);
  contentDocument.close();
};

const leave = () => {
  frame.remove();
  tell("sandbox-report", { kind: "navigation" });
};

addEventListener("message", ({ source, origin: from, data, ports }) => {
  if (source === page && from === origin) {
    if (data?.method !== "ui/notifications/sandbox-resource-ready") frame?.contentWindow?.postMessage(data, location.origin);
    else if (!frame && typeof data.params?.html === "string") hold(data.params, ports[0]);
  } else if (frame && source === frame.contentWindow && from === location.origin) page.postMessage(data, origin);
});
tell("sandbox-proxy-ready", {});
