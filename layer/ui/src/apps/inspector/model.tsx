// The messages of an app to a model. This page has no model, so they are shown here.

import { type Child, element } from "../../dom/element";
import type { PlainObject } from "../../json/plain";
import { nodeOf } from "../../json/read";
import type { HostedApp, ModelContext, ModelMessage } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";
import { contentItem } from "../../results/content";
import { jsonTree } from "../../viewer/tree";

export function appModelView(app: HostedApp): HTMLElement {
  const { messages, context } = app.model;
  const none = () => element("p.hint", "None yet.");
  const row = ({ at, role, content }: ModelMessage, index: number) => {
    const head = element("div.hint", `${role}, ${new Date(at).toLocaleTimeString()}`);
    return element("li", head, appContent(content, regionLabel(app, `message ${index + 1}`)));
  };
  const list = messages.length > 0 ? element("ol.calls", messages.map(row)) : none();
  return element(
    "div.app-part",
    element("p.hint", "This page has no model. What the app sends to a model is shown here."),
    element("div", element("h4", "Messages"), list),
    element("div", element("h4", "Context"), context ? contextView(app, context) : none()),
  );
}

function contextView(app: HostedApp, { content, structuredContent }: ModelContext): Child {
  const structured = structuredContent !== undefined && jsonTree(nodeOf(structuredContent));
  return [appContent(content, regionLabel(app, "the context")), structured];
}

function appContent(content: readonly PlainObject[], source: string): HTMLElement {
  const item = (block: PlainObject, index: number) => contentItem(nodeOf(block), `${index + 1} of ${source}`);
  return element("ol.items", content.map(item));
}
