// The browser's storage: of this origin, or of this tab. If it is disabled or full, nothing is stored.
type Area = "localStorage" | "sessionStorage";

export function stored(key: string, area: Area = "localStorage"): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value is stored. The page works without storage. */
export function store(key: string, value: string, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
