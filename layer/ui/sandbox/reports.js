// Reports script errors, policy violations and navigation of a window to the page. The Escape key is passed on,
// because it leaves the full screen and only this document receives it.
const reportTo = (notify, view) => {
  const remaining = { violation: 50, error: 50, navigation: 1 };
  const clip = (text) => String(text ?? "").slice(0, 500);
  const report = (kind, details) => {
    if (remaining[kind]-- > 0) notify("sandbox-report", { kind, ...details });
  };
  const failed = (error, message, source, line) => report("error", { message: clip(error?.stack ?? message), source: clip(source), line: Number(line) || 0 });
  view.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample, lineNumber }) =>
    report("violation", { directive: clip(effectiveDirective), blocked: clip(blockedURI), sample: clip(sample), line: lineNumber }),
  );
  view.addEventListener("error", ({ error, message, filename, lineno }) => message && failed(error, message, filename, lineno));
  view.addEventListener("keydown", ({ key, defaultPrevented }) => key === "Escape" && !defaultPrevented && notify("sandbox-escape", {}));
  // Browsers open a link outside the sandbox if it is clicked with the middle button or a modifier key. The app shares
  // this realm and may replace anything that is not bound before it runs.
  const bound = (type, name) => {
    const { get, value } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return Function.prototype.call.bind(get ?? value);
  };
  const modifiers = ["button", "ctrlKey", "metaKey", "shiftKey", "altKey"].map((name) => bound(MouseEvent, name));
  const [button, control, meta, shift, alt] = modifiers;
  const prevent = bound(Event, "preventDefault");
  const keepInside = (event) => {
    if (button(event) > 0 || control(event) || meta(event) || shift(event) || alt(event)) prevent(event);
  };
  for (const type of ["click", "auxclick"]) view.addEventListener(type, keepInside, { capture: true });
  view.addEventListener("pagehide", () => report("navigation"));
  view.addEventListener("unhandledrejection", ({ reason }) => failed(reason, reason));
};
