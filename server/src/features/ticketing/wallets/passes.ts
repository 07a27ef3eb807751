import type { Account } from '@frontrow/core/kernel/actor.ts';
import { hours, type Instant } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { type FactHandler, onFact, type RecordedFact } from '../../../facts/fact-handler.ts';
import type { Kit } from '../../../kit.ts';
import type { PassContent } from '../../../ports/wallet-passes.ts';
import { createSigner } from '../../../signer.ts';
import { plannedEnd } from '../../events/index.ts';

export type WalletDeps = Pick<Kit, 'config' | 'clock' | 'db' | 'log' | 'walletPasses'>;

/** How long the address of a pass works without a session: a browser that downloads sends none. */
const linkMs = hours(1);

interface PassRow {
  id: string;
  event_id: string;
  holder_id: number;
  code: string;
  seat: number;
  is_void: boolean;
  ticket_qr: boolean;
  title: string;
  host: string;
  starts_at: Date;
  planned_end: Date | null;
  tz: string;
  /** Private meetings and replays have no pass: there is nothing to arrive at. */
  has_none: boolean;
}

const passRow = `SELECT t.id, t.event_id, t.holder_id, t.code, t.seat, e.ticket_qr, e.title,
    t.voided_at IS NOT NULL OR e.cancelled_at IS NOT NULL OR h.erased_at IS NOT NULL AS is_void,
    coalesce(nullif(u.name, ''), u.username) AS host, e.starts_at, ${plannedEnd} AS planned_end, e.tz,
    e.private_for IS NOT NULL OR e.replay_of IS NOT NULL AS has_none
  FROM ticket t JOIN event e ON e.id = t.event_id JOIN app_user u ON u.id = e.host_id
    JOIN app_user h ON h.id = t.holder_id`;

const contentOf = (row: PassRow, publicUrl: string): PassContent => ({
  ticketId: row.id,
  eventId: row.event_id,
  code: row.code,
  showsQr: row.ticket_qr,
  title: row.title,
  host: row.host,
  startsAt: row.starts_at.getTime(),
  endsAt: row.planned_end?.getTime(),
  tz: row.tz,
  seat: row.seat,
  ticketUrl: `${publicUrl}/ticket/${row.id}`,
  isVoid: row.is_void,
});

type Wallet = 'apple' | 'google';
const names = { apple: 'Apple Wallet', google: 'Google Wallet' } as const satisfies Record<Wallet, string>;

export type Passes = ReturnType<typeof createPasses>;

/** Tickets as passes in wallets. See docs/decisions/0162-wallet-passes.md. */
export function createPasses(deps: WalletDeps) {
  const { clock, config, db, walletPasses } = deps;
  const { publicUrl } = config;
  const links = createSigner(config, 'wallet pass link');
  const tokens = createSigner(config, 'wallet pass');
  const linkText = (ticketId: string, until: string): string => `${ticketId} ${until}`;
  const read = (ticketId: string) => db.one<PassRow>(`${passRow} WHERE t.id = $1`, [ticketId]);

  const apple = () => {
    if (!walletPasses.apple) throw refuse('wallet_not_offered', { wallet: names.apple });
    return walletPasses.apple;
  };
  const passOf = async (row: PassRow): Promise<Buffer> =>
    apple().pass(contentOf(row, publicUrl), tokens.signature(row.id));
  /** From now on the pass is kept current. */
  const keep = async (ticketId: string, wallet: Wallet): Promise<void> => {
    await db.query('INSERT INTO wallet_pass (ticket_id, wallet) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      ticketId,
      wallet,
    ]);
  };
  /** Refuses `ticket_not_found` for everyone but the holder. */
  const own = (row: PassRow | undefined, holder: Account | 'link'): PassRow => {
    const isHolders =
      row &&
      (holder === 'link' ||
        (row.holder_id === holder.id && (holder.guestOf === undefined || holder.guestOf === row.event_id)));
    if (!isHolders) throw refuse('ticket_not_found');
    return row;
  };

  return {
    apple,

    /** Where a valid ticket of an event can be added to. */
    offered(ticketId: string): { readonly apple_url?: string; readonly google?: true } {
      const until = String(clock.now() + linkMs);
      const key = links.signature(linkText(ticketId, until));
      return {
        ...(walletPasses.apple && {
          apple_url: `/tickets/${ticketId}/apple.pkpass?until=${until}&key=${key}`,
        }),
        ...(walletPasses.google && { google: true as const }),
      };
    },

    isLink: (ticketId: string, { until, key }: { readonly until: string; readonly key: string }): boolean =>
      links.isOurs(linkText(ticketId, until), key) && Number(until) > clock.now(),

    /** The pass for its holder; of a void ticket a void one. Refuses `wallet_not_offered` and `ticket_not_found`. */
    async appleFile(ticketId: string, holder: Account | 'link'): Promise<Buffer> {
      apple();
      const row = own(await read(ticketId), holder);
      if (row.has_none) throw refuse('wallet_not_offered', { wallet: names.apple });
      const file = await passOf(row);
      await keep(ticketId, 'apple');
      return file;
    },

    /** The same for a device that has the pass. */
    async latestFile(ticketId: string): Promise<Buffer> {
      const row = await read(ticketId);
      if (!row) throw refuse('ticket_not_found');
      return passOf(row);
    },

    /** Whether the device has this pass from us, and when its content changed last. */
    async changedAt(ticketId: string, token: string): Promise<Instant | undefined> {
      if (!tokens.isOurs(ticketId, token)) return undefined;
      const row = await db.one<{ changed_at: Date }>(
        "SELECT changed_at FROM wallet_pass WHERE ticket_id = $1 AND wallet = 'apple'",
        [ticketId],
      );
      return row?.changed_at.getTime();
    },

    /** Refuses `wallet_not_offered` and `ticket_not_found`. */
    async googleUrl(ticketId: string, holder: Account): Promise<string> {
      const { google } = walletPasses;
      const row = own(await read(ticketId), holder);
      if (!google || row.has_none) throw refuse('wallet_not_offered', { wallet: names.google });
      if (row.is_void) throw refuse('ticket_given_back');
      const url = await google.saveUrl(contentOf(row, publicUrl));
      await keep(ticketId, 'google');
      return url;
    },
  };
}

/** What keeps passes current. A wallet that does not answer delays this alone: it has a separate queue. */
export function passFacts(deps: WalletDeps): FactHandler[] {
  const { db } = deps;
  return [
    onFact('WalletPassesChanged', 'queue updates', (fact) => queueUpdates(db, fact)),
    onFact('WalletUpdateDue', 'tell wallet', ({ payload }) => tellWallet(deps, payload), { queue: 'wallets' }),
  ];
}

/** No two changes share a second, because devices ask for what is newer than a second. */
async function queueUpdates(sql: Sql, { dedupeKey, payload }: RecordedFact<'WalletPassesChanged'>): Promise<void> {
  await sql.query(
    `WITH changed AS (
       UPDATE wallet_pass p SET changed_at = greatest(app_now(), date_trunc('second', p.changed_at) + interval '1 second')
       FROM ticket t WHERE t.id = p.ticket_id AND t.event_id = $2 AND ($3::uuid IS NULL OR t.id = $3)
       RETURNING p.ticket_id, p.wallet),
     due AS (
       SELECT c.ticket_id, d.device FROM changed c JOIN wallet_device d ON d.ticket_id = c.ticket_id
       WHERE c.wallet = 'apple'
       UNION ALL
       SELECT c.ticket_id, NULL FROM changed c WHERE c.wallet = 'google')
     INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT concat_ws(':', 'wallet', $1::text, ticket_id, device), 'WalletUpdateDue',
       jsonb_build_object('ticketId', ticket_id, 'device', device)
     FROM due ON CONFLICT (dedupe_key) DO NOTHING`,
    [dedupeKey, payload.eventUuid, payload.ticketId],
  );
}

/** Apple's device fetches the pass itself once it is notified; Google's copy is changed for it. */
async function tellWallet(
  { config, db, walletPasses: { apple, google } }: WalletDeps,
  { ticketId, device }: RecordedFact<'WalletUpdateDue'>['payload'],
): Promise<void> {
  if (device === null) {
    const row = google && (await db.one<PassRow>(`${passRow} WHERE t.id = $1`, [ticketId]));
    if (google && row) await google.update(contentOf(row, config.publicUrl));
    return;
  }
  const known = await db.one<{ push_token: string }>(
    'SELECT push_token FROM wallet_device WHERE device = $1 AND ticket_id = $2',
    [device, ticketId],
  );
  if (!apple || !known) return;
  if ((await apple.push(known.push_token)) === 'gone')
    await db.query('DELETE FROM wallet_device WHERE device = $1 AND push_token = $2', [device, known.push_token]);
}
