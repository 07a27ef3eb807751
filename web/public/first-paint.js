// Runs before the first paint. A file, not inline: the content-security-policy allows only our own scripts.
(function () {
  const page = document.documentElement;
  let scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
    // The log-in button must not be seen by somebody who is logged in.
    if (localStorage.getItem('frontrow-access-token') !== null) page.dataset.known = '';
  } catch {
    // Storage may be closed; the system's choice holds then.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // A drawn button may be pressed before its code is here: it is pressed again when it is. Links work by themselves.
  let early = null;
  const remember = (event) => (early = event.target.closest('button'));
  addEventListener('click', remember, true);
  addEventListener('frontrow-ready', () => {
    removeEventListener('click', remember, true);
    page.dataset.ready = '';
    if (early?.isConnected) early.click();
  });
})();
