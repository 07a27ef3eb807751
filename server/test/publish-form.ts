import type { TestActor } from './actors.ts';
import type { TestAnswer, TestApp } from './harness.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
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

/** The next quarter of an hour at least a day ahead, as the form's two fields in UTC. */
export function startFields(app: TestApp, offsetMs = 0): { event_date: string; event_start_hour: string } {
  const quarter = 900_000;
  const at = Math.ceil((app.clock.now() + 86_400_000) / quarter) * quarter + offsetMs;
  return { event_date: String(at), event_start_hour: new Date(at).toISOString().slice(11, 16) };
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
