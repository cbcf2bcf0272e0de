import { signal } from "@preact/signals";

/** The ids of the tasks that a conversation on this page follows. */
export const followed = signal<ReadonlySet<string>>(new Set());

export function setFollowed(id: string, isFollowed: boolean): void {
  const others = [...followed.value].filter((other) => other !== id);
  followed.value = new Set(isFollowed ? [...others, id] : others);
}
