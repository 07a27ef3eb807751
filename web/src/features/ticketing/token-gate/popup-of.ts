import type { Popup } from './rally-model.ts';

/** A window that a press opened, as the model uses it. */
export const popupOf = (opened: Window | null): Popup | null =>
  opened && {
    get closed() {
      return opened.closed;
    },
    goTo: (url) => opened.location.replace(url),
    close: () => opened.close(),
  };
