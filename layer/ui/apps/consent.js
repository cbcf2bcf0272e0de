// Consent before an app is loaded, if it is a page of another site or needs addresses on this machine or its network. It applies to one
// document and these addresses, until the page is reloaded.
const approvedLoads = new Set();

// Asks for consent if it is needed. Returns whether the app has to wait for it.
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
