import { Fragment, type VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import type { PlainObject } from "../json/plain";
import { messageOf } from "../text/error";
import { counted, formatNumber } from "../text/units";
import { type Finding, fetchFindings } from "./findings";
import { ESTIMATE, aboutTokens, weightOf } from "./weight";

// The names that are shown of a finding. Further ones are counted.
const SHOWN_NAMES = 8;
// The characters that are shown of a name. A longer one is cut.
const LONGEST_NAME = 60;

/** What is known of the findings on a tool: nothing yet, the findings, or why there are none. */
type Known = readonly Finding[] | string | undefined;

/** A line on what a tool means to models and to other clients: its weight, and findings, which are folded. */
export function ClientNote({ tool }: { readonly tool: PlainObject }): VNode {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    const asking = new AbortController();
    const learn = (news: Known) => {
      if (!asking.signal.aborted) setKnown(news);
    };
    setKnown(undefined);
    fetchFindings([tool], asking.signal).then(
      ([findings]) => learn(findings),
      (problem: unknown) => learn(messageOf(problem)),
    );
    return () => asking.abort();
  }, [tool]);
  return <NoteView tool={tool} known={known} />;
}

interface NoteProps {
  readonly tool: PlainObject;
  readonly known: Known;
}

export function NoteView({ tool, known }: NoteProps): VNode {
  const weight = useMemo(() => weightOf(tool), [tool]);
  const findings = typeof known === "object" ? known : [];
  const count = findings.length > 0 && ` · ${counted(findings.length, "hint")} on other clients`;
  const summary = (
    <>
      <span title={ESTIMATE}>{aboutTokens(weight)}</span>
      {count}
    </>
  );
  return (
    <LazyDetails class="client-note" summary={summary}>
      {() => (
        <ul>
          <li>{`A model gets ${counted(weight, "character")}: name, description and input schema. ${ESTIMATE}`}</li>
          {findings.map((finding) => (
            <FindingRow key={finding.code} finding={finding} />
          ))}
          {typeof known === "string" && <li>{`Hints on other clients are not known. ${known}`}</li>}
        </ul>
      )}
    </LazyDetails>
  );
}

function FindingRow({ finding: { message, names = [], more = 0, source } }: { readonly finding: Finding }): VNode {
  const others = names.length - SHOWN_NAMES + more;
  return (
    <li>
      {message}
      {names.slice(0, SHOWN_NAMES).map((name, index) => (
        <Fragment key={index}>
          {" "}
          <code>
            <Name text={name} limit={LONGEST_NAME} />
          </code>
        </Fragment>
      ))}
      {others > 0 && ` and ${formatNumber(others)} more`}{" "}
      {source && (
        <a href={source.url} target="_blank" rel="noopener noreferrer">
          {source.title}
        </a>
      )}
    </li>
  );
}
