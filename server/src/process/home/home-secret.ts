import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome } from './make-home.ts';
import { writeWhole } from './write-whole.ts';

/** The secret all token keys of this home come from: made once, readable by us alone. */
export function homeSecret(home: string): string {
  const dir = join(home, 'keys');
  const file = join(dir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(48).toString('base64url');
  makeHome(home);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeWhole(file, `${secret}\n`);
  return secret;
}
