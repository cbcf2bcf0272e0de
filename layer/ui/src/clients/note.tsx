import { Fragment, type VNode } from "preact";
import { useMemo } from "preact/hooks";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import type { PlainObject } from "../json/plain";
import { counted, formatNumber } from "../text/units";
import { type ClientHint, clientHints } from "./hints";
import { ESTIMATE, aboutTokens, weightOf } from "./weight";

const SHOWN_NAMES = 8;
const LONGEST_NAME = 60;

/** A line on what a tool means to models and to other clients: its weight, and hints, which are folded. */
export function ClientNote({ tool }: { readonly tool: PlainObject }): VNode {
  const weight = useMemo(() => weightOf(tool), [tool]);
  const hints = useMemo(() => clientHints(tool), [tool]);
  const count = hints.length > 0 && ` · ${counted(hints.length, "hint")} on other clients`;
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
          {hints.map((hint) => (
            <HintRow key={hint.text} hint={hint} />
          ))}
        </ul>
      )}
    </LazyDetails>
  );
}

function HintRow({ hint: { text, names, source } }: { readonly hint: ClientHint }): VNode {
  const more = names.length - SHOWN_NAMES;
  return (
    <li>
      {text}
      {names.slice(0, SHOWN_NAMES).map((name, index) => (
        <Fragment key={index}>
          {" "}
          <code>
            <Name text={name} limit={LONGEST_NAME} />
          </code>
        </Fragment>
      ))}
      {more > 0 && ` and ${formatNumber(more)} more`}{" "}
      <a href={source.url} target="_blank" rel="noopener noreferrer">
        {source.title}
      </a>
    </li>
  );
}
