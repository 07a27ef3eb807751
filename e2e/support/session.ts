import type { BrowserContext } from '@playwright/test';
import type { Product } from './product.ts';

export const demoPassword = 'frontrow-demo';
/** The demo's accounts. The host publishes what the journeys need, unless they say whose it is. */
export const hostEmail = 'host@frontrow.test';
export const viewerEmail = 'viewer@frontrow.test';
export const viewer2Email = 'viewer2@frontrow.test';
export const adminEmail = 'admin@frontrow.test';

/** One call of the product's API, as any client would make it; throws with the server's sentences. */
export async function callApi<T>(
  product: Product,
  method: 'GET' | 'POST',
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<T> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.token && { 'access-token': options.token }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const parsed = (await answer.json()) as { data?: T; errors?: { message: string }[] };
  if (!answer.ok)
    throw new Error(`${method} ${path}: ${answer.status} ${parsed.errors?.map((line) => line.message).join(', ')}`);
  return parsed.data as T;
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

export const tokenOf = async (product: Product, email: string, password = demoPassword): Promise<Session> =>
  callApi<Session>(product, 'POST', '/auth/login', { body: { email, password } });

/** Puts a session into a browser without the form; the form has its own journey. */
export async function logIn(
  context: BrowserContext,
  product: Product,
  email: string,
  password = demoPassword,
): Promise<Session> {
  const session = await tokenOf(product, email, password);
  const page = await context.newPage();
  // No page of the product: it would follow the login, too, and one on its way may never close.
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(product.url);
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('frontrow-access-token', access_token);
    localStorage.setItem('frontrow-refresh-token', refresh_token);
  }, session);
  await page.close();
  return session;
}
