// Shows the app in a frame of this origin and relays messages between it and the page.
const page = window.parent;
const origin = new URLSearchParams(location.search).get("origin");
const FEATURES = { camera: "camera", microphone: "microphone", geolocation: "geolocation", clipboardWrite: "clipboard-write" };
const notify = (method, params) => page.postMessage({ jsonrpc: "2.0", method: `ui/notifications/${method}`, params }, origin);
let frame;

const createFrame = ({ html, permissions = {} }, port) => {
  frame = document.createElement("iframe");
  frame.title = "App";
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.allow = Object.keys(FEATURES).filter((name) => permissions[name]).map((name) => FEATURES[name]).join("; ");
  frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0;color-scheme:inherit";
  document.body.append(frame);
  const { contentDocument, contentWindow } = frame;
  // The app shares this origin and could replace the getter that tells whether its document is still the same.
  const documentNow = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentDocument").get.bind(frame);
  echoOn(port, () => documentNow() === contentDocument);
  contentDocument.open();
  reportTo(notify, contentWindow);
  // The first load is the app's; any further one means that it has navigated away.
  let loads = 0;
  frame.addEventListener("load", () => {
    if ((loads += 1) > 1) removeFrame();
  });
  contentDocument.write(html);
  contentDocument.close();
};

const removeFrame = () => {
  frame.remove();
  notify("sandbox-report", { kind: "navigation" });
};

addEventListener("message", ({ source, origin: from, data, ports }) => {
  if (source === page && from === origin) {
    if (data?.method !== "ui/notifications/sandbox-resource-ready") frame?.contentWindow?.postMessage(data, location.origin);
    else if (!frame && typeof data.params?.html === "string") createFrame(data.params, ports[0]);
  } else if (frame && source === frame.contentWindow && from === location.origin) page.postMessage(data, origin);
});
notify("sandbox-proxy-ready", {});
