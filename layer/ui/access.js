// The credentials that go with every request. They live in this object alone: never in storage, links or the history of calls.
const access = { token: "", headers: [] };

function accessHeaders() {
  const headers = new Headers();
  if (access.token) headers.set("Authorization", `Bearer ${access.token}`);
  for (const { name, value } of access.headers) headers.append(name, value);
  return headers;
}

function hasAccess() {
  return access.token !== "" || access.headers.length > 0;
}

function startAccessDialog(onApply) {
  const dialog = byId("access");
  const token = byId("token");
  const error = byId("access-error");
  byId("access-open").addEventListener("click", openAccessDialog);
  byId("header-add").addEventListener("click", () => addHeaderRow("", "").querySelector("input").focus());
  byId("access-clear").addEventListener("click", () => {
    token.value = "";
    byId("headers").replaceChildren();
    token.focus();
  });
  byId("token-reveal").addEventListener("click", (event) => {
    const reveal = token.type === "password";
    token.type = reveal ? "text" : "password";
    event.currentTarget.setAttribute("aria-pressed", reveal);
  });
  dialog.querySelector("form").addEventListener("submit", (event) => {
    if (event.submitter?.value !== "apply") return;
    const wanted = { token: token.value.trim(), headers: readHeaderRows() };
    const before = { ...access };
    Object.assign(access, wanted);
    try {
      accessHeaders();
    } catch (problem) {
      event.preventDefault();
      Object.assign(access, before);
      error.textContent = `A header like this cannot be sent: ${problem.message}`;
      error.hidden = false;
      return;
    }
    byId("access-open").classList.toggle("set", hasAccess());
    onApply();
  });
}

function openAccessDialog() {
  byId("token").value = access.token;
  byId("token").type = "password";
  byId("token-reveal").setAttribute("aria-pressed", false);
  byId("headers").replaceChildren();
  byId("access-error").hidden = true;
  for (const { name, value } of access.headers) addHeaderRow(name, value);
  // Enter in a field applies: without this the first button of the form, Cancel, would be taken.
  byId("access").onkeydown = (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    byId("access-apply").click();
  };
  byId("access").showModal();
  byId("token").focus();
}

function addHeaderRow(name, value) {
  const row = element(
    "div",
    { class: "joined header-row" },
    element("input", { "aria-label": "Header name", placeholder: "Name", value: name, autocomplete: "off", spellcheck: "false" }),
    element("input", { "aria-label": "Header value", placeholder: "Value", value, autocomplete: "off", spellcheck: "false" }),
    button("Remove", () => row.remove()),
  );
  byId("headers").append(row);
  return row;
}

function readHeaderRows() {
  return [...byId("headers").children]
    .map((row) => [...row.querySelectorAll("input")].map((input) => input.value.trim()))
    .filter(([name]) => name !== "")
    .map(([name, value]) => ({ name, value }));
}
