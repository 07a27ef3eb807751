/** A step appeared in place of another: the keyboard goes along. Stable, so that typing does not fetch the focus again. */
export const focusOnce = (node: HTMLElement | null): void => node?.focus();
