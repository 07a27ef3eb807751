import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome } from './make-home.ts';

/** The secret all token keys of this home come from: made once, readable by us alone. */
export function homeSecret(home: string): string {
  const dir = join(home, 'keys');
  const file = join(dir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(48).toString('base64url');
  makeHome(home);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // Moved to its place when whole: a full disk must not leave an empty secret behind.
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secret;
}
