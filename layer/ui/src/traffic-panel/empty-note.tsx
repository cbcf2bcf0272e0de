// The reason why no rows are shown, and what to do about it.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { QuietButton } from "../dom/quiet-button";
import { Connect } from "../home/connect";
import { endpointForClients } from "../protocol/endpoint";
import { hasRecorder } from "../traffic-feed/feed";
import { showAll } from "./choice";
import type { TrafficModel } from "./model";

export function EmptyNote({ model }: { readonly model: TrafficModel }): VNode {
  const { isLive } = model.set.value;
  const count = model.count.value;
  if (count > 0 && model.hidden.value < count) return <p class="hint traffic-empty">No row matches the filter.</p>;
  const words = hiddenWords(model.ofOthers.value > 0, isLive);
  if (count > 0 && words) {
    return (
      <p class="hint traffic-empty">
        {words} <QuietButton label="Show it" onClick={showAll} />
      </p>
    );
  }
  if (!isLive) return <p class="hint traffic-empty">The file has no traffic.</p>;
  if (!hasRecorder.value) return <NothingRecords />;
  return <ConnectAgent />;
}

function hiddenWords(hasOthers: boolean, isLive: boolean): string | undefined {
  if (hasOthers) return "Only the traffic of other servers so far.";
  return isLive ? undefined : "The file has nothing but requests of this page.";
}

function NothingRecords(): VNode {
  return (
    <div class="traffic-empty">
      <h3>Nothing records this traffic.</h3>
      <p class="hint">
        Pass it to <code>McpUiLayer::traffic</code>, or wrap the MCP server in its <code>layer()</code>.
      </p>
    </div>
  );
}

function ConnectAgent(): VNode {
  const [isOpen, setOpen] = useState(false);
  const endpoint = endpointForClients();
  const hasToken = endpoint?.headers.some(([name]) => name === "Mcp-Ui-Token");
  return (
    <div class="traffic-empty traffic-connect">
      <h3>No agent has connected yet.</h3>
      {endpoint && !isOpen && (
        <>
          <button type="button" class="primary" onClick={() => setOpen(true)}>
            Connect one
          </button>
          {hasToken && <p class="hint">This shows the agents’ token.</p>}
        </>
      )}
      {endpoint && isOpen && <Connect endpoint={endpoint} />}
    </div>
  );
}
