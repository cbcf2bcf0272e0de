// Receives the app's HTML from the page, once, and replaces itself with the app.
const page = window.parent;
const notify = (method, params) => page.postMessage({ jsonrpc: "2.0", method: `ui/notifications/${method}`, params }, "*");
const onMessage = ({ source, data, ports }) => {
  if (source !== page || data?.method !== "ui/notifications/sandbox-resource-ready" || typeof data.params?.html !== "string") return;
  removeEventListener("message", onMessage);
  echoOn(ports[0], () => true);
  // Chromium keeps the colour schemes of this document, which an app expects, and any other HTML does not.
  if (data.params.isPlain) document.querySelector("meta[name=color-scheme]").remove();
  // Opening the document removes all listeners, so those that report are added afterwards.
  document.open();
  reportTo(notify, window);
  document.write(data.params.html);
  document.close();
};
addEventListener("message", onMessage);
notify("sandbox-proxy-ready", {});
