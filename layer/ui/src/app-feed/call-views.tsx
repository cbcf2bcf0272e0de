// Calls of other clients, each with an app of its own.

import { readDeclared } from "../apps/run/declared";
import { AppRun } from "../apps/run/run";
import type { AppInput } from "../apps/model/hosted-app";
import { frameLimitProblem } from "../apps/model/open-frames";
import { appPanel } from "../apps/panel/panel";
import { button, element, nameNode } from "../dom/element";
import type { DeclaredApp } from "../tools/declared-app";
import { toolNamed } from "../tools/catalog";
import { clockTime } from "../text/units";
import type { AgentCall } from "./agent-call";

const MOST_LIVE = 10;
const MOST_VIEWS = 50;

interface CallView {
  readonly call: AgentCall;
  readonly element: HTMLElement;
  readonly room: HTMLElement;
  readonly app: DeclaredApp;
  inputs: readonly AppInput[];
  run: AppRun | undefined;
}

export class CallViews {
  readonly element = element("div.call-views");
  // The latest first.
  private views: CallView[] = [];

  // Shows a call that has begun. Its app opens if there is room for another frame.
  begun(call: AgentCall, app: DeclaredApp): void {
    if (!call.input) return;
    const room = element("div");
    const { request } = call.operation;
    const words = element(
      "p.hint",
      nameNode(call.tool, 100),
      " · ",
      nameNode(call.client),
      " · ",
      clockTime(request.at),
    );
    const view: CallView = {
      call,
      app,
      room,
      element: element("article.call-view", words, room),
      inputs: [call.input],
      run: undefined,
    };
    this.views.unshift(view);
    this.element.prepend(view.element);
    for (const old of this.views.splice(MOST_VIEWS)) void this.remove(old);
    // A frame outside of the document loads nothing.
    if (this.element.isConnected && this.live.length < MOST_LIVE && frameLimitProblem() === undefined) this.open(view);
    else this.offer(view);
  }

  ended(call: AgentCall, message: AppInput): void {
    const view = this.views.find((view) => view.call === call);
    if (!view) return;
    view.inputs = [...view.inputs, message];
    view.run?.sendInput(message.method, message.params);
  }

  private get live(): readonly CallView[] {
    return this.views.filter(({ run }) => run && !run.isOver);
  }

  private open(view: CallView): void {
    const { app, call } = view;
    const tool = toolNamed(call.tool) ?? { name: call.tool };
    const run = new AppRun(tool, app.uri, (signal, note) => readDeclared(app, signal, note));
    run.inputs = view.inputs;
    run.openedBy = call.client;
    view.run = run;
    view.room.replaceChildren(appPanel(run));
    void run.start();
  }

  private offer(view: CallView): void {
    const open = async () => {
      // The oldest of these views makes room.
      const oldest = this.live.at(-1);
      if (oldest && (this.live.length >= MOST_LIVE || frameLimitProblem() !== undefined)) {
        await oldest.run?.close();
        this.offer(oldest);
      }
      this.open(view);
    };
    view.run = undefined;
    view.room.replaceChildren(button("Open", () => void open(), "small"));
  }

  private async remove(view: CallView): Promise<void> {
    await view.run?.close();
    view.element.remove();
  }

  async close(): Promise<void> {
    await Promise.all(this.views.splice(0).map((view) => this.remove(view)));
  }
}
