import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate that no one trusts, made for this run, and its key: as text and as files. */
export async function ownCertificate(): Promise<{ cert: string; key: string; certFile: string; keyFile: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'rtmps.test' }]);
  const dir = await mkdtemp(join(tmpdir(), 'frontrow-certificate-'));
  const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key, { mode: 0o600 })]);
  return { cert, key, certFile, keyFile };
}
