// The server's home, which is shown while no tool is selected.

import { effect } from "@preact/signals";
import { homeChanges } from "../changes/home-changes";
import { type Child, button, element } from "../dom/element";
import type { HistoryEntry } from "../history/entries";
import { loadLater } from "../later/load";
import { endpointForClients } from "../protocol/endpoint";
import { LONG_DESCRIPTION } from "../settings";
import { clipped } from "../text/printable";
import { formatNumber } from "../text/units";
import { catalog } from "../tools/catalog";
import { leftOutList } from "../tools/left-out";
import { connectView } from "./connect";
import { factList } from "./facts";
import { homeHead } from "./head";
import { lastCallsView } from "./last-calls";
import { server } from "../protocol/server";
import { isUnknown } from "./model";

const LEFT_OUT_AT_ONCE = 10;

export class Home {
  readonly element = element("article.home");

  // `onOpen` is called before the link to a stored call is followed.
  constructor(private readonly onOpen: (call: HistoryEntry) => void) {
    effect(() => this.draw());
  }

  // Draws what is known now. The stored calls are read again.
  draw(): void {
    const known = server.value;
    this.element.ariaBusy = known || isUnknown.value ? null : "true";
    this.element.replaceChildren(
      homeHead(),
      startNote(),
      element(
        "div.home-columns",
        element(
          "div.home-main",
          part("Changed tools", homeChanges()),
          part("Instructions", known?.instructions !== undefined && instructions(known.instructions)),
          part("Last calls", lastCallsView(this.onOpen)),
          part("Connect a client", known && connectView()),
        ),
        element(
          "div.home-side",
          part("About the server", factList()),
          part(
            "Left out of the list",
            known && known.excludedTools.length > 0 && leftOutList(known.excludedTools, LEFT_OUT_AT_ONCE),
          ),
        ),
      ),
    );
  }
}

// The instructions are Markdown, which the later part of the script reads.
function instructions(text: string): HTMLElement {
  const place = element("div");
  loadLater().then(
    ({ instructionsView }) => place.replaceChildren(instructionsView(text)),
    () => place.replaceChildren(clipped(text, LONG_DESCRIPTION)),
  );
  return place;
}

// The part may be below the visible part of the page.
function showConnect(): void {
  const place = document.querySelector<HTMLElement>(".home-connect");
  place?.closest("section")?.scrollIntoView({ block: "start" });
  place?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
}

function part(title: string, content: Child): Child {
  const isEmpty = content === undefined || content === false || content === "";
  return !isEmpty && element("section.home-part", element("h3", title), content);
}

// The first sentence: what to do, or why there is nothing to do.
function startNote(): HTMLElement {
  if (isUnknown.value) {
    const list = element("a", { href: "#/" }, "The list");
    return element(
      "p.home-start",
      "The tools could not be listed, so nothing is known about the server. ",
      list,
      " says why.",
    );
  }
  if (!server.value) return element("p.home-start", "Asking the server about itself…");
  const { length } = catalog.value.tools;
  if (length === 0) return element("p.home-start", "There is no tool to try.");
  return element(
    "p.home-start",
    element("span.home-search", "Pick a tool to try it, or press ", element("kbd", "/"), " to search."),
    // On a narrow screen, the list is not beside the home.
    element("a.home-list", { href: "#/" }, `Show ${length === 1 ? "the tool" : `the ${formatNumber(length)} tools`}`),
    endpointForClients() && button("Connect a client", showConnect, "small"),
  );
}
