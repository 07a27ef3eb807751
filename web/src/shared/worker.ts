const formerScope = '/ticket/';

/** Starts the worker that shows notifications, and pages without a network. Rejects where the browser has none. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/worker.js');
  // Another worker once showed tickets; it would go on doing so.
  const former = await navigator.serviceWorker.getRegistration(formerScope);
  if (former && new URL(former.scope).pathname === formerScope) await former.unregister();
  return registration;
}
