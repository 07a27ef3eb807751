// Runs before the first paint, from within the built page; the content-security-policy knows it by its hash.
(function () {
  const page = document.documentElement;
  // What the server drew is of this address; a reader who returns twice may be at another one before it is taken over.
  page.dataset.drawnAt = location.pathname + location.search;
  let scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
    const isKnown = localStorage.getItem('frontrow-access-token') !== null;
    // The login button must not be seen by somebody who is logged in.
    if (isKnown) page.dataset.known = '';
    const user = isKnown && JSON.parse(localStorage.getItem('frontrow-current-user') ?? '{}').user;
    // What asks to prove an address, and what only a ticket's owner and the host see of an event, get their room before they are here.
    if (user && !user.user_is_guest && !user.user_email_verified) page.dataset.unproven = '';
    // On pages of a host or an event, that host must not be able to press what is meant for others.
    const event = /^\/event\/([^/]+)/.exec(location.pathname);
    const host = document.querySelector('meta[name="page-host"]');
    if ((event || host) && isKnown && !user) page.dataset.seat = 'unknown';
    else if (user && host?.content === user.user_username) page.dataset.seat = 'owner';
    else if (event && user?.purchased_events?.includes(event[1])) page.dataset.seat = 'buyer';
  } catch {
    // Storage may be closed; the system's choice holds then.
  }
  // The note inside other apps' browsers gets its room too (`shared/in-app-browser.ts` knows them by name).
  if (/\bInstagram\b|\bLinkedInApp\b|\bDiscord\b|\bSlack[/_]/.test(navigator.userAgent)) page.dataset.inApp = '';
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // A room is dark in both schemes. Without a login the page leads home, which is not.
  const isRoom = page.dataset.known === '' && /^\/(streaming|broadcast|mobileStreaming)\//.test(location.pathname);
  page.setAttribute('data-mantine-color-scheme', dark || isRoom ? 'dark' : 'light');

  const isDrawn = () => document.querySelector('meta[name="code"]') !== null;

  const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const come = (link) =>
    new Promise((done) => {
      link.addEventListener('load', done);
      // What is missing is asked for once more by the text that needs it.
      link.addEventListener('error', done);
    });
  const waitMs = 3000;
  const wait = () => new Promise((done) => setTimeout(done, waitMs));
  // Both fonts at once: the page is laid out again only once. One that hangs keeps nobody from the other. Who has begun to read
  // by then keeps the letters that stand, of the same measures: a slow phone is held up by others, and the next page wears them.
  const readingAfterMs = 1000;
  const isRead = () => {
    const [seen] = performance.getEntriesByName('first-contentful-paint');
    return seen !== undefined && performance.now() - seen.startTime > readingAfterMs;
  };
  const wear = () => (document.getElementById('fonts').media = 'all');
  const dress = async () => {
    const links = [...document.querySelectorAll('link[data-later]')];
    const fonts = links.filter(({ dataset }) => dataset.later === 'preload').map(come);
    for (const link of links) link.rel = link.dataset.later;
    await Promise.race([Promise.all(fonts), wait()]);
    if (!isRead() || !window.navigation) wear();
    // The router replaces the entry with itself when it begins.
    else navigation.addEventListener('currententrychange', (event) => event.navigationType !== 'replace' && wear());
  };

  // A drawn page needs no script: its fonts and its code come after its first picture.
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = document.querySelector('meta[name="code"]').content;
    document.head.append(script);
    setTimeout(() => void dress());
  };
  if (isDrawn())
    addEventListener('DOMContentLoaded', () => {
      void wait().then(begin);
      const first = document.querySelector('img[fetchpriority="high"]');
      // What begins is a separate task, so the picture gets its frame before it.
      const shown = () => void nextFrame().then(begin);
      if (!first || first.complete) return shown();
      first.addEventListener('load', shown);
      first.addEventListener('error', shown);
    });

  // A drawn button may be pressed before its code is here: it is pressed again when it is. Links work by themselves.
  // A button that React handles carries React's properties, and is not pressed a second time. One in a part whose code
  // comes later has none yet; it is pressed when that code says that it is ready.
  const isHandled = (part) => Object.keys(part).some((name) => name.startsWith('__react'));
  let early = null;
  const reached = ({ currentTarget }) => {
    if (isHandled(currentTarget)) early = null;
  };
  addEventListener(
    'click',
    (event) => {
      early = event.target.closest('button');
      early?.addEventListener('click', reached, { capture: true, once: true });
    },
    true,
  );
  // A choice in a menu is made again, because React resets the menu to what was drawn.
  let chosen = null;
  addEventListener(
    'change',
    ({ target }) => {
      if (target.matches('select') && !isHandled(target)) chosen = { menu: target, value: target.value };
    },
    true,
  );
  addEventListener('frontrow-ready', () => {
    page.dataset.ready = '';
    if (early?.isConnected) early.click();
    if (!chosen || !isHandled(chosen.menu)) return;
    const { menu, value } = chosen;
    chosen = null;
    menu.value = value;
    menu.dispatchEvent(new Event('change', { bubbles: true }));
  });
})();
