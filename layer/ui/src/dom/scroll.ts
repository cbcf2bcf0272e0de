/** The visible part of a long list, in pixels. */
export interface Scroll {
  readonly top: number;
  readonly height: number;
}

/** The distance from the top of the list, and the height, in pixels. */
export interface Position {
  readonly top: number;
  readonly height: number;
}

/** The scroll position at which a row is visible: the present position if the row is visible already. */
export function revealed({ top, height }: Position, scroll: Scroll): number {
  if (top < scroll.top) return top;
  return top + height > scroll.top + scroll.height ? top + height - scroll.height : scroll.top;
}

/** Scrolls to the start of a part of the page, unless it is in the upper part of the window already. */
export function scrollToStart(part: Element): void {
  const { top } = part.getBoundingClientRect();
  if (top < 0 || top > innerHeight * 0.7) part.scrollIntoView({ block: "start" });
}
