import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { CopyButton } from "../dom/copy";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { toolLink } from "../protocol/links";
import { MOST_OFFERS } from "../protocol/offers";
import { messageOf } from "../text/error";
import { counted, formatNumber } from "../text/units";
import { type Report, type ReportedFinding, contextCost, examine, reportMarkdown, verdictOf } from "./report";
import { ESTIMATE } from "./weight";

const SHOWN_FINDINGS = 20;
const SHOWN_TOOLS = 20;

/** The last examination: under way, done, or failed with a reason. */
type Examination =
  | { readonly kind: "none" | "working" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "known"; readonly report: Report };

const examination = signal<Examination>({ kind: "none" });

interface ReportCardProps {
  /** The number of the list of tools. */
  readonly listing: number;
  readonly server: string;
}

/** Whether strict clients would accept the server. It is found on request, since it needs every definition. */
export function ReportCard({ listing, server }: ReportCardProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  const start = async () => {
    examination.value = { kind: "working" };
    place.current?.focus();
    examination.value = await examine(listing).then(
      (report) => ({ kind: "known", report }),
      (problem: unknown) => ({ kind: "failed", reason: messageOf(problem) }),
    );
  };
  return (
    <div class="report-card" role="status" tabIndex={-1} ref={place}>
      <Card state={examination.value} listing={listing} server={server} start={() => void start()} />
    </div>
  );
}

interface CardProps extends ReportCardProps {
  readonly state: Examination;
  readonly start: () => void;
}

export function Card({ state, listing, server, start }: CardProps): VNode {
  const trigger = (
    <button type="button" class="small" onClick={start}>
      Check all tools
    </button>
  );
  if (state.kind === "working") return <>Checking…</>;
  if (state.kind === "known" && state.report.listing === listing) {
    return <Known report={state.report} server={server} />;
  }
  return (
    <>
      <p>Would strict clients accept this server?</p>
      {state.kind === "failed" && <p class="failure">{`Not checked. ${state.reason}`}</p>}
      {trigger}
    </>
  );
}

function Known({ report, server }: { readonly report: Report; readonly server: string }): VNode {
  const { findings, broken, isCut } = report;
  const { word, reason } = verdictOf(report);
  const more = findings.length - SHOWN_FINDINGS;
  return (
    <>
      <p>Would strict clients accept this server?</p>
      <strong class={`report-verdict ${word}`}>{word}.</strong>
      <p>{reason}</p>
      <p>
        {"Context cost: "}
        <span title={ESTIMATE}>{contextCost(report)}</span>
        {isCut && `, the first ${formatNumber(MOST_OFFERS)}`}
      </p>
      <ul>
        {findings.slice(0, SHOWN_FINDINGS).map((finding) => (
          <FindingRow key={finding.code} finding={finding} />
        ))}
        {more > 0 && <li class="hint">{`${formatNumber(more)} more in the copy`}</li>}
        {broken.length > 0 && (
          <li>
            <Tools summary={`Results that broke their own schema: ${counted(broken.length, "tool")}`} tools={broken} />
          </li>
        )}
      </ul>
      <CopyButton text={() => reportMarkdown(report, server)} label="Copy as Markdown" />
    </>
  );
}

function FindingRow({ finding: { severity, message, tools } }: { readonly finding: ReportedFinding }): VNode {
  return (
    <li>
      <span class={`badge ${severity}`}>{severity}</span> {message}{" "}
      <Tools summary={counted(tools.length, "tool")} tools={tools} />
    </li>
  );
}

function Tools({ summary, tools }: { readonly summary: string; readonly tools: readonly string[] }): VNode {
  const more = tools.length - SHOWN_TOOLS;
  return (
    <LazyDetails summary={summary}>
      {() => (
        <>
          {tools.slice(0, SHOWN_TOOLS).map((name) => (
            <a key={name} href={toolLink(name)}>
              <Name text={name} limit={100} />
            </a>
          ))}
          {more > 0 && <span class="hint">{`${formatNumber(more)} more`}</span>}
        </>
      )}
    </LazyDetails>
  );
}
