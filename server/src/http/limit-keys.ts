import type { Actor } from '@frontrow/core/kernel/actor.ts';
import type { Config } from '../config.ts';
import { isLoopback, networkOf } from './network-address.ts';

/** Whom a limit counts: an account, else a network. */
export const limitKeyOf = (actor: Actor | undefined, address: string): number | string =>
  actor?.kind === 'account' ? actor.id : networkOf(address);

/** Limits by network never apply to loopback outside production: tests, benches and everybody's first look come from there. */
export const limitless = (
  { production }: Pick<Config, 'production'>,
  actor: Actor | undefined,
  address: string,
): boolean => !production && actor?.kind !== 'account' && isLoopback(address);
