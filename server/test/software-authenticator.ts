import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';

type Attestation = BodyOf<'POST /user/passkeys'>['credential'];
type Assertion = BodyOf<'POST /auth/passkey'>['credential'];

/** What a test has this authenticator say, where it differs from what a good one in our page says. */
interface Said {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly count?: number;
  readonly userHandle?: string;
  readonly crossOrigin?: boolean;
}

/** Where requests that are injected into the server come from. */
const pageOrigin = 'http://localhost';
const [present, verified, hasCredential] = [0x01, 0x04, 0x40];

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
/** CBOR: a text, a string of bytes of less than 256, and one of less than 65,536. */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value]);
const longBytes = (value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);

const clientData = (type: 'create' | 'get', challenge: string, said: Said): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: `webauthn.${type}`,
      challenge,
      origin: said.origin ?? pageOrigin,
      crossOrigin: said.crossOrigin ?? false,
    }),
  );

function authenticatorData(rpId: string, count: number, flags: number, credential: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(count, 1);
  return Buffer.concat([sha256(rpId), head, credential]);
}

/** The public key as COSE writes an ES256 key. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const point = (value: string | undefined): Buffer => bytes(Buffer.from(value ?? '', 'base64url'));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    point(x),
    Buffer.from([0x22]),
    point(y),
  ]);
}

/** A device with one passkey: ES256, no attestation, real signatures. */
export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let count = 0;
  let handle = '';
  const flagsOf = ({ userVerified = true }: Said): number => present | (userVerified ? verified : 0);
  const base = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };

  return {
    /** `navigator.credentials.create` */
    make(options: AnswerOf<'POST /user/passkeys/begin'>, said: Said = {}): Attestation {
      handle = options.user.id;
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const flags = flagsOf(said) | hasCredential;
      const data = authenticatorData(said.rpId ?? options.rp.id, said.count ?? count, flags, credential);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        longBytes(data),
      ]);
      return {
        ...base,
        response: {
          clientDataJSON: clientData('create', options.challenge, said).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** `navigator.credentials.get` */
    sign(options: AnswerOf<'POST /auth/passkey/begin'>, said: Said = {}): Assertion {
      count = said.count ?? count + 1;
      const data = authenticatorData(said.rpId ?? options.rpId, count, flagsOf(said));
      const client = clientData('get', options.challenge, said);
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: said.userHandle ?? handle,
        },
      };
    },
  };
}
