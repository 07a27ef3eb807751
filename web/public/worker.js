// Shows notifications, and pages without a network: a ticket has left a copy of itself in the browser's cache
// (web/src/features/ticketing/ticket-page/offline-copy.ts); every other page says that there is no connection.
const tickets = 'frontrow-tickets';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async () => (await caches.match(event.request.url)) ?? (await offlinePage())),
  );
});

/** The tickets that are kept here, by the titles of their copies. */
async function keptTickets() {
  const cache = await caches.open(tickets);
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return Promise.all(
    paths.map(async (path) => {
      const copy = (await (await cache.match(path))?.text()) ?? '';
      return `<li><a href="${path}">${/<title>(.*?)<\/title>/.exec(copy)?.[1] ?? path}</a></li>`;
    }),
  );
}

const words = {
  en: {
    title: 'You’re offline',
    text: 'Check your connection, then reload this page.',
    tickets: 'Tickets on this device',
  },
  de: {
    title: 'Du bist offline',
    text: 'Prüfe deine Verbindung und lade die Seite neu.',
    tickets: 'Tickets auf diesem Gerät',
  },
  es: {
    title: 'No tienes conexión',
    text: 'Comprueba tu conexión y vuelve a cargar la página.',
    tickets: 'Entradas en este dispositivo',
  },
};

/** The language chosen here, where the browser lets a worker read cookies, else the first of the browser's we have. */
async function readersLanguage() {
  const chosen = await self.cookieStore?.get('frontrow-language').catch(() => undefined);
  const wanted = [chosen?.value ?? '', ...self.navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((language) => language in words) ?? 'en';
}

async function offlinePage() {
  const kept = await keptTickets();
  const language = await readersLanguage();
  const { title, text, tickets: heading } = words[language];
  const list = kept.length > 0 ? `<h2>${heading}</h2><ul>${kept.join('')}</ul>` : '';
  const page = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title} · Frontrow</title>
<style>body{max-width:32rem;margin:15vh auto;padding:0 24px;font-family:system-ui,sans-serif;line-height:1.5}
li{padding:4px 0;overflow-wrap:anywhere}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${list}</main></body></html>`;
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

self.addEventListener('push', (event) => {
  const message = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(message.title ?? 'Frontrow', {
      body: message.body,
      tag: message.tag,
      icon: '/app-icon-192.png',
      data: { url: message.url ?? '/' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { href } = new URL(event.notification.data?.url ?? '/', self.location.origin);
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      const page = pages.find(({ url }) => [url.split('#')[0], url.split(/[?#]/)[0]].includes(href));
      return page ? page.focus() : self.clients.openWindow(href);
    }),
  );
});
