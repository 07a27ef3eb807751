import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDataDir } from './ensure-data-dir.ts';
import { writeFileAtomically } from './atomic-write.ts';

/** The secret from which all keys of this data folder are derived: generated once, mode 0600. */
export function dataDirSecret(home: string): string {
  const dir = join(home, 'keys');
  const file = join(dir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(48).toString('base64url');
  ensureDataDir(home);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileAtomically(file, `${secret}\n`);
  return secret;
}
