// Serves the page of a ticket without a network: the page has left a copy of itself in the browser's cache
// (web/src/features/ticketing/ticket-page/offline-copy.ts).
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async () => (await caches.match(event.request.url)) ?? Response.error()),
  );
});
