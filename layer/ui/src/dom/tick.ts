// Components that show what is left of a time.

import { useEffect, useReducer } from "preact/hooks";

/** Draws the component each second, while the time matters. */
export function useTick(isCounting: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => tick(undefined), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
}
