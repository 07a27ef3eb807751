import type { TestActor } from './actors.ts';
import type { TestAnswer, TestApp } from './harness.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { days, hours } from '@frontrow/core/kernel/instant.ts';
import sharp from 'sharp';

export const dataUrlOf = (bytes: Uint8Array, kind = 'image/png'): string =>
  `data:${kind};base64,${Buffer.from(bytes).toString('base64')}`;

/** A small real picture, as a browser's crop would send it. */
export async function testCover(width = 1600, height = 900): Promise<string> {
  return dataUrlOf(
    await sharp({ create: { width, height, channels: 3, background: '#6C4CF1' } })
      .jpeg()
      .toBuffer(),
    'image/jpeg',
  );
}

/**
 * The next noon at least a day ahead, as the form's two fields in UTC: an hour that no zone's clocks skip or repeat.
 */
export function startFields(app: TestApp, offsetMs = 0): { event_date: string; event_start_hour: string } {
  const at = Math.ceil((app.clock.now() + hours(12)) / days(1)) * days(1) + hours(12) + offsetMs;
  return { event_date: String(at), event_start_hour: new Date(at).toISOString().slice(11, 16) };
}

/** The next start, at least a week ahead, at a time that the clocks of Madrid skip. */
export function skippedInMadrid(app: TestApp): { event_date: number; event_start_hour: string } {
  for (let year = new Date(app.clock.now()).getUTCFullYear(); ; year++) {
    const lastDay = new Date(Date.UTC(year, 2, 31)).getUTCDay();
    const at = Date.UTC(year, 2, 31 - lastDay, 1, 30);
    if (at > app.clock.now() + days(7)) return { event_date: at, event_start_hour: '02:30' };
  }
}

export type FormFields = Readonly<Record<string, string | undefined>>;

/** A payload that is published: a free interactive event tomorrow. */
export async function goodForm(app: TestApp, more: FormFields = {}): Promise<FormFields> {
  return {
    event_cover_image: await testCover(),
    event_title: 'Kitchen songs',
    event_description: 'A late set, and a turn for you.',
    ...startFields(app),
    public: 'true',
    event_opening_ticketing: 'true',
    event_rally_coins: '[]',
    event_rally_nfts_collections: '[]',
    event_num_attendees: '49',
    event_price_ticket: '0',
    event_ticket_type: '1',
    ...more,
  };
}

/** Sends the fields as a browser's multipart form. */
export async function publish(
  app: TestApp,
  host: TestActor,
  fields: FormFields,
  idempotencyKey?: string,
): Promise<TestAnswer<AnswerOf<'POST /events/create'>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  const encoded = new Response(form);
  return app.call('POST /events/create', {
    as: host.token,
    headers: {
      'content-type': encoded.headers.get('content-type')!,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
}
