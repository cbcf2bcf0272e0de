// The filter of the traffic in the address of the page, so that a link opens the panel with it.

const PARAMETER = "traffic";

/** Returns undefined if the address does not name the panel. */
export function filterInAddress(address: string): string | undefined {
  return new URL(address).searchParams.get(PARAMETER) ?? undefined;
}

/** Returns the address with a filter; without the panel if it is undefined. */
export function withFilter(address: string, filter: string | undefined): string {
  const url = new URL(address);
  if (filter === undefined) url.searchParams.delete(PARAMETER);
  else url.searchParams.set(PARAMETER, filter);
  return url.href;
}
