import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { MOST_OFFERS } from "../protocol/offers";
import { fetchDefinitions } from "../protocol/tools";
import { messageOf } from "../text/error";
import { counted, formatNumber } from "../text/units";
import { isVisibleTo } from "../tools/declared-app";
import { ESTIMATE, aboutTokens, weightOf } from "./weight";

const PATIENCE_MS = 60000;

interface Total {
  // The number of the list that was weighed.
  readonly listing: number;
  readonly characters: number;
  // Set if there may be more tools than were weighed.
  readonly isCut: boolean;
}

/** The last weighing: of a list, under way, done, or failed with a reason. */
type Weighing =
  | { readonly kind: "none" | "weighing" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "known"; readonly total: Total };

const weighing = signal<Weighing>({ kind: "none" });

/** The weight of all tools together. It is found on request, because the page knows the schemas of opened tools only. */
export function TotalWeight({ listing }: { readonly listing: number }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const weigh = async () => {
    weighing.value = { kind: "weighing" };
    place.current?.focus();
    try {
      weighing.value = { kind: "known", total: await weighed(listing) };
    } catch (problem) {
      weighing.value = { kind: "failed", reason: messageOf(problem) };
    }
  };
  return (
    <div role="status" tabIndex={-1} ref={place}>
      <span>
        <Weight listing={listing} weigh={() => void weigh()} />
      </span>
    </div>
  );
}

function Weight({ listing, weigh }: { readonly listing: number; readonly weigh: () => void }): VNode {
  const state = weighing.value;
  const trigger = (
    <button type="button" class="small" onClick={weigh}>
      Count tokens
    </button>
  );
  switch (state.kind) {
    case "weighing":
      return <>Counting…</>;
    case "failed":
      return (
        <>
          <span class="failure">{`Not counted. ${state.reason}`}</span> {trigger}
        </>
      );
    case "known":
      return state.total.listing === listing ? <Known total={state.total} /> : trigger;
    case "none":
      return trigger;
  }
}

function Known({ total: { characters, isCut } }: { readonly total: Total }): VNode {
  return (
    <>
      {isCut && `The first ${formatNumber(MOST_OFFERS)} tools: `}
      <span title={ESTIMATE}>{aboutTokens(characters)}</span>{" "}
      <span class="hint">{counted(characters, "character")}</span>
    </>
  );
}

// Requests the whole list of tools. Those that are for apps alone are not given to models.
async function weighed(listing: number): Promise<Total> {
  const definitions = await fetchDefinitions(AbortSignal.timeout(PATIENCE_MS));
  const forModels = definitions.filter((tool) => isVisibleTo(tool, "model"));
  const characters = forModels.reduce((sum, tool) => sum + weightOf(tool), 0);
  return { listing, characters, isCut: definitions.length === MOST_OFFERS };
}
