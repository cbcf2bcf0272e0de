// Keyboard shortcuts. Single-key shortcuts can be disabled, because speech input triggers them by accident.
const SINGLE_KEYS = `mcp-explorer single keys ${ROOT_PATH}`;

function startShortcuts({ run, validate }) {
  const toggle = byId("single-keys");
  toggle.checked = stored(SINGLE_KEYS) !== "off";
  toggle.addEventListener("change", () => store(SINGLE_KEYS, toggle.checked ? "on" : "off"));
  const help = () => openDialog(byId("help"));
  byId("help-open").addEventListener("click", help);
  const singleKeys = new Map([["/", () => byId("filter").focus()], ["?", help]]);

  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const modified = event.ctrlKey || event.metaKey;
    const typing = event.target.matches("input:not([type=radio]), textarea, select");
    const single = toggle.checked && !typing && !modified && singleKeys.get(event.key);
    const action = modified && event.key === "Enter" ? (event.shiftKey ? validate : run) : single;
    if (!action) return;
    event.preventDefault();
    action();
  });
}
