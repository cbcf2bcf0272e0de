// The steps of an app's start, from the sandbox to the tool result, with the time of each completed step. Older versions of
// the protocol have the same steps under similar names.
const HANDSHAKE = [
  ["Sandbox", "in", /sandbox(-proxy)?-ready$/],
  ["HTML", "out", /sandbox-resource-ready$/],
  ["ui/initialize", "in", /^(ui\/)?initialize$|iframe-ready$/],
  ["Response", "out", /^(ui\/)?initialize$|render-data$/],
  ["initialized", "in", /notifications\/initialized$/],
  ["tool-input", "out", /\/tool-input$/],
  ["tool-result", "out", /\/tool-(result|cancelled)$/],
];

function appHandshake(run) {
  const list = element("ol.app-steps", { "aria-label": "Handshake" });
  let log;
  let next;
  let start;
  let times;
  const draw = () => list.replaceChildren(...HANDSHAKE.map(([name], index) => element("li", { class: times[index] && "done" }, name, " ", element("span.hint", times[index] ?? "not yet"))));
  const follow = () => {
    let isNew = log !== run.log;
    // Each load of an app has its own log.
    if (isNew) [log, next, start, times] = [run.log, 0, undefined, []];
    start ??= log[0]?.at;
    for (next = Math.max(next, run.dropped); next < run.dropped + log.length; next += 1) {
      const { direction, method, at } = log[next - run.dropped];
      const step = HANDSHAKE.findIndex(([, way, pattern]) => way === direction && pattern.test(method));
      if (step < 0 || times[step]) continue;
      times[step] = `${at - start} ms`;
      isNew = true;
    }
    if (isNew) draw();
  };
  run.addEventListener("log", follow);
  follow();
  return list;
}
