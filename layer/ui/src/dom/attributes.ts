// Attributes that the elements of several rooms share.

/** Attributes of fields whose text must not be corrected or completed by the browser. */
export const VERBATIM = { spellcheck: false, autocomplete: "off" } as const;

let lastId = 0;

/** Returns an id that no other element of the page has. */
export function freshId(): string {
  lastId += 1;
  return `id-${lastId}`;
}
