import { language } from '#web/shared/i18n/language.ts';
import { offlineTickets } from '#web/shared/offline-tickets.ts';
import { startWorker } from '#web/shared/worker.ts';
import { type TicketFile, ticketFile } from '../my-tickets/ticket-file.ts';

const available = (): boolean => 'caches' in window && 'serviceWorker' in navigator;

/** The copy: a document that needs nothing else, black on white, so that it scans. */
export function offlineDocument(file: TicketFile, note: string): string {
  const picture = ticketFile(file).replace('<svg ', '<svg role="img" style="max-width:100%;height:auto" ');
  const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return [
    `<!doctype html><html lang="${language()}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${safe(file.code)} · Frontrow</title>`,
    '<style>body{margin:0;padding:16px;background:#fff;color:#000;font-family:sans-serif;text-align:center}</style>',
    `</head><body><main>${picture}<p>${safe(note)}</p></main></body></html>`,
  ].join('');
}

/**
 * Leaves a copy of a ticket in the browser, and the worker that shows it at this address when there is no network. A
 * browser that has neither shows the ticket as long as the page is open.
 */
export async function keepOffline(path: string, content: string): Promise<void> {
  if (!available()) return;
  const cache = await caches.open(offlineTickets);
  await cache.put(path, new Response(content, { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  await startWorker();
}

/** A ticket that is void leaves no code behind. */
export async function dropOffline(path: string): Promise<void> {
  if (available()) await (await caches.open(offlineTickets)).delete(path);
}
