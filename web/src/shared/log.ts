/** Writes a failure that nobody is told about to the browser's console, where whoever looks for its reason finds it. */
export function log(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's log is its console
  console.warn(what, error);
}
