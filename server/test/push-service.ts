import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, jwtVerify } from 'jose';

export interface Pushed {
  readonly headers: IncomingHttpHeaders;
  /** What the browser shows. */
  readonly message: { title: string; body: string; url: string; tag: string };
  readonly bytes: string;
}

/** A browser that subscribed at a push service on loopback. */
export interface PushedBrowser {
  readonly subscription: {
    readonly endpoint: string;
    readonly expirationTime: null;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly received: Pushed[];
}

export interface PushService {
  readonly origin: string;
  /** The status of its answers from now on. */
  status: number;
  /** Requests so far, whatever was answered. */
  asked: number;
  browser(): PushedBrowser;
  close(): Promise<void>;
}

interface Browser extends PushedBrowser {
  decrypt(body: Buffer): string;
}

const text = (label: string): Buffer => Buffer.from(`${label}\0`);

/** Opens a message as a browser does (RFC 8188, RFC 8291), without the library that encrypts it. */
function newBrowser(endpoint: string): Browser {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    received: [],
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const idBytes = body[20]!;
      const sender = body.subarray(21, 21 + idBytes);
      const info = Buffer.concat([text('WebPush: info'), publicKey, sender]);
      const secret = hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32);
      const key = hkdfSync('sha256', new Uint8Array(secret), salt, text('Content-Encoding: aes128gcm'), 16);
      const nonce = hkdfSync('sha256', new Uint8Array(secret), salt, text('Content-Encoding: nonce'), 12);
      const record = body.subarray(21 + idBytes);
      const decipher = createDecipheriv('aes-128-gcm', new Uint8Array(key), new Uint8Array(nonce));
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

/** Checks who sends (RFC 8292): a token for this service, signed with the key that it names. */
async function checkSender(authorization: string | undefined, audience: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  await jwtVerify(token, createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', x, y }] }), { audience });
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      service.asked += 1;
      const body = Buffer.concat(parts);
      void checkSender(request.headers.authorization, service.origin)
        .then(() => {
          const browser = browsers.get(request.url ?? '');
          if (service.status !== 201 || !browser) return service.status;
          const message = JSON.parse(browser.decrypt(body)) as Pushed['message'];
          browser.received.push({ headers: request.headers, message, bytes: body.toString('latin1') });
          return service.status;
        })
        .catch(() => 403)
        .then((status) => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: 201,
    asked: 0,
    browser() {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const browser = newBrowser(`${service.origin}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}
