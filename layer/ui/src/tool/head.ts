import { hasAccess } from "../access/credentials";
import { clientNote } from "../clients/note";
import { clamped } from "../dom/clamp";
import { copyButton } from "../dom/copy";
import { element, nameNode } from "../dom/element";
import { embeddedIcon } from "../dom/icon";
import { lazyDetails } from "../dom/by-hand";
import { type JsonNode, plainValue, textAt, valueOf } from "../json/node";
import type { PlainObject } from "../json/plain";
import { prose } from "../markdown/prose";
import { LONG_DESCRIPTION } from "../settings";
import { clipped } from "../text/printable";
import { hintList } from "../tools/hint-list";
import { titleOf } from "../tools/title";
import { textViewer } from "../viewer/text-viewer";

interface ToolHeadOptions {
  // Returns a link to the tool with its arguments.
  readonly link: () => string;
  // The tabs of the tool's views.
  readonly tabs: HTMLElement;
  // The changes of the tool since it was seen last.
  readonly changes: HTMLElement;
}

// The head of a tool: its name, title and icon beside the tabs, its description and hints.
export function toolHead(name: string, detail: JsonNode, { link, tabs, changes }: ToolHeadOptions): HTMLElement {
  const [icons, annotations, meta] = ["icons", "annotations", "_meta"].map((key) => plainValue(valueOf(detail, key)));
  const title = titleOf({ name, title: textAt(detail, "title") });
  const heading = element(title ? "h2" : "h2.mono", nameNode(title ?? name, 300));
  const icon = embeddedIcon(icons, "tool-icon");
  return element(
    "header.tool-head",
    element(
      "div.tool-heading",
      element("div.tool-names", icon, heading, title && element("span.mono.hint", nameNode(name, 300))),
      copyButton(link, "Copy link", hasAccess() ? "Copied. It opens only with your token" : "Copied"),
      tabs,
    ),
    description(textAt(detail, "description") ?? ""),
    hintList({ annotations, _meta: meta }),
    clientNote(plainValue(detail) as PlainObject),
    changes,
  );
}

function description(text: string): HTMLElement | undefined {
  const whole = () => textViewer(text, { label: "The whole description", filename: "description.txt" });
  const rest = text.length > LONG_DESCRIPTION && lazyDetails("The whole description", whole);
  return text.trim() ? clamped(prose(clipped(text, LONG_DESCRIPTION)), rest) : undefined;
}
