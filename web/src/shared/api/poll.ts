/**
 * Asks again every so often once there is an answer. Before the first one a failure stays on the screen until it is
 * tried again: another attempt would show the skeleton in its place each time.
 */
export const pollEvery =
  (ms: number) =>
  ({ state }: { readonly state: { readonly data: unknown } }): number | false =>
    state.data === undefined ? false : ms;
