import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import type { Config } from '../src/process/config.ts';

const run = promisify(execFile);
export const passTypeId = 'pass.test.frontrow';

export interface TestCertificates {
  /** Folder of `cert.pem`, `key.pem` and `wwdr.pem`. */
  readonly folder: string;
  readonly apple: NonNullable<Config['walletPasses']['apple']>;
  remove(): void;
}

/** What Apple would issue, signed by ourselves: an authority, and the certificate of a pass type by it. */
export async function makeCertificates(): Promise<TestCertificates> {
  const folder = mkdtempSync(join(tmpdir(), 'frontrow-wallet-'));
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const asked = ['-newkey', 'rsa:2048', '-nodes', '-sha256'];
  await openssl(
    'req',
    '-x509',
    ...asked,
    '-keyout',
    'ca.key',
    '-out',
    'wwdr.pem',
    '-days',
    '30',
    '-subj',
    '/CN=Test WWDR',
  );
  const subject = `/UID=${passTypeId}/CN=Pass Type ID: ${passTypeId}/OU=TEAM123456/O=Frontrow`;
  await openssl('req', '-new', ...asked, '-keyout', 'key.pem', '-out', 'own.csr', '-subj', subject);
  writeFileSync(join(folder, 'ext.cnf'), 'subjectAltName=IP:127.0.0.1\n');
  const signed = ['-CA', 'wwdr.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'ext.cnf'];
  await openssl('x509', '-req', '-in', 'own.csr', '-out', 'cert.pem', ...signed);
  const pem = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    folder,
    apple: { cert: pem('cert.pem'), key: pem('key.pem'), wwdr: pem('wwdr.pem'), passTypeId, teamId: 'TEAM123456' },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A pass as unzip and OpenSSL read it: its files, after manifest and signature were found right. */
export async function openPass(
  file: Buffer,
  { folder }: TestCertificates,
): Promise<{ json: PassJson; files: string[] }> {
  const dir = mkdtempSync(join(folder, 'pass-'));
  writeFileSync(join(dir, 'a.pkpass'), file);
  await run('unzip', ['-q', 'a.pkpass', '-d', 'in'], { cwd: dir });
  const inside = join(dir, 'in');
  const verified = ['-verify', '-inform', 'DER', '-in', 'signature', '-content', 'manifest.json', '-purpose', 'any'];
  await run('openssl', ['cms', ...verified, '-CAfile', join(folder, 'wwdr.pem'), '-out', '/dev/null'], { cwd: inside });
  const manifest = JSON.parse(readFileSync(join(inside, 'manifest.json'), 'utf8')) as Record<string, string>;
  for (const [name, hash] of Object.entries(manifest)) {
    const { stdout } = await run('openssl', ['dgst', '-sha1', '-r', name], { cwd: inside });
    if (!stdout.startsWith(hash)) throw new Error(`the manifest has another hash for ${name}`);
  }
  return {
    json: JSON.parse(readFileSync(join(inside, 'pass.json'), 'utf8')) as PassJson,
    files: Object.keys(manifest).toSorted(),
  };
}

interface PassField {
  readonly key: string;
  readonly value: string;
}

export interface PassJson {
  readonly serialNumber: string;
  readonly passTypeIdentifier: string;
  readonly teamIdentifier: string;
  readonly webServiceURL?: string;
  readonly authenticationToken?: string;
  readonly relevantDate: string;
  readonly expirationDate: string;
  readonly voided: boolean;
  readonly description: string;
  readonly barcodes?: readonly { readonly message: string; readonly format: string }[];
  readonly semantics: Readonly<Record<string, string>>;
  readonly eventTicket: Readonly<Record<string, readonly PassField[]>>;
}

export interface PushedPass {
  readonly token: string;
  readonly topic: string | undefined;
  readonly body: string;
}

export interface ApplePushService {
  readonly url: string;
  readonly received: PushedPass[];
  /** How many connections were opened to it. */
  opened: number;
  /** What it answers from now on; 0: nothing at all. */
  status: number;
  reason: string;
  close(): void;
}

/** Apple's push service over HTTP/2: it knows us by the certificate of the pass type, and takes no other. */
export async function startApplePush({ apple }: TestCertificates): Promise<ApplePushService> {
  const { cert, key, wwdr: ca } = apple;
  const server = createSecureServer({ cert, key, ca, requestCert: true, rejectUnauthorized: true });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => {
    sessions.add(session);
    service.opened++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: ApplePushService = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    opened: 0,
    status: 200,
    reason: '',
    close() {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
  server.on('stream', (stream, headers: IncomingHttpHeaders) => {
    let body = '';
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => void (body += part));
    stream.on('end', () => {
      if (service.status === 0) return;
      const peer = (stream.session?.socket as TLSSocket | undefined)?.getPeerCertificate().subject;
      if (!JSON.stringify(peer).includes(passTypeId)) throw new Error('it came without our certificate');
      const token = String(headers[':path']).split('/').at(-1)!;
      service.received.push({ token, topic: headers['apns-topic'] as string | undefined, body });
      stream.respond({ ':status': service.status });
      stream.end(service.status === 200 ? '' : JSON.stringify({ reason: service.reason }));
    });
    stream.on('error', () => undefined);
  });
  return service;
}

export interface GoogleService {
  readonly settings: NonNullable<Config['walletPasses']['google']>;
  readonly apiUrl: string;
  /** What was changed there, newest last. */
  readonly patched: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[];
  readonly publicKey: string;
  /** What it answers to changes from now on. */
  status: number;
  tokensGiven: number;
  close(): void;
}

/** Google's token endpoint and Wallet API. */
export async function startGoogle(): Promise<GoogleService> {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => void (body += part.toString()));
    request.on('end', () => {
      if (request.url === '/token') {
        service.tokensGiven++;
        response.end(JSON.stringify({ access_token: 'a-token', expires_in: 3600 }));
        return;
      }
      if (request.headers.authorization !== 'Bearer a-token' || request.method !== 'PATCH') response.statusCode = 401;
      else {
        response.statusCode = service.status;
        if (service.status === 200) service.patched.push({ path: request.url!, body: JSON.parse(body) as never });
      }
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: GoogleService = {
    settings: {
      issuerId: '3388000000012345678',
      clientEmail: 'wallet@frontrow-test.iam.gserviceaccount.com',
      privateKey: pair.privateKey,
      keyId: '0123456789abcdef0123456789abcdef01234567',
      tokenUrl: `${origin}/token`,
    },
    apiUrl: origin,
    patched: [],
    publicKey: pair.publicKey,
    status: 200,
    tokensGiven: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}
