export function isAppFrame(node: unknown): node is HTMLIFrameElement {
  return node instanceof HTMLIFrameElement && node.matches("iframe.app-frame");
}
