/**
 * Goes to another site's page: a wallet, a social login. Resolves when the reader is back on this very page.
 * "Back" shows it again from the browser's memory as it stood when it was left, so a screen that waits for the other
 * page must go on from there; a page that is reloaded never gets that far.
 */
export async function leavePage(url: string): Promise<void> {
  window.location.assign(url);
  await shownAgain();
}

/** `pageshow` also ends every ordinary load, and a button may be pressed before that: only `persisted` means "back". */
function shownAgain(): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      window.removeEventListener('pageshow', look);
      resolve();
    };
    window.addEventListener('pageshow', look);
  });
}
