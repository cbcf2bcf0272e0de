import { element, nameNode } from "../dom/element";
import { embeddedIcon } from "../dom/icon";
import { readAddress } from "../text/address";
import { printable, printableLines } from "../text/printable";
import { server } from "../protocol/server";
import { serverTitle } from "./model";

const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 1000;

// The head of the home: the server's icon, its names and version, its description and website.
export function homeHead(): HTMLElement {
  const { name, version, description, websiteUrl, icons } = server.value ?? {};
  const shown = serverTitle();
  const facts = [
    name !== undefined && name !== shown && element("code", nameNode(name, LONGEST_NAME)),
    version !== undefined && element("span", "Version ", nameNode(version, 60)),
    websiteUrl !== undefined && website(websiteUrl),
  ].filter((fact) => fact !== false);
  return element(
    "header.home-head",
    embeddedIcon(icons, "home-icon"),
    element(
      "div.home-names",
      element("h2", nameNode(shown, LONGEST_NAME)),
      facts.length > 0 && element("p.home-facts", facts),
      description && element("p.prose", printableLines(description.slice(0, LONGEST_DESCRIPTION))),
    ),
  );
}

// A link only if a browser may open it; otherwise the text as it came.
function website(text: string): HTMLElement {
  const address = readAddress(text, ["https:", "http:"]);
  if (typeof address === "string") return element("span", nameNode(text, LONGEST_NAME));
  return element(
    "a",
    { href: address.href, target: "_blank", rel: "noopener noreferrer" },
    printable(address.href, LONGEST_NAME),
  );
}
