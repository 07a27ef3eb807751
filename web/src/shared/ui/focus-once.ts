/**
 * A `ref` of what appeared in place of what had the keyboard: it goes along. Stable, so that drawing again does not
 * fetch the focus again.
 */
export const focusOnce = (node: HTMLElement | null): void => node?.focus();

/** The same of what appears after a wait: a person who has moved on keeps the keyboard. */
export const focusWhereLost = (node: HTMLElement | null): void => {
  if (document.activeElement === document.body) node?.focus();
};
