import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** The only source of chance in the server, brought in by hand. */
export interface Ids {
  uuid(): string;
  /** URL-safe secret of at least 160 bits. */
  secret(): string;
  /** Short code people can read aloud, without look-alikes: `FR-8KQ2T7`. */
  ticketCode(): string;
  /** Integer in [0, max). */
  below(max: number): number;
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(24).toString('base64url'),
  ticketCode: () => `FR-${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`,
  below: (max) => randomInt(max),
};
