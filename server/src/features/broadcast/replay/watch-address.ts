import { createHmac, timingSafeEqual } from 'node:crypto';
import { replayAddressMs } from '@frontrow/core/broadcast/limits.ts';
import { deriveKey } from '../../../keys.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';

type AddressKit = Pick<BroadcastKit, 'config' | 'clock'>;

export interface WatchQuery {
  readonly viewer?: string;
  readonly until?: string;
  readonly sign?: string;
}

const signOf = ({ config }: Pick<AddressKit, 'config'>, part: string, viewer: number, until: number): Buffer =>
  createHmac('sha256', deriveKey(config.secret, 'replay')).update(`${part} ${viewer} ${until}`).digest();

/** Until when an address that is made now is good. */
export const goodUntil = ({ clock }: Pick<AddressKit, 'clock'>): number => clock.now() + replayAddressMs;

/** Where a player, which sends no token, finds a part: good for a while, and for this person. */
export function watchAddress(kit: AddressKit, part: string, viewer: number, until: number): string {
  const sign = signOf(kit, part, viewer, until).toString('base64url');
  return `/recordings/${part}.mp4?viewer=${viewer}&until=${until}&sign=${sign}`;
}

/** Whose address this is; undefined where it is not ours, or too old. */
export function viewerOf(kit: AddressKit, part: string, { viewer, until, sign }: WatchQuery): number | undefined {
  if (!/^\d{1,15}$/.test(viewer ?? '') || !/^\d{1,15}$/.test(until ?? '') || typeof sign !== 'string') return undefined;
  if (Number(until) <= kit.clock.now()) return undefined;
  const right = signOf(kit, part, Number(viewer), Number(until));
  const said = Buffer.from(sign, 'base64url');
  return said.length === right.length && timingSafeEqual(said, right) ? Number(viewer) : undefined;
}
