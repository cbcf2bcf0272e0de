// Questions to the user on behalf of an app: one at a time over all apps, and only so many of one app.
const MOST_QUESTIONS = 3;
// What the user was about to click must not answer a question that came up under the pointer.
const UNANSWERABLE_MS = 500;

let lastQuestion = Promise.resolve();

// The answer is one of the values of `answers` ({ value: label }), or "refuse".
async function askUser(run, signal, { title, body, answers }) {
  if (run.isMuted || run.questions >= MOST_QUESTIONS) {
    run.note("refused", run.isMuted ? "Requests of the app are refused without a question, as the user wished." : "The app asked for too much at once: some of it was refused without a question.");
    return "refuse";
  }
  run.questions += 1;
  const before = lastQuestion;
  const mine = before.then(() => (signal.aborted ? "refuse" : showQuestion(run, signal, title, body, answers)));
  lastQuestion = mine;
  const answer = await mine;
  run.questions -= 1;
  if (answer === "mute") run.isMuted = true;
  return answer === "mute" ? "refuse" : answer;
}

function showQuestion(run, signal, title, body, answers) {
  if (run.isMuted) return "refuse";
  return new Promise((resolve) => {
    const id = freshId();
    const choose = (value) => () => dialog.close(value);
    const given = Object.entries(answers).map(([value, label]) => button(label, choose(value), "primary", { disabled: true }));
    const dialog = element(
      "dialog.app-question",
      { "aria-labelledby": id },
      element("h2", { id }, title),
      element("p.hint", "Asked by the app ", element("code", nameNode(run.uri, 300)), " of the tool ", element("code", nameNode(run.tool.name, 100))),
      body,
      element("div.dialog-actions", button("Refuse, and ask no more", choose("mute"), "quiet"), button("Refuse", choose("refuse"), "", { autofocus: true }), given),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || "refuse");
    });
    signal.addEventListener("abort", choose("refuse"));
    document.body.append(dialog);
    dialog.showModal();
    setTimeout(() => given.forEach((answer) => (answer.disabled = false)), UNANSWERABLE_MS);
  });
}
