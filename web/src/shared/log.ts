/** Writes a failure that is shown to no one to the browser's console, where a developer finds its reason. */
export function log(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's log is its console
  console.warn(what, error);
}
