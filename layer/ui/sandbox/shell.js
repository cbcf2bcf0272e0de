// Takes the app's HTML from the page, once, and becomes the app.
const page = window.parent;
const tell = (method, params) => page.postMessage({ jsonrpc: "2.0", method: `ui/notifications/${method}`, params }, "*");
const take = ({ source, data, ports }) => {
  if (source !== page || data?.method !== "ui/notifications/sandbox-resource-ready" || typeof data.params?.html !== "string") return;
  removeEventListener("message", take);
  echoOn(ports[0], () => true);
  // Opening the document takes all listeners away: those that report are added after it.
  document.open();
  reportTo(tell, window);
  document.write(data.params.html);
  document.close();
};
addEventListener("message", take);
tell("sandbox-proxy-ready", {});
