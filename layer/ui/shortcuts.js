// Keyboard shortcuts. Those of a single key can be switched off, for people who talk to their computer.
const SINGLE_KEYS = `mcp-explorer single keys ${ROOT_PATH}`;

function startShortcuts({ run, validate, step }) {
  const toggle = byId("single-keys");
  toggle.checked = stored(SINGLE_KEYS) !== "off";
  toggle.addEventListener("change", () => store(SINGLE_KEYS, toggle.checked ? "on" : "off"));
  byId("help-open").addEventListener("click", () => byId("help").showModal());

  const singleKeys = new Map([
    ["/", () => byId("filter").focus()],
    ["?", () => byId("help").showModal()],
    ["[", () => step(-1)],
    ["]", () => step(1)],
  ]);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return event.shiftKey ? validate() : run();
    }
    const typing = event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select");
    const action = singleKeys.get(event.key);
    if (!action || typing || !toggle.checked || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.preventDefault();
    return action();
  });
}
