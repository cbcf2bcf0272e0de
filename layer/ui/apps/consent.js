// The decisions that need the user's consent: loading an app, and calls by an app. Consent lasts until the page is reloaded.
const approvedLoads = new Set();
const allowedCalls = new Set();
// The longest name that a consent dialog can show completely.
const MAX_NAME_CHARS = 200;

// An app that is a page of another site, or needs addresses on this machine or its network, is loaded only with consent, which applies to
// one document and these addresses. Returns whether the app has to wait for it.
function askToLoad(run, url, warnings) {
  for (const { directive, value, reason } of warnings) run.note("warning", `${directive}: ${value} is local: ${reason}`);
  const key = JSON.stringify([url ?? run.html, warnings.map(({ directive, value }) => [directive, value])]);
  if ((!url && warnings.length === 0) || approvedLoads.has(key)) return false;
  const load = () => {
    approvedLoads.add(key);
    run.reload();
  };
  const row = ({ directive, value, reason }) =>
    element("li", element("code", nameNode(asText(value), 300)), element("div.hint", printable(`${directive}: ${reason}`, 300)));
  const parts = [
    url && element("p", "The app is a page of another site: ", element("code", nameNode(url, MAX_ADDRESS_CHARS))),
    warnings.length > 0 && element("p", "The app wants to reach addresses on this machine or its network:"),
    warnings.length > 0 && element("ul.app-notes", warnings.map(row)),
    button(url ? `Load it from ${printable(new URL(url).host)}` : "Load it anyway", load),
  ];
  run.mount.replaceChildren(...parts.filter(Boolean));
  run.setState("offered");
  return true;
}

// Asks for one call at a time, because the choice for the first may also apply to those that wait.
function mayCall(run, name, argumentsText, signal) {
  run.lastCall = Promise.resolve(run.lastCall).then(() => askToCall(run, name, argumentsText, signal));
  return run.lastCall;
}

// Consent applies to one document under one policy and to one tool; another document under the same URI is another app. Destructive
// tools need consent for each call.
async function askToCall(run, name, argumentsText, signal) {
  const key = JSON.stringify([run.uri, run.html, run.policy.text, name]);
  const isOnce = isDestructive(toolList.toolNamed(name)?.annotations);
  if (!isOnce && allowedCalls.has(key)) return true;
  const reading = new ReadingBox(argumentsText, "the arguments");
  const warning = isOnce && element("p", "The tool says that it may delete or overwrite things.");
  const body = element("div", element("p", "The app wants to call the tool ", element("code", nameNode(name, MAX_NAME_CHARS)), " with:"), reading.element, warning);
  const choices = { ...(!isOnce && { always: "Allow this tool for this app" }), once: "Allow once" };
  const choice = await askConsent(run, signal, { title: "Let the app call a tool?", body, choices, reading });
  if (choice === "always") allowedCalls.add(key);
  return choice !== "refuse";
}
