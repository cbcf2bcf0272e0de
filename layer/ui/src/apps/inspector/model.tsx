// The messages of an app to a model. This page has no model, so they are shown here.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { PlainObject } from "../../json/plain";
import { nodeOf } from "../../json/read";
import { ContentItem } from "../../results/content";
import { JsonTree } from "../../viewer/tree";
import type { HostedApp, ModelContext } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";

export function AppModelView({ app }: { readonly app: HostedApp }): VNode {
  app.useChanges();
  const { messages, context } = app.model;
  return (
    <div class="app-part">
      <p class="hint">This page has no model. What the app sends to a model is shown here.</p>
      <div>
        <h4>Messages</h4>
        {messages.length === 0 && <p class="hint">None yet.</p>}
        {messages.length > 0 && (
          <ol class="calls">
            {messages.map(({ at, role, content }, index) => (
              <li key={index}>
                <div class="hint">{`${role}, ${new Date(at).toLocaleTimeString()}`}</div>
                <Content content={content} source={regionLabel(app, `message ${index + 1}`)} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <div>
        <h4>Context</h4>
        {context ? (
          <Context context={context} source={regionLabel(app, "the context")} />
        ) : (
          <p class="hint">None yet.</p>
        )}
      </div>
    </div>
  );
}

interface SourceProps {
  /** The name of what the content belongs to. */
  readonly source: string;
}

function Context({ context, source }: SourceProps & { readonly context: ModelContext }): VNode {
  const { content, structuredContent } = context;
  const structured = useMemo(() => structuredContent && nodeOf(structuredContent), [structuredContent]);
  return (
    <>
      <Content content={content} source={source} />
      {structured && <JsonTree node={structured} />}
    </>
  );
}

function Content({ content, source }: SourceProps & { readonly content: readonly PlainObject[] }): VNode {
  const blocks = useMemo(() => content.map((block) => nodeOf(block)), [content]);
  return (
    <ol class="items">
      {blocks.map((block, index) => (
        <ContentItem key={index} item={block} position={`${index + 1} of ${source}`} />
      ))}
    </ol>
  );
}
