// The sign-in at the authorization server of the MCP server, as the page knows it.

import { signal } from "@preact/signals";
import type { SignInEvent } from "./events";
import type { SignIn } from "./state";

export const signIn = signal<SignIn>({ state: "idle" });

/** The requests of the last sign-in. */
export const events = signal<readonly SignInEvent[]>([]);

/** Signs in: `program` where the program around the page does, `service` where the explorer itself does. */
export interface SignInWay {
  /** Asks for the present state. */
  readonly look: () => Promise<void>;
  /**
   * Begins a sign-in, which goes on until the person has to do something, or before each request. `challenge` is what
   * the MCP server has asked for.
   */
  readonly begin: (isStepwise: boolean, challenge?: string) => Promise<void>;
  /** Lets the next request be sent, and goes on in the same way. */
  readonly release: (isStepwise: boolean) => Promise<void>;
  /** Goes on at one of the authorization servers. */
  readonly choose: (issuer: string) => Promise<void>;
  /** Ends the sign-in under way. */
  readonly cancel: () => Promise<void>;
  /** Takes note of a sign-in that has failed. */
  readonly dismiss: () => Promise<void>;
  readonly signOut: () => Promise<void>;
}
