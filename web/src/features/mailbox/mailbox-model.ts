import { fetchOwn } from '#web/shared/server-clock.ts';

/** One mail of `/dev/mailbox.json`. */
export interface KeptMail {
  id: number;
  to: string;
  subject: string;
  html: string;
  text: string;
  links: readonly string[];
  attachments: readonly { filename: string; contentType: string; base64: string }[];
  /** Epoch milliseconds. */
  at: number;
}

/** Fetches the mails, newest first; `null` where this installation has no mailbox. */
export async function fetchMails(to: string, signal: AbortSignal): Promise<readonly KeptMail[] | null> {
  const response = await fetchOwn(`/dev/mailbox.json${to ? `?to=${encodeURIComponent(to)}` : ''}`, { signal });
  if (!response.ok) return null;
  const body = (await response.json()) as { data: { messages: readonly KeptMail[] } };
  return body.data.messages;
}

/** A mail as a document for a sandboxed frame: links open in the whole window, scripts never run. */
export const framePage = ({ html, text }: Pick<KeptMail, 'html' | 'text'>): string =>
  `<!doctype html><meta name="color-scheme" content="light"><base target="_top">${html || plainPage(text)}`;

const plainPage = (text: string): string =>
  `<pre style="white-space:pre-wrap;font:16px/1.5 sans-serif">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;

/** An attachment as a link. */
export const attachmentUrl = (attachment: { contentType: string; base64: string }): string =>
  `data:${attachment.contentType};base64,${attachment.base64}`;

/** A link of this site as a path, so that it opens on the same host as the mailbox. */
export function ownPath(link: string, origin: string): string {
  try {
    const url = new URL(link);
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : link;
  } catch {
    return link;
  }
}
