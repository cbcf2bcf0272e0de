// The axis of the timeline: the times at which something happened. Long pauses between them are skipped.

/** A part of the time that is shown at its full length. All members are in milliseconds. */
interface Stretch {
  /** Its ends, since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Its place on the axis. */
  readonly place: number;
}

/** A line across the axis, at a share of its visible part, with the time since its start. */
export interface Tick {
  readonly share: number;
  readonly time: number;
}

/** A skipped pause in the visible part of the axis, in shares of it, and its length in milliseconds. */
export interface Skip {
  readonly share: number;
  readonly width: number;
  readonly length: number;
}

export interface Period {
  readonly from: number;
  readonly to: number;
}

// Pauses longer than this, and than this share of the time with traffic, are skipped.
const SHORTEST_SKIP_MS = 1000;
const SHORTEST_SKIP_SHARE = 0.2;
// The length of a skipped pause on the axis, and of all of them, as shares of what is shown in full.
const SKIP_SHARE = 0.03;
const ALL_SKIPS_SHARE = 0.5;

export class TimeAxis {
  readonly #stretches: readonly Stretch[];
  readonly #skip: number;
  readonly length: number;

  /** `periods` are the times with traffic, of which there is at least one, in any order. */
  constructor(periods: readonly Period[]) {
    const busy = merged(periods, 0);
    const pause = Math.max(SHORTEST_SKIP_MS, SHORTEST_SKIP_SHARE * lengthOf(busy));
    const shown = merged(busy, pause);
    const full = Math.max(1, lengthOf(shown));
    this.#skip = Math.min(SKIP_SHARE, ALL_SKIPS_SHARE / shown.length) * full;
    let place = 0;
    this.#stretches = shown.map(({ from, to }) => {
      const stretch = { from, to, place };
      place += to - from + this.#skip;
      return stretch;
    });
    this.length = full + this.#skip * (shown.length - 1);
  }

  get from(): number {
    return this.#stretches[0]!.from;
  }

  get to(): number {
    return this.#stretches.at(-1)!.to;
  }

  /** Returns the place of a time, in per cent of the axis. */
  percent(time: number): number {
    const { from, to, place } = this.#stretches[this.#last((stretch) => stretch.from <= time)]!;
    return (100 * (place + Math.min(Math.max(time, from), to) - from)) / this.length;
  }

  /** Returns lines for a visible part, whose start and length are shares of the axis, with room between them. */
  ticks(first: number, share: number, most: number): Tick[] {
    const [start, shown] = [first * this.length, share * this.length];
    const interval = tickInterval(shown, most);
    const ticks: Tick[] = [];
    const add = (place: number, time: number) => {
      const tick = { share: (place - start) / shown, time };
      const last = ticks.at(-1);
      if (tick.share >= 0 && (!last || tick.share - last.share >= 0.8 / most)) ticks.push(tick);
    };
    for (const stretch of this.#visible(start, shown)) {
      const offset = stretch.from - this.from;
      add(stretch.place, offset);
      const left = offset + Math.max(0, start - stretch.place);
      const right = offset + Math.min(stretch.to - stretch.from, start + shown - stretch.place);
      for (let index = Math.ceil(left / interval); index * interval <= right; index += 1) {
        add(stretch.place + index * interval - offset, index * interval);
      }
    }
    return ticks;
  }

  /** Returns the skipped pauses of a visible part. */
  skips(first: number, share: number): Skip[] {
    const [start, shown] = [first * this.length, share * this.length];
    return this.#visible(start, shown).flatMap((stretch, index, stretches) => {
      const next = stretches[index + 1];
      if (!next) return [];
      const place = stretch.place + stretch.to - stretch.from;
      return { share: (place - start) / shown, width: this.#skip / shown, length: next.from - stretch.to };
    });
  }

  // The stretches of a visible part, and those beside its ends.
  #visible(start: number, shown: number): readonly Stretch[] {
    const first = this.#last(({ place }) => place <= start);
    const last = this.#last(({ place }) => place <= start + shown);
    return this.#stretches.slice(first, last + 2);
  }

  // The last stretch with a property that the stretches before it have, too; the first one if none has it.
  #last(has: (stretch: Stretch) => boolean): number {
    let [low, high] = [0, this.#stretches.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (has(this.#stretches[middle]!)) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/**
 * Returns the interval of the lines across an axis, of which there are at most so many in a part: one that people count
 * in. All are in milliseconds.
 */
export function tickInterval(part: number, most: number): number {
  const least = Math.max(1, part / most);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((factor) => factor * power).find((length) => length >= least) ?? 10 * power;
}

// Periods in their order, of which those are one that overlap, or have a shorter pause between them.
function merged(periods: readonly Period[], pause: number): Period[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of periods.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from - last.to <= pause) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

function lengthOf(periods: readonly Period[]): number {
  return periods.reduce((sum, { from, to }) => sum + to - from, 0);
}
