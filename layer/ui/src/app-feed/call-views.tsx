// Calls of other clients, each with an app of its own.

import { type Signal, signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import type { AppInput } from "../apps/model/hosted-app";
import { frameLimitProblem } from "../apps/model/open-frames";
import { AppPanel } from "../apps/panel/panel";
import { readDeclared } from "../apps/run/declared";
import { AppRun } from "../apps/run/run";
import { freshId } from "../dom/attributes";
import { flushed } from "../dom/flushed";
import { Name } from "../dom/name";
import { clockTime } from "../text/units";
import { toolNamed } from "../tools/catalog";
import type { DeclaredApp } from "../tools/declared-app";
import type { AgentCall } from "./agent-call";

// The views whose apps run at the same time. Further calls are offered with a button, which closes the oldest app.
const MOST_LIVE = 10;
// The views of calls. The oldest leave.
const MOST_VIEWS = 50;

interface CallView {
  readonly key: string;
  readonly call: AgentCall;
  readonly app: DeclaredApp;
  inputs: readonly AppInput[];
  /** The app; undefined while it is only offered. */
  readonly run: Signal<AppRun | undefined>;
}

export class CallViews {
  /** The views, the latest first. */
  readonly views = signal<readonly CallView[]>([]);
  readonly place = createRef<HTMLDivElement>();
  // The views that wait until another has made room.
  readonly #opening = new Set<CallView>();

  /** Shows a call that has begun. Its app opens if there is room for another frame. */
  begun(call: AgentCall, app: DeclaredApp): void {
    if (!call.input) return;
    const view: CallView = { key: freshId(), call, app, inputs: [call.input], run: signal(undefined) };
    flushed(() => (this.views.value = [view, ...this.views.peek()]));
    for (const old of this.views.peek().slice(MOST_VIEWS)) void this.#remove(old);
    // A frame outside of the document loads nothing.
    const isInPage = this.place.current?.isConnected === true;
    if (isInPage && this.#live.length < MOST_LIVE && frameLimitProblem() === undefined) this.#run(view);
  }

  ended(call: AgentCall, message: AppInput): void {
    const view = this.views.peek().find((view) => view.call === call);
    if (!view) return;
    view.inputs = [...view.inputs, message];
    view.run.peek()?.sendInput(message.method, message.params);
  }

  /** Returns whether the app of a call is open. */
  isOpen(): boolean {
    return this.#live.length > 0;
  }

  get #live(): readonly CallView[] {
    return this.views.peek().filter(({ run }) => run.peek()?.isOver === false);
  }

  #run(view: CallView): void {
    const { app, call } = view;
    const tool = toolNamed(call.tool) ?? { name: call.tool };
    const run = new AppRun(tool, app.uri, (signal, note) => readDeclared(app, signal, note));
    run.inputs = view.inputs;
    run.openedBy = call.client;
    flushed(() => (view.run.value = run));
    void run.start();
  }

  /** Opens the app of a call. The oldest of the others makes room. */
  async open(view: CallView): Promise<void> {
    if (this.#opening.has(view)) return;
    this.#opening.add(view);
    const oldest = this.#live.at(-1);
    if (oldest && (this.#live.length >= MOST_LIVE || frameLimitProblem() !== undefined)) {
      await oldest.run.peek()?.close();
      oldest.run.value = undefined;
    }
    this.#opening.delete(view);
    this.#run(view);
  }

  async #remove(view: CallView): Promise<void> {
    await view.run.peek()?.close();
    this.views.value = this.views.peek().filter((other) => other !== view);
  }

  async close(): Promise<void> {
    await Promise.all(this.views.peek().map((view) => this.#remove(view)));
  }
}

export function CallViewList({ views }: { readonly views: CallViews }): VNode {
  return (
    <div class="call-views" ref={views.place}>
      {views.views.value.map((view) => (
        <CallViewItem key={view.key} view={view} onOpen={() => void views.open(view)} />
      ))}
    </div>
  );
}

interface CallViewItemProps {
  readonly view: CallView;
  readonly onOpen: () => void;
}

function CallViewItem({ view: { call, run }, onOpen }: CallViewItemProps): VNode {
  return (
    <article class="call-view">
      <p class="hint">
        <Name text={call.tool} limit={100} />
        {" · "}
        <Name text={call.client} />
        {` · ${clockTime(call.operation.request.at)}`}
      </p>
      <div>
        {run.value ? (
          <AppPanel app={run.value} />
        ) : (
          <button type="button" class="small" onClick={onOpen}>
            Open
          </button>
        )}
      </div>
    </article>
  );
}
