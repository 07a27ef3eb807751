import { refuse } from '@frontrow/core/refuse.ts';
import * as argon2 from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id, which is the library's default algorithm: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hashes computed at once. Each takes about 20 ms of one core and 19 MiB. */
const runningMax = 2;
const waitingMax = 200;

export interface PasswordHash {
  make(password: string): Promise<string>;
  /** Without a stored hash the password is compared with one that nothing matches, so the work is the same. */
  matches(stored: string | undefined, password: string): Promise<boolean>;
}

/** The hash functions: the library's, or a test's that count. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

export function createPasswordHash({ hash, verify }: Argon2 = argon2): PasswordHash {
  let running = 0;
  const waiting: (() => void)[] = [];
  let nothing: Promise<string> | undefined;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= waitingMax) throw refuse('temporarily_unavailable', {}, { retryAfter: 2 });
    if (running >= runningMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    make: (password) => inTurn(() => hash(password.normalize('NFC'), cost)),
    async matches(stored, password) {
      const same = await inTurn(async () => {
        const against = stored ?? (await (nothing ??= hash('nothing matches this', cost)));
        return verify(against, password.normalize('NFC'));
      });
      return same && stored !== undefined;
    },
  };
}
