// Asks the user for consent on behalf of an app: one question at a time over all apps, and only so many of one app.
const MOST_QUESTIONS = 3;

let lastQuestion = Promise.resolve();

// The answer is one of the values of `answers` ({ value: label }), or "refuse". The last of them is the one that is suggested.
//
//   reading: the ReadingBox that has to be read first
//   grants:  buttons in the body that allow something by themselves
async function askUser(run, signal, question) {
  if (run.isMuted || run.questions >= MOST_QUESTIONS) {
    run.note("refused", run.isMuted ? "Requests of the app are refused without a question, as the user wished." : "The app asked for too much at once: some of it was refused without a question.");
    return "refuse";
  }
  run.questions += 1;
  const before = lastQuestion;
  // A question must not take the keyboard from a dialog in which the user is typing.
  const mine = before.then(dialogsClosed).then(() => (signal.aborted ? "refuse" : showQuestion(run, signal, question)));
  lastQuestion = mine;
  const answer = await mine;
  run.questions -= 1;
  if (answer === "mute") run.isMuted = true;
  return answer === "mute" ? "refuse" : answer;
}

function showQuestion(run, signal, { title, body, answers, reading, grants = [] }) {
  if (run.isMuted) return "refuse";
  return new Promise((resolve) => {
    const id = freshId();
    const choose = (value) => () => dialog.close(value);
    const values = Object.entries(answers);
    const given = values.map(([value, label], index) => button(label, choose(value), index === values.length - 1 ? "primary" : ""));
    const block = button("Block", choose("refuse"));
    const dialog = element(
      "dialog.app-question",
      { "aria-labelledby": id },
      element("h2", { id }, title),
      element("p.hint", "Asked by the app ", element("code", nameNode(run.uri, 300)), " of the tool ", element("code", nameNode(run.tool.name, 100))),
      body,
      element("div.dialog-actions", button("Block all", choose("mute"), "quiet"), block, given),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || "refuse");
    });
    signal.addEventListener("abort", choose("refuse"));
    document.body.append(dialog);
    openDialog(dialog);
    // The question is read from its beginning, however long it is.
    block.focus({ preventScroll: true });
    dialog.scrollTop = 0;
    dialog.addEventListener("read", wakeWhenSeen(dialog, [...given, ...grants], () => reading?.isRead() ?? true));
  });
}
