import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataDirSecret } from './data-dir.ts';

test('the secret of a home is made once, for its owner alone', () => {
  const dir = mkdtempSync(join(tmpdir(), 'frontrow-secret-'));
  const [one, other] = [join(dir, 'one'), join(dir, 'other')];
  expect(dataDirSecret(one)).toBe(dataDirSecret(one));
  expect(dataDirSecret(one)).not.toBe(dataDirSecret(other));
  expect(statSync(join(one, 'keys', 'secret')).mode & 0o777).toBe(0o600);
  rmSync(dir, { recursive: true });
});
