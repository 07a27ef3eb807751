import type { Actor } from '@frontrow/core/kernel/actor.ts';
import type { Config } from '../../process/config.ts';
import { isLoopback, networkOf } from '../addresses/network-address.ts';
import type { RateLimit } from './limits.ts';

/** Whom a limit counts: an account by its id, everybody else (null) by their network. */
export const countedAccount = (actor: Actor | undefined): number | null =>
  actor?.kind === 'account' ? actor.id : null;

export const limitKeyOf = (account: number | null, address: string): number | string => account ?? networkOf(address);

export const limitMaxOf = ({ max, networkMax = max }: RateLimit, account: number | null): number =>
  account === null ? networkMax : max;

/**
 * Limits by network never apply to loopback outside production: tests, benches and everybody's first look come from
 * there.
 */
export const limitless = (
  { production }: Pick<Config, 'production'>,
  account: number | null,
  address: string,
): boolean => !production && account === null && isLoopback(address);
