// Asks the user for consent on behalf of an app: one question at a time over all apps, and only so many of one app.
const MOST_QUESTIONS = 3;

let lastQuestion = Promise.resolve();

// The answer is one of the values of `answers` ({ value: label }), or "refuse". The last of them is the one that is suggested. `seen`
// says whether everything that the question is about has been shown.
async function askUser(run, signal, { title, body, answers, seen }) {
  if (run.isMuted || run.questions >= MOST_QUESTIONS) {
    run.note("refused", run.isMuted ? "Requests of the app are refused without a question, as the user wished." : "The app asked for too much at once: some of it was refused without a question.");
    return "refuse";
  }
  run.questions += 1;
  const before = lastQuestion;
  // A question must not take the keyboard from a dialog in which the user is typing.
  const mine = before.then(dialogsClosed).then(() => (signal.aborted ? "refuse" : showQuestion(run, signal, { title, body, answers, seen })));
  lastQuestion = mine;
  const answer = await mine;
  run.questions -= 1;
  if (answer === "mute") run.isMuted = true;
  return answer === "mute" ? "refuse" : answer;
}

function showQuestion(run, signal, { title, body, answers, seen }) {
  if (run.isMuted) return "refuse";
  return new Promise((resolve) => {
    const id = freshId();
    const choose = (value) => () => dialog.close(value);
    const values = Object.entries(answers);
    const given = values.map(([value, label], index) => button(label, choose(value), index === values.length - 1 ? "primary" : ""));
    const dialog = element(
      "dialog.app-question",
      { "aria-labelledby": id },
      element("h2", { id }, title),
      element("p.hint", "Asked by the app ", element("code", nameNode(run.uri, 300)), " of the tool ", element("code", nameNode(run.tool.name, 100))),
      body,
      element("div.dialog-actions", button("Block all", choose("mute"), "quiet"), button("Block", choose("refuse"), "", { autofocus: true }), given),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || "refuse");
    });
    signal.addEventListener("abort", choose("refuse"));
    document.body.append(dialog);
    openDialog(dialog);
    dialog.addEventListener("shown", wakeWhenSeen(dialog, given, seen));
  });
}

// A long text, of which the beginning is shown first and the rest on demand. `isWhole` says whether all of it is in sight; `element`
// raises the event "shown" when it is.
function longText(text) {
  const hidden = text.length - LONGEST_LOGGED;
  const shown = element("pre.code.app-arguments", { tabindex: 0 }, spelledLines(hidden > 0 ? text.slice(0, LONGEST_LOGGED) : text));
  const view = { element: element("div", shown), isWhole: hidden <= 0 };
  if (hidden > 0) {
    const more = button(`Show ${counted(hidden, "more character")}`, () => {
      shown.textContent = spelledLines(text);
      rest.remove();
      shown.focus();
      view.isWhole = true;
      view.element.dispatchEvent(new Event("shown", { bubbles: true }));
    });
    const rest = element("p", `${counted(hidden, "character")} of the arguments are not shown yet. Read them before you allow the call. `, more);
    view.element.append(rest);
  }
  return view;
}

function spelledLines(text) {
  return text.split("\n").map((line) => spelled(line, Infinity)).join("\n");
}
