// The tools that an app offers to this page, each with a form to call it.

import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { VERBATIM, freshId } from "../../dom/attributes";
import { useKeyOf } from "../../dom/key-of";
import { LazyDetails } from "../../dom/lazy-details";
import { Name } from "../../dom/name";
import { prefill } from "../../form/initial-values";
import type { PlainObject } from "../../json/plain";
import { nodeOf } from "../../json/read";
import type { Tool } from "../../protocol/tools";
import { LONG_DESCRIPTION } from "../../settings";
import { messageOf } from "../../text/error";
import { printable, printableText } from "../../text/printable";
import { HintList } from "../../tools/hint-list";
import { TextViewer } from "../../viewer/text-viewer";
import type { HostedApp } from "../model/hosted-app";
import { regionLabel } from "../model/region-label";

interface AppProps {
  readonly app: HostedApp;
}

interface ToolProps extends AppProps {
  readonly tool: Tool;
}

export function AppTools({ app }: AppProps): VNode {
  app.useChanges();
  const key = useKeyOf(app.appTools);
  if (app.appTools.length === 0) return <p class="hint">The app offers no tools of its own.</p>;
  return (
    <ul class="app-part" key={key}>
      {app.appTools.map((tool, index) => (
        <li key={index}>
          <AppTool app={app} tool={tool} />
        </li>
      ))}
    </ul>
  );
}

function AppTool({ app, tool }: ToolProps): VNode {
  const { title } = tool as PlainObject;
  const summary = (
    <>
      <code>
        <Name text={tool.name} />
      </code>
      {typeof title === "string" && title !== "" && (
        <>
          {" "}
          <Name text={title} />
        </>
      )}
    </>
  );
  return <LazyDetails summary={summary}>{() => <ToolForm app={app} tool={tool} />}</LazyDetails>;
}

/** The outcome of a call: the result as JSON, or the reason for a failure. */
type CallOutcome = { readonly result: string } | { readonly failure: string };

function ToolForm({ app, tool }: ToolProps): VNode {
  const { description } = tool as PlainObject;
  const [id] = useState(freshId);
  const [initial] = useState(() => prefill(nodeOf(tool["inputSchema"] ?? {})));
  const area = useRef<HTMLTextAreaElement>(null);
  const [isCalling, setCalling] = useState(false);
  const [outcome, setOutcome] = useState<CallOutcome>();
  const call = async () => {
    if (isCalling) return;
    setCalling(true);
    try {
      const result = await app.callAppTool(tool.name, JSON.parse(area.current?.value.trim() || "{}"));
      setOutcome({ result: JSON.stringify(result, null, 2) });
    } catch (problem) {
      setOutcome({ failure: printable(messageOf(problem), 2000) });
    }
    setCalling(false);
  };
  return (
    <div class="app-part">
      {typeof description === "string" && <p class="prose">{printableText(description, LONG_DESCRIPTION)}</p>}
      <HintList tool={tool} />
      <label for={id}>Arguments, as JSON</label>
      <textarea class="code" id={id} {...VERBATIM} rows={2} defaultValue={initial} ref={area} />
      <p>
        <button type="button" class="small" aria-disabled={isCalling || undefined} onClick={() => void call()}>
          Call
        </button>
      </p>
      <div aria-live="polite">
        {outcome && <Outcome outcome={outcome} label={regionLabel(app, `Result of ${printable(tool.name, 60)}`)} />}
      </div>
    </div>
  );
}

function Outcome({ outcome, label }: { readonly outcome: CallOutcome; readonly label: string }): VNode {
  const key = useKeyOf(outcome);
  if ("failure" in outcome) return <p class="failure">{outcome.failure}</p>;
  return <TextViewer key={key} text={outcome.result} label={label} filename="result.json" />;
}
