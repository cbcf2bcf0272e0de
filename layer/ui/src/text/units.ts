// Numbers with their units, as text.

export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

export function formatNumber(number: number): string {
  // The first number that is formatted for a language costs about 20 ms, which the first paint should not wait for.
  return Number.isInteger(number) && 0 <= number && number < 1000 ? String(number) : number.toLocaleString("en");
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** The time of day of a time since the epoch: 14:05:09.003 */
export function clockTime(time: number): string {
  const date = new Date(time);
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${hours}:${minutes}:${seconds}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}
