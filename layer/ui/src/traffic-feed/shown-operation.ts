import { signal } from "@preact/signals";
import type { Operation } from "../traffic/operation";

/** The operation that another part of the page wants the panel of the traffic to show. */
export const shownOperation = signal<Operation | undefined>(undefined);
