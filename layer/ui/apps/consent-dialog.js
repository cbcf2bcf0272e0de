// The dialog that asks the user for consent: one dialog at a time for all apps, and a limited number of pending requests per app.
const MAX_PENDING = 3;

let lastConsent = Promise.resolve();

// Resolves to one of the keys of `choices` ({ value: label }), the last of which is the default, or to "refuse".
//
//   reading: the ReadingBox that must be read first
//   grants:  buttons in the body that grant something by themselves
async function askConsent(run, signal, request) {
  if (run.isMuted || run.consentRequests >= MAX_PENDING) {
    run.note("refused", run.isMuted ? "The user blocked all requests of the app." : "Too many consent requests at once; some were refused without asking.");
    return "refuse";
  }
  run.consentRequests += 1;
  // A consent dialog must not take the keyboard focus from a dialog in which the user is typing.
  lastConsent = lastConsent.then(dialogsClosed).then(() => (signal.aborted ? "refuse" : showConsentDialog(run, signal, request)));
  const choice = await lastConsent;
  run.consentRequests -= 1;
  if (choice === "mute") run.isMuted = true;
  return choice === "mute" ? "refuse" : choice;
}

function showConsentDialog(run, signal, { title, body, choices, reading, grants = [] }) {
  if (run.isMuted) return "refuse";
  return new Promise((resolve) => {
    const id = freshId();
    const choose = (value) => () => dialog.close(value);
    const values = Object.entries(choices);
    const buttons = values.map(([value, label], index) => button(label, choose(value), index === values.length - 1 ? "primary" : ""));
    const block = button("Block", choose("refuse"));
    const dialog = element(
      "dialog.app-question",
      { "aria-labelledby": id },
      element("h2", { id }, title),
      element("p.hint", "Asked by the app ", element("code", nameNode(run.uri, 300)), " of the tool ", element("code", nameNode(run.tool.name, 100))),
      body,
      element("div.dialog-actions", button("Block all", choose("mute"), "quiet"), block, buttons),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || "refuse");
    });
    signal.addEventListener("abort", choose("refuse"));
    document.body.append(dialog);
    openDialog(dialog);
    // A long dialog starts at its top.
    block.focus({ preventScroll: true });
    dialog.scrollTop = 0;
    dialog.addEventListener("read", enableWhenVisible(dialog, [...buttons, ...grants], () => reading?.isRead() ?? true));
  });
}
