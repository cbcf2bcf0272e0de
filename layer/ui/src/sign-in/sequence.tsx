// The sequence of a sign-in: a row for each request, with lanes for those who take part.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { copyText } from "../dom/copy";
import { downloadBytes } from "../dom/downloads";
import { announce } from "../dom/page";
import { QuietButton } from "../dom/quiet-button";
import { counted } from "../text/units";
import { clipped, printable, printableText } from "../text/printable";
import { type Finding, LANES, PHASES, type SignInEvent } from "./events";
import { asHar, asMarkdown, outcome } from "./export";

// The characters that are shown of a text of a server. A longer one is cut.
const LONGEST = 300;
// The characters that are shown of a document. A longer one is cut.
const LONGEST_DOCUMENT = 16_000;

interface SequenceProps {
  readonly events: readonly SignInEvent[];
  // Shows the rows at once, and not only their number.
  readonly isOpen: boolean;
}

export function Sequence({ events, isOpen }: SequenceProps): VNode | null {
  if (events.length === 0) return null;
  const findings = events.flatMap((event) => event.findings);
  return (
    <details class="more sign-in-sequence" open={isOpen}>
      <summary>
        {counted(events.length, "step")}
        {findings.length > 0 && `, ${counted(findings.length, "finding")}`}
      </summary>
      <div class="sign-in-lanes hint" aria-hidden="true">
        {LANES.map((lane) => (
          <span key={lane}>{lane}</span>
        ))}
      </div>
      <ol>
        {events.map((event, index) => (
          <Row key={index} event={event} />
        ))}
      </ol>
      <Exports events={events} />
    </details>
  );
}

function Row({ event }: { readonly event: SignInEvent }): VNode {
  const { lane, title, rule } = PHASES[event.phase];
  const isFailed = event.error !== undefined || (event.status ?? 0) >= 400;
  return (
    <li>
      <details>
        <summary>
          <span class={`sign-in-arrow to-${LANES.indexOf(lane)}`}>
            <span>{title}</span>
          </span>
          <span class={isFailed ? "failed" : "hint"}>{printable(outcome(event), LONGEST)}</span>
          {event.findings.map((finding, index) => (
            <span key={index} class={`sign-in-mark ${finding.severity}`} title={printable(finding.message)}>
              {finding.severity}
            </span>
          ))}
        </summary>
        <p class="hint">{rule}</p>
        {event.url !== "" && (
          <p>
            <code>{printable(`${event.method || "Visit"} ${event.url}`, LONGEST)}</code>
          </p>
        )}
        {event.findings.map((finding) => (
          <FindingNote key={finding.code} finding={finding} />
        ))}
        <Document label="Sent" value={event.sent} />
        <Document label="Received" value={event.received} />
      </details>
    </li>
  );
}

function FindingNote({ finding }: { readonly finding: Finding }): VNode {
  return (
    <p class={`sign-in-finding ${finding.severity}`}>
      <strong>{finding.severity}</strong> {withCode(printable(`${finding.message} ${finding.advice}`, LONGEST))}
    </p>
  );
}

// Shows what stands between backticks as code.
function withCode(text: string): (string | VNode)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

function Document({ label, value }: { readonly label: string; readonly value: unknown }): VNode | null {
  if (value === undefined) return null;
  const json = clipped(JSON.stringify(value, null, 2), LONGEST_DOCUMENT);
  return (
    <>
      <p class="hint">{label}</p>
      <pre class="code" tabIndex={0} role="region" aria-label={label}>
        {printableText(json)}
      </pre>
    </>
  );
}

function Exports({ events }: { readonly events: readonly SignInEvent[] }): VNode {
  const json = () => JSON.stringify(events, null, 2);
  const [label, setLabel] = useState("Copy as Markdown");
  const copy = async () => {
    const isCopied = await copyText(asMarkdown(events));
    setLabel(isCopied ? "Copied" : "Not copied");
    announce(isCopied ? "Copied" : "Not copied");
  };
  return (
    <div class="values">
      <QuietButton label={label} onClick={copy} />
      <QuietButton label="Download JSON" onClick={() => downloadBytes(json(), "sign-in.json")} />
      <QuietButton label="Download HAR" onClick={() => downloadBytes(asHar(events), "sign-in.har")} />
    </div>
  );
}
