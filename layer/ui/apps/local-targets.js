// Addresses on the user's machine or in its network, which an app reaches only at the user's word. The word holds for that document
// and those addresses, until the page is loaded anew.
const localConsents = new Set();

// Gives whether the app waits for the user's word.
function offersLocalTargets(run, warnings) {
  for (const { directive, value, reason } of warnings) run.note("warning", `${directive}: ${value} is local: ${reason}`);
  const consent = JSON.stringify([run.html, warnings.map(({ directive, value }) => [directive, value])]);
  if (warnings.length === 0 || localConsents.has(consent)) return false;
  const load = () => {
    localConsents.add(consent);
    run.reload();
  };
  const row = ({ directive, value, reason }) =>
    element("li", element("code", nameNode(inWords(value), 300)), element("div.hint", spelled(`${directive}: ${reason}`, 300)));
  run.mount.replaceChildren(
    element("p", "The app wants to reach addresses on this machine or its network:"),
    element("ul.app-notes", warnings.map(row)),
    button("Load it anyway", load),
  );
  run.setState("offered");
  return true;
}
