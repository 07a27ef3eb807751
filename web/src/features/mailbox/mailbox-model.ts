/** A kept mail of `/dev/mailbox.json`. */
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

/** Reads the kept mails, newest first; `null` where this installation keeps none. */
export async function fetchMails(to: string, signal: AbortSignal): Promise<readonly KeptMail[] | null> {
  const response = await fetch(`/dev/mailbox.json${to ? `?to=${encodeURIComponent(to)}` : ''}`, { signal });
  if (!response.ok) return null;
  const body = (await response.json()) as { data: { messages: readonly KeptMail[] } };
  return body.data.messages;
}

/** A mail's page for a frame: links open in the whole window, scripts never run (the frame is sandboxed). */
export const framePage = (mail: Pick<KeptMail, 'html' | 'text'>): string =>
  `<!doctype html><meta name="color-scheme" content="light"><base target="_top">${mail.html || `<pre style="white-space:pre-wrap;font:16px/1.5 sans-serif">${mail.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`}`;

/** An attachment as something to click. */
export const attachmentUrl = (attachment: { contentType: string; base64: string }): string =>
  `data:${attachment.contentType};base64,${attachment.base64}`;

/** A link of this site as a path, so that it opens on the address the mailbox was opened on. */
export function ownPath(link: string, origin: string): string {
  try {
    const url = new URL(link);
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : link;
  } catch {
    return link;
  }
}
