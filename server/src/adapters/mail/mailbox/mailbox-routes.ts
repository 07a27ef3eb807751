import { domainToASCII, domainToUnicode } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { refuse } from '@frontrow/core/refuse.ts';
import { normaliseEmail, readableEmail } from '@frontrow/core/accounts/email.ts';
import type { Db } from '../../../db/db.ts';

/** A kept mail as `/dev/mailbox.json` answers it. */
export interface KeptMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Every address the mail links to, in order, once each. */
  readonly links: readonly string[];
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly base64: string }[];
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Row {
  id: number;
  to_address: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; contentType: string; inlineId: string | null; base64: string }[];
  at: Date;
}

const listedMax = 100;

/** The dev mailbox as JSON: `GET /dev/mailbox.json?to=…`, newest first, and `GET /dev/mailbox/<id>.json`. */
export function mailboxRoutes(db: Db): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get<{ Querystring: { to?: string } }>(
      '/dev/mailbox.json',
      { schema: { hide: true } },
      async (request, reply) => {
        const { to } = request.query;
        const rows = await db.query<Row>(
          'SELECT * FROM dev_mailbox WHERE $1::text IS NULL OR to_address = $1 ORDER BY id DESC LIMIT $2',
          [typeof to === 'string' && to !== '' ? normaliseEmail(to, domainToASCII) : null, listedMax],
        );
        return reply.header('cache-control', 'no-store').send({ data: { messages: rows.map(mailOf) } });
      },
    );
    app.get<{ Params: { id: string } }>(
      '/dev/mailbox/:id(^\\d{1,15}$).json',
      { schema: { hide: true } },
      async (request, reply) => {
        const row = await db.one<Row>('SELECT * FROM dev_mailbox WHERE id = $1', [Number(request.params.id)]);
        if (!row) throw refuse('not_found');
        return reply.header('cache-control', 'no-store').send({ data: mailOf(row) });
      },
    );
  };
}

const mailOf = (row: Row): KeptMail => ({
  id: row.id,
  to: readableEmail(row.to_address, domainToUnicode),
  subject: row.subject,
  html: withInlineImages(row),
  text: row.text,
  links: linksOf(row.html, row.text),
  attachments: row.attachments.map(({ filename, contentType, base64 }) => ({ filename, contentType, base64 })),
  at: row.at.getTime(),
});

/** A browser has no mail parts: images inside the mail become data URLs. */
function withInlineImages(row: Row): string {
  return row.attachments.reduce(
    (html, { inlineId, contentType, base64 }) =>
      inlineId ? html.replaceAll(`cid:${inlineId}`, `data:${contentType};base64,${base64}`) : html,
    row.html,
  );
}

function linksOf(html: string, text: string): string[] {
  const hrefs = Array.from(html.matchAll(/href="(https?:[^"]+)"/g), ([, href]) =>
    href!.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
  );
  const plain = Array.from(text.matchAll(/https?:\/\/[^\s<>"]+/g), ([address]) => address);
  return [...new Set([...hrefs, ...plain])];
}
