// The credentials sent with every request. They are kept in this object only, never in storage, links or the call history.
const access = { token: "", headers: [] };

function accessHeaders({ token, headers } = access) {
  const all = new Headers();
  if (token) all.set("Authorization", `Bearer ${token}`);
  for (const [name, value] of headers) all.append(name, value);
  return all;
}

function hasAccess() {
  return access.token !== "" || access.headers.length > 0;
}

function startAccessDialog(onApply) {
  const dialog = byId("access");
  byId("access-open").addEventListener("click", openAccessDialog);
  byId("header-add").addEventListener("click", () => addHeaderRow().querySelector("input").focus());
  byId("access-clear").addEventListener("click", () => {
    byId("token").value = "";
    byId("headers").replaceChildren();
  });
  byId("token-reveal").addEventListener("click", () => revealToken(byId("token").type === "password"));
  byId("access-apply").addEventListener("click", () => {
    const entered = { token: byId("token").value.trim(), headers: readHeaderRows() };
    try {
      accessHeaders(entered);
    } catch (problem) {
      byId("access-error").textContent = `This cannot be sent as a header: ${problem.message}`;
      return;
    }
    Object.assign(access, entered);
    byId("access-open").lastElementChild.textContent = hasAccess() ? "Access ✓" : "Access";
    dialog.close();
    onApply();
  });
  // Enter in a field would otherwise press the first button of the form.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    byId("access-apply").click();
  });
}

function openAccessDialog() {
  byId("token").value = access.token;
  revealToken(false);
  byId("headers").replaceChildren();
  byId("access-error").textContent = "";
  for (const header of access.headers) addHeaderRow(...header);
  openDialog(byId("access"));
  byId("token").focus();
}

function revealToken(revealed) {
  byId("token").type = revealed ? "text" : "password";
  byId("token-reveal").setAttribute("aria-pressed", revealed);
}

function addHeaderRow(name = "", value = "") {
  const input = (label, text) => element("input", { "aria-label": `Header ${label}`, placeholder: label, value: text, ...VERBATIM });
  const row = element("div.joined", input("name", name), input("value", value), button("Remove", () => row.remove()));
  byId("headers").append(row);
  return row;
}

function readHeaderRows() {
  const rows = [...byId("headers").children].map((row) => [...row.querySelectorAll("input")].map((input) => input.value.trim()));
  return rows.filter(([name]) => name !== "");
}
