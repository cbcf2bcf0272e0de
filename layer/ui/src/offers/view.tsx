// A resource, a template or a prompt in the main pane.

import type { VNode } from "preact";
import { Rounds } from "../conversation/rounds";
import type { Run } from "../conversation/run";
import { RunControls } from "../conversation/run-bar";
import { RunProgressView } from "../conversation/run-progress";
import { drawn } from "../dom/drawn";
import { useKeyOf } from "../dom/key-of";
import { Name } from "../dom/name";
import { RunLogView } from "../log/run-log";
import { Result } from "../results/result-view";
import { displayName } from "../text/printable";
import { OFFER_WORDS, offerCatalog } from "../tools/offer-catalog";
import { OfferFormView } from "./form-view";
import { OfferHead } from "./head";
import { Watch } from "./resource-watch";
import { contentsViews, messagesViews } from "./result-views";
import type { OfferSession } from "./session";

interface OfferProps {
  readonly session: OfferSession;
}

export function offerElement(session: OfferSession): HTMLElement {
  return drawn(<OfferScreen session={session} />);
}

function OfferScreen({ session }: OfferProps): VNode {
  return (
    <article class="tool">
      <Body session={session} />
    </article>
  );
}

function Body({ session }: OfferProps): VNode {
  const offer = session.offer.value;
  const problem = session.problem.value;
  if (!offer) return <Unknown session={session} />;
  return (
    <>
      <OfferHead offer={offer} link={() => session.link()} />
      {problem === undefined ? <Call session={session} /> : <p class="failure">{problem}</p>}
    </>
  );
}

// An item of which nothing is known, or nothing yet.
function Unknown({ session: { id, kind } }: OfferProps): VNode {
  const text = offerCatalog.value ? `The server lists no ${OFFER_WORDS[kind].one} of this name.` : "Loading…";
  return (
    <>
      <h2>
        <Name text={id} limit={300} />
      </h2>
      <p class="hint">{text}</p>
    </>
  );
}

function Call({ session }: OfferProps): VNode {
  const { run } = session;
  const watch = session.watch.value;
  return (
    <div class="call">
      <Arguments session={session} />
      <Actions run={run} />
      <div>{watch && <Watch key={watch.uri} watch={watch} />}</div>
      <Rounds run={run} />
      <ResultPlace session={session} />
      <RunLogView log={run.log} />
    </div>
  );
}

function Actions({ run: { bar, progress } }: { readonly run: Run }): VNode {
  return (
    <div class="actions">
      <RunControls bar={bar} />
      <RunProgressView progress={progress} />
    </div>
  );
}

function Arguments({ session }: OfferProps): VNode | null {
  const form = session.form.value;
  if (!form || form.fields.length === 0) return null;
  return (
    <section class="arguments" aria-label="Arguments">
      <div class="column whole">
        <h3>Arguments</h3>
        <OfferFormView form={form} />
        {session.kind === "template" && <p class="mono hint">{displayName(session.uri.value, 1000)}</p>}
      </div>
    </section>
  );
}

function ResultPlace({ session }: OfferProps): VNode {
  const shown = session.shown.value;
  const key = useKeyOf(shown);
  return (
    <section aria-label="Result" ref={session.result}>
      {shown && (
        <Result
          key={key}
          call={shown.outcome}
          views={session.kind === "prompt" ? messagesViews : contentsViews}
          initial={shown.initial}
          onTab={(name) => (session.tab = name)}
        />
      )}
    </section>
  );
}
