import type { AppFrame } from "../frame/frame";
import { settings } from "../../settings";
import { counted } from "../../text/units";
import type { AppConnection } from "./hosted-app";
import type { TakeNote } from "./record";

/** A frame whose content is not trusted: an app, or HTML of the server. */
export interface OpenFrame {
  readonly kind: "app" | "HTML";
  readonly frame: AppFrame | undefined;
  readonly bridge?: AppConnection | undefined;
  /** The times when the content took the keyboard focus. */
  thefts: readonly number[];
  readonly note: TakeNote;
  end(phase: "closed" | "failed", failure?: string): void;
  close(): Promise<void>;
}

/** The frames that are open in this page. */
export const openFrames = new Set<OpenFrame>();

/** Returns the reason why no further frame may be opened. */
export function frameLimitProblem(): string | undefined {
  if (openFrames.size < settings.apps.frames) return undefined;
  const counts = (["app", "HTML"] as const).map((kind) => [...openFrames].filter((open) => open.kind === kind).length);
  const [apps = 0, documents = 0] = counts;
  const open = [apps > 0 && counted(apps, "app"), documents > 0 && counted(documents, "HTML document")];
  const verb = openFrames.size === 1 ? "is" : "are";
  return `${open.filter(Boolean).join(" and ")} ${verb} already open, the most that this server allows.`;
}
