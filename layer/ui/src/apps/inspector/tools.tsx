// The tools that an app offers to this page, each with a form to call it.

import { VERBATIM, freshId } from "../../dom/attributes";
import { button, element, nameNode } from "../../dom/element";
import { lazyDetails } from "../../dom/by-hand";
import { prefill } from "../../form/initial-values";
import type { PlainObject } from "../../json/plain";
import { nodeOf } from "../../json/read";
import type { HostedApp } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";
import type { Tool } from "../../protocol/tools";
import { LONG_DESCRIPTION } from "../../settings";
import { messageOf } from "../../text/error";
import { printable, printableText } from "../../text/printable";
import { hintList } from "../../tools/hint-list";
import { textViewer } from "../../viewer/text-viewer";

export function appToolsView(app: HostedApp): HTMLElement {
  if (app.appTools.length === 0) return element("p.hint", "The app offers no tools of its own.");
  return element(
    "ul.app-part",
    app.appTools.map((tool) => element("li", appToolView(app, tool))),
  );
}

function appToolView(app: HostedApp, tool: Tool): HTMLElement {
  const value = prefill(nodeOf(tool["inputSchema"] ?? {}));
  const area = element("textarea.code", { id: freshId(), ...VERBATIM, rows: 2, value });
  const output = element("div", { "aria-live": "polite" });
  const call = async () => {
    trigger.setAttribute("aria-disabled", "true");
    try {
      const result = await app.callAppTool(tool.name, JSON.parse(area.value.trim() || "{}"));
      const label = regionLabel(app, `Result of ${printable(tool.name, 60)}`);
      output.replaceChildren(textViewer(JSON.stringify(result, null, 2), { label, filename: "result.json" }));
    } catch (problem) {
      output.replaceChildren(element("p.failure", printable(messageOf(problem), 2000)));
    }
    trigger.removeAttribute("aria-disabled");
  };
  const trigger = button("Call", () => trigger.ariaDisabled || call(), "small");
  const { title, description } = tool as PlainObject;
  const about = typeof description === "string" && element("p.prose", printableText(description, LONG_DESCRIPTION));
  const label = element("label", { for: area.id }, "Arguments, as JSON");
  const name = element("code", nameNode(tool.name));
  const summary = [name, typeof title === "string" && title !== "" && [" ", nameNode(title)]];
  return lazyDetails(summary, () =>
    element("div.app-part", about, hintList(tool), label, area, element("p", trigger), output),
  );
}
