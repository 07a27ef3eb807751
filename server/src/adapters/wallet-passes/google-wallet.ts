import { hours, type Instant, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { importPKCS8, SignJWT } from 'jose';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import { DeliveryError } from '../../ports/delivery-error.ts';
import type { GoogleWallet, PassContent } from '../../ports/wallet-passes.ts';
import type { Config } from '../../process/config.ts';

type Settings = NonNullable<Config['walletPasses']['google']>;

interface GoogleParts {
  readonly settings: Settings;
  readonly clock: Clock;
  /** Google's REST interface; tests bring one of their own. */
  readonly apiUrl?: string;
}

const walletApi = 'https://walletobjects.googleapis.com/walletobjects/v1';
const saveAddress = 'https://pay.google.com/gp/v/save/';
const scope = 'https://www.googleapis.com/auth/wallet_object.issuer';
const timeoutMs = seconds(10);
/** A link holds the whole pass, and browsers cut those of more than about 1,800 characters. */
const linkTitleBytesMax = 80;
/** A token is renewed before it ends. */
const tokenSlackMs = minutes(5);

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

/** Cuts between characters, never within one. */
function cutBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(kept + segment) > max - Buffer.byteLength('…')) break;
    kept += segment;
  }
  return `${kept}…`;
}

const localized = (value: string) => ({ defaultValue: { language: 'en', value } });
/** Google shows the date and time before the offset as they are written, so they are those of the event's zone. */
const localTime = (at: Instant, tz: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(tz)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** What Google calls an event ticket class: the event, which all its passes share. */
const classOf = (issuerId: string, { eventId, startsAt, endsAt, tz }: PassContent, title: string) => ({
  id: `${issuerId}.${eventId}`,
  issuerName: 'Frontrow',
  reviewStatus: 'UNDER_REVIEW',
  eventName: localized(title),
  // An end that was taken away goes with null.
  dateTime: { start: localTime(startsAt, tz), end: endsAt === undefined ? null : localTime(endsAt, tz) },
});

const objectOf = (issuerId: string, content: PassContent) => ({
  id: `${issuerId}.${content.ticketId}`,
  classId: `${issuerId}.${content.eventId}`,
  state: content.isVoid ? 'INACTIVE' : 'ACTIVE',
  ticketNumber: content.code,
  seatInfo: { seat: localized(String(content.seat)) },
  barcode: content.showsQr && !content.isVoid ? { type: 'QR_CODE', value: content.code } : null,
  linksModuleData: { uris: [{ id: 'ticket', uri: content.ticketUrl, description: 'Ticket' }] },
});

/** Without what is null: a link is short, and there is nothing to take away yet. */
const withoutNulls = (value: object): object =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) => (part === null ? undefined : part)) as object;

/** Passes of a service account that is a developer of the issuer's. */
export function googleWallet({ settings, clock, apiUrl = walletApi }: GoogleParts): GoogleWallet {
  const { issuerId, clientEmail, privateKey, keyId, tokenUrl } = settings;
  const key = () => importPKCS8(privateKey, 'RS256');
  const sign = async (claims: Record<string, unknown>, audience: string): Promise<string> => {
    const issuedAt = Math.floor(clock.now() / 1000);
    return new SignJWT({ ...claims, iss: clientEmail, aud: audience, iat: issuedAt })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
      .sign(await key());
  };

  let kept: { readonly token: string; readonly until: number } | undefined;
  const accessToken = async (): Promise<string> => {
    if (kept && clock.now() < kept.until) return kept.token;
    const exp = Math.floor((clock.now() + hours(1)) / 1000);
    const assertion = await sign({ scope, exp }, tokenUrl);
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (!answer.ok) throw new DeliveryError(`Google gave no access token (${answer.status})`, { retry: 'uncounted' });
    const { access_token: token, expires_in: expiresIn } = tokenAnswer.parse(await answer.json());
    kept = { token, until: clock.now() + seconds(expiresIn) - tokenSlackMs };
    return token;
  };

  const patch = async (kind: 'eventTicketClass' | 'eventTicketObject', body: { readonly id: string }) => {
    const answer = await fetch(`${apiUrl}/${kind}/${encodeURIComponent(body.id)}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    await answer.body?.cancel();
    // The link was given out, and the pass was never saved.
    if (answer.ok || answer.status === 404) return;
    if (answer.status === 401) kept = undefined;
    const retry = answer.status === 400 ? 'never' : answer.status === 403 ? 'uncounted' : undefined;
    throw new DeliveryError(`Google Wallet answered ${answer.status} for ${kind}`, retry ? { retry } : {});
  };

  return {
    async saveUrl(content) {
      const payload = {
        eventTicketClasses: [withoutNulls(classOf(issuerId, content, cutBytes(content.title, linkTitleBytesMax)))],
        eventTicketObjects: [withoutNulls(objectOf(issuerId, content))],
      };
      const jwt = await sign({ typ: 'savetowallet', payload }, 'google');
      return `${saveAddress}${jwt}`;
    },
    async update(content) {
      await patch('eventTicketClass', classOf(issuerId, content, content.title));
      await patch('eventTicketObject', objectOf(issuerId, content));
    },
  };
}
