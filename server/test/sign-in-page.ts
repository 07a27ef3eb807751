import type { TestApp } from './harness.ts';

/** A person sends the form of a built-in provider's page: what the browser comes back with. */
export async function sendSignInPage(
  app: Pick<TestApp, 'http'>,
  path: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ code: string; state: string }> {
  const form = new URL(url).searchParams;
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: new URL(url).host },
    payload: form.toString(),
  });
  if (answer.statusCode !== 303) throw new Error(`the page answered ${answer.statusCode}: ${answer.body}`);
  const back = new URL(String(answer.headers.location)).searchParams;
  return { code: back.get('code') ?? '', state: back.get('state') ?? '' };
}
