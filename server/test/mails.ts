import type { TestApp } from './harness.ts';

export interface TestMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** Mails to one address in the dev mailbox, newest first. Deliver facts first: `await app.quiesce()`. */
export async function mailsTo(app: Pick<TestApp, 'http'>, to: string): Promise<readonly TestMail[]> {
  const answer = await app.http.inject({ method: 'GET', url: '/dev/mailbox.json', query: { to } });
  return answer.json<{ data: { messages: TestMail[] } }>().data.messages;
}

/** The token behind the `#` of the first link of a mail that has one. */
export function tokenIn(mail: Pick<TestMail, 'links'> | undefined): string {
  const link = mail?.links.find((one) => one.includes('#token='));
  if (!link) throw new Error('the mail has no link with a token');
  return link.slice(link.indexOf('#token=') + '#token='.length);
}
