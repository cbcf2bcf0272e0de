// Anything can be thrown; what the page and the browser throw are errors.

export function messageOf(problem: unknown): string {
  return errorOf(problem).message;
}

export function errorOf(problem: unknown): Error {
  return problem instanceof Error ? problem : new Error(problem as string);
}
