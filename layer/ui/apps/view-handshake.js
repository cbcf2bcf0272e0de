// The steps that lead from a resource to an app with its result, as far as they have come, with the time of each.
const HANDSHAKE = [
  { name: "Sandbox", direction: "in", methods: ["ui/notifications/sandbox-proxy-ready"] },
  { name: "HTML", direction: "out", methods: ["ui/notifications/sandbox-resource-ready"] },
  { name: "ui/initialize", direction: "in", methods: ["ui/initialize", "ui-lifecycle-iframe-ready"] },
  { name: "its answer", direction: "out", methods: ["ui/initialize", "ui-lifecycle-iframe-render-data"] },
  { name: "initialized", direction: "in", methods: ["ui/notifications/initialized"] },
  { name: "tool-input", direction: "out", methods: ["ui/notifications/tool-input"] },
  { name: "tool-result", direction: "out", methods: ["ui/notifications/tool-result", "ui/notifications/tool-cancelled"] },
];

function appHandshake(run) {
  const list = element("ol.app-steps", { "aria-label": "Handshake" });
  let times = new Map();
  let start;
  let next = 0;
  const draw = () => {
    const steps = HANDSHAKE.map((step) => {
      const at = times.get(step);
      return element("li", { class: at !== undefined && "done" }, step.name, element("span.hint", at === undefined ? "not yet" : ` ${Math.max(0, at - start)} ms`));
    });
    list.replaceChildren(...steps);
  };
  // Every sandbox begins a handshake of its own: the app may have been loaded again.
  const follow = () => {
    const { log, dropped } = run;
    const known = times.size;
    for (next = Math.max(next, dropped); next < dropped + log.length; next += 1) {
      const { direction, method, at } = log[next - dropped];
      const step = HANDSHAKE.find((one) => one.direction === direction && one.methods.includes(method));
      if (step === HANDSHAKE[0]) [times, start] = [new Map(), at];
      if (step && !times.has(step)) times.set(step, at);
    }
    if (times.size !== known) draw();
  };
  run.addEventListener("log", follow);
  follow();
  draw();
  return list;
}
