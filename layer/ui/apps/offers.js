// What the user has to agree to before an app is loaded: a page of another site, and addresses on this machine or its network. Consent
// holds for one document and these addresses, until the page is reloaded.
const agreedLoads = new Set();

// Shows what there is to agree to. Gives whether the app has to wait for it.
function offerLoad(run, url, warnings) {
  for (const { directive, value, reason } of warnings) run.note("warning", `${directive}: ${value} is local: ${reason}`);
  const key = JSON.stringify([url ?? run.html, warnings.map(({ directive, value }) => [directive, value])]);
  if ((!url && warnings.length === 0) || agreedLoads.has(key)) return false;
  const load = () => {
    agreedLoads.add(key);
    run.reload();
  };
  const row = ({ directive, value, reason }) =>
    element("li", element("code", nameNode(inWords(value), 300)), element("div.hint", spelled(`${directive}: ${reason}`, 300)));
  const parts = [
    url && element("p", "The app is a page of another site: ", element("code", nameNode(url, MOST_ADDRESS_CHARS))),
    warnings.length > 0 && element("p", "The app wants to reach addresses on this machine or its network:"),
    warnings.length > 0 && element("ul.app-notes", warnings.map(row)),
    button(url ? `Load it from ${spelled(new URL(url).host)}` : "Load it anyway", load),
  ];
  run.mount.replaceChildren(...parts.filter(Boolean));
  run.setState("offered");
  return true;
}
