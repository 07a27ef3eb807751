import { createCipheriv, createDecipheriv } from 'node:crypto';
import { segmentKeyMs } from '@frontrow/core/broadcast/limits.ts';
import { segmentIv } from '@frontrow/core/broadcast/live-playlist.ts';
import { createSeal, type Seal } from '../../../seal.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';

type KeyDeps = Pick<BroadcastDeps, 'db' | 'config' | 'ids'>;

const cipherName = 'aes-128-cbc';
const blockBytes = 16;

/** The key that an event's segments are encrypted with for a few minutes. */
interface SegmentKey {
  readonly number: number;
  readonly key: Buffer;
}

const sealOf = ({ config, ids }: Pick<KeyDeps, 'config' | 'ids'>): Seal => createSeal(config, 'segment-key', ids);

/**
 * The current key, created by the first process that needs it. Its number follows from the time since the start, so all
 * processes agree on it.
 */
export async function currentKey(deps: KeyDeps, eventUuid: string): Promise<SegmentKey> {
  const number = await currentNumber(deps, eventUuid);
  const found = await findKey(deps, eventUuid, number);
  if (found) return { number, key: found };
  const id = deps.ids.uuid();
  const fresh = Buffer.from(deps.ids.secret(), 'base64url').subarray(0, blockBytes);
  await deps.db.query(
    `INSERT INTO segment_key (id, event_id, number, sealed) VALUES ($1, $2, $3, $4)
     ON CONFLICT (event_id, number) DO NOTHING`,
    [id, eventUuid, number, sealOf(deps).seal(id, fresh)],
  );
  return { number, key: (await findKey(deps, eventUuid, number))! };
}

async function currentNumber({ db }: Pick<KeyDeps, 'db'>, eventUuid: string): Promise<number> {
  const row = await db.one<{ age_ms: number | null }>(
    `SELECT floor(extract(epoch FROM app_now() - started_at) * 1000)::bigint AS age_ms FROM event WHERE id = $1`,
    [eventUuid],
  );
  return Math.max(0, Math.floor((row?.age_ms ?? 0) / segmentKeyMs));
}

/** Undefined if no segment was encrypted with it. */
export async function findKey(deps: KeyDeps, eventUuid: string, number: number): Promise<Buffer | undefined> {
  const row = await deps.db.one<SealedKey>('SELECT id, sealed FROM segment_key WHERE event_id = $1 AND number = $2', [
    eventUuid,
    number,
  ]);
  return row && openKey(deps, row);
}

interface SealedKey {
  id: string;
  sealed: Buffer;
}

export const openKey = (deps: Pick<KeyDeps, 'config' | 'ids'>, { id, sealed }: SealedKey): Buffer =>
  sealOf(deps).open(id, sealed);

interface Place {
  readonly part: string;
  readonly ordinal: number;
}

const ivOf = ({ part, ordinal }: Place): Buffer => Buffer.from(segmentIv(part, ordinal), 'hex');

export function sealSegment(key: Buffer, place: Place, plain: Buffer): Buffer {
  const cipher = createCipheriv(cipherName, key, ivOf(place));
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

/**
 * The encrypted bytes that contain bytes `first` to `last` of a segment: whole blocks, and the block before them, which
 * the first one is decrypted with.
 */
export const sealedRange = (first: number, last: number): { readonly from: number; readonly to: number } => ({
  from: Math.max(0, Math.floor(first / blockBytes) - 1) * blockBytes,
  to: (Math.floor(last / blockBytes) + 1) * blockBytes - 1,
});

/** Decrypts bytes `first` to `last` of a segment. `sealed`: the bytes of its `sealedRange`. */
export function openSegment(
  key: Buffer,
  place: Place,
  sealed: Buffer,
  { first, last }: { readonly first: number; readonly last: number },
): Buffer {
  const { from } = sealedRange(first, last);
  const begins = first < blockBytes;
  const iv = begins ? ivOf(place) : sealed.subarray(0, blockBytes);
  const decipher = createDecipheriv(cipherName, key, iv).setAutoPadding(false);
  const blocks = begins ? sealed : sealed.subarray(blockBytes);
  const plain = Buffer.concat([decipher.update(blocks), decipher.final()]);
  const at = begins ? first : first - from - blockBytes;
  return plain.subarray(at, at + last - first + 1);
}
