// The page's knowledge of the server.

import { computed, signal } from "@preact/signals";
import { server } from "../protocol/server";
import { PAGE_TITLE, settings } from "../settings";

/** Set while the tools cannot be listed. Nothing is known about the server then. */
export const isUnknown = signal(false);

/** Set while the home is in the main pane. Otherwise it need not follow the stored calls. */
export const isHomeShown = signal(false);

/** The title of the page: the server's name, unless the configuration has another one. */
export const pageTitle = computed(() => (settings.hasTitle ? PAGE_TITLE : serverTitle()));

export function serverTitle(): string {
  return server.value?.title ?? server.value?.name ?? PAGE_TITLE;
}
