// The values of filters: patterns, sizes and times.

const SIZE_UNITS: Readonly<Record<string, number>> = { "": 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6 };
const TIME_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Makes a test of texts from a pattern in which `*` stands for any characters. Its time is linear: filters come from
 * links.
 */
export function globTest(pattern: string): (text: string) => boolean {
  const parts = pattern.toLowerCase().split("*");
  const [first = "", ...others] = parts;
  const last = others.pop();
  return (text) => {
    const lower = text.toLowerCase();
    if (last === undefined) return lower === first;
    if (!lower.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = lower.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return lower.length - last.length >= at && lower.endsWith(last);
  };
}

/** Reads a size such as `10k`, in bytes. */
export function sizeOf(text: string): number | undefined {
  return quantity(text, SIZE_UNITS);
}

/** Reads a time span such as `500ms`, in milliseconds. */
export function spanOf(text: string): number | undefined {
  return quantity(text, TIME_UNITS);
}

function quantity(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, digits, unit = ""] = /^(\d{1,12}(?:\.\d{1,6})?)([a-z]{0,2})$/i.exec(text) ?? [];
  const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}
