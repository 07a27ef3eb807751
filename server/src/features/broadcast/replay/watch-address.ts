import { replayAddressMs } from '@frontrow/core/broadcast/limits.ts';
import { createSigner, type Signer } from '../../../signer.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';

type AddressKit = Pick<BroadcastKit, 'config' | 'clock'>;

export interface WatchQuery {
  readonly viewer?: string;
  readonly until?: string;
  readonly sign?: string;
}

const signerOf = ({ config }: Pick<AddressKit, 'config'>): Signer => createSigner(config, 'replay');

/** Until when an address that is made now is good. */
export const goodUntil = ({ clock }: Pick<AddressKit, 'clock'>): number => clock.now() + replayAddressMs;

/** Where a player, which sends no token, finds a part: good for a while, and for this person. */
export function watchAddress(kit: AddressKit, part: string, viewer: number, until: number): string {
  const sign = signerOf(kit).signature(`${part} ${viewer} ${until}`);
  return `/recordings/${part}.mp4?viewer=${viewer}&until=${until}&sign=${sign}`;
}

/** Whose address this is; undefined where it is not ours, or too old. */
export function viewerOf(kit: AddressKit, part: string, { viewer, until, sign }: WatchQuery): number | undefined {
  if (!/^\d{1,15}$/.test(viewer ?? '') || !/^\d{1,15}$/.test(until ?? '') || typeof sign !== 'string') return undefined;
  if (Number(until) <= kit.clock.now()) return undefined;
  const text = `${part} ${Number(viewer)} ${Number(until)}`;
  return signerOf(kit).isOurs(text, sign) ? Number(viewer) : undefined;
}
