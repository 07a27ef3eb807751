import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

/** What an authenticator app shows now for the secret typed into it (RFC 6238). */
export function authenticatorCode(secret: string): string {
  const bits = [...secret].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('');
  const key = Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    parseInt(bits.slice(i * 8, i * 8 + 8), 2),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 0x0f) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
