import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { markShapes } from '@frontrow/artwork/mark.ts';
import { hours, seconds } from '@frontrow/core/kernel/instant.ts';
import { cutText } from '@frontrow/core/kernel/text.ts';
import sharp from 'sharp';
import { DeliveryError } from '../../ports/delivery-error.ts';
import type { AppleWallet, PassContent } from '../../ports/wallet-passes.ts';
import type { Config } from '../../process/config.ts';

type Settings = NonNullable<Config['walletPasses']['apple']>;

interface AppleParts {
  readonly settings: Settings;
  readonly publicUrl: string;
  /** Apple's push service; tests bring one of their own, whom it is signed by, and how long it may take to answer. */
  readonly pushUrl?: string;
  readonly pushCa?: string;
  readonly pushTimeoutMs?: number;
}

const pushOrigin = 'https://api.push.apple.com';
const usualTimeoutMs = seconds(10);
/** Where nobody said how long an event takes, its pass is a current one for this long. */
const currentForMs = hours(24);
const titleCharsMax = 100;
/** Points of an icon, at one, two and three pixels each. */
const iconSide = 29;
const logoSide = 50;
const scales = [1, 2, 3] as const;

/** The mark on the dark square, as in the browser's tab. */
const mark = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><rect width="34" height="34" rx="8" fill="#15121B"/>` +
    `<g transform="translate(3 5) scale(.85)">${markShapes}</g></svg>`,
);

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** Lines of text above each other; what a wallet cuts off on the front is whole on the back. */
function fieldsOf(content: PassContent) {
  const { title, host, startsAt, seat, code, ticketUrl } = content;
  return {
    primaryFields: [{ key: 'event', label: 'EVENT', value: cutText(title, titleCharsMax) }],
    secondaryFields: [
      {
        key: 'starts',
        label: 'STARTS',
        value: iso(startsAt),
        dateStyle: 'PKDateStyleMedium',
        timeStyle: 'PKDateStyleShort',
        changeMessage: 'The event now starts at %@.',
      },
    ],
    auxiliaryFields: [
      { key: 'host', label: 'HOST', value: host },
      { key: 'seat', label: 'SEAT', value: String(seat) },
    ],
    backFields: [
      { key: 'title', label: 'Event', value: title },
      { key: 'code', label: 'Ticket code', value: code },
      { key: 'join', label: 'Ticket and link to join', value: ticketUrl },
    ],
  };
}

/** The content of `pass.json`. */
function passJson({ settings, publicUrl }: AppleParts, content: PassContent, token: string): object {
  const { startsAt, endsAt, title, code, isVoid, showsQr } = content;
  return {
    formatVersion: 1,
    passTypeIdentifier: settings.passTypeId,
    teamIdentifier: settings.teamId,
    serialNumber: content.ticketId,
    organizationName: 'Frontrow',
    description: cutText(`Ticket for ${title}`, titleCharsMax),
    logoText: 'Frontrow',
    groupingIdentifier: content.eventId,
    // Devices reach nothing but https.
    ...(publicUrl.startsWith('https:') && { webServiceURL: `${publicUrl}/wallet`, authenticationToken: token }),
    backgroundColor: 'rgb(21, 18, 27)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(201, 194, 214)',
    relevantDate: iso(startsAt),
    expirationDate: iso(endsAt ?? startsAt + currentForMs),
    voided: isVoid,
    sharingProhibited: true,
    semantics: {
      eventName: title,
      eventStartDate: iso(startsAt),
      ...(endsAt !== undefined && { eventEndDate: iso(endsAt) }),
    },
    ...(showsQr &&
      !isVoid && {
        barcodes: [{ format: 'PKBarcodeFormatQR', message: code, messageEncoding: 'iso-8859-1', altText: code }],
      }),
    eventTicket: fieldsOf(content),
  };
}

async function drawImages(): Promise<Record<string, Buffer>> {
  const files = scales.flatMap((scale) =>
    (
      [
        ['icon', iconSide],
        ['logo', logoSide],
      ] as const
    ).map(async ([name, side]) => {
      const size = side * scale;
      const png = await sharp(mark, { density: 72 * Math.ceil(size / 34) * 2 })
        .resize(size, size)
        .png()
        .toBuffer();
      return [scale === 1 ? `${name}.png` : `${name}@${scale}x.png`, png] as const;
    }),
  );
  return Object.fromEntries(await Promise.all(files));
}

/** Passes signed with the certificate of a pass type, which also opens Apple's push service. */
export function appleWallet(parts: AppleParts): AppleWallet {
  const { cert, key, wwdr, passTypeId } = parts.settings;
  let images: Promise<Record<string, Buffer>> | undefined;
  let session: ClientHttp2Session | undefined;

  const sessionNow = (): ClientHttp2Session => {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(parts.pushUrl ?? pushOrigin, { cert, key, ca: parts.pushCa });
    // Its requests fail with it, and the next push opens another.
    opened.on('error', () => undefined);
    opened.on('goaway', () => opened.close());
    opened.unref();
    session = opened;
    return opened;
  };

  return {
    passTypeId,

    async pass(content, token) {
      // Only where passes are made: the library takes a moment to load.
      const { PKPass } = await import('passkit-generator');
      images ??= drawImages();
      const json = Buffer.from(JSON.stringify(passJson(parts, content, token)));
      const certificates = { wwdr, signerCert: cert, signerKey: key };
      return new PKPass({ 'pass.json': json, ...(await images) }, certificates).getAsBuffer();
    },

    async push(pushToken) {
      const timeoutMs = parts.pushTimeoutMs ?? usualTimeoutMs;
      const { status, reason } = await postEmpty(sessionNow(), `/3/device/${pushToken}`, passTypeId, timeoutMs);
      if (status === 200) return 'sent';
      if (status === 410 || reason === 'BadDeviceToken' || reason === 'DeviceTokenNotForTopic') return 'gone';
      const what = `Apple's push service answered ${status} ${reason}`;
      // A certificate that is refused is ours to replace.
      throw new DeliveryError(what, status === 403 ? { retry: 'uncounted' } : {});
    },

    close: () => session?.destroy(),
  };
}

const answerCharsMax = 1_000;

function postEmpty(
  session: ClientHttp2Session,
  path: string,
  topic: string,
  timeoutMs: number,
): Promise<{ readonly status: number; readonly reason: string }> {
  return new Promise((resolve, reject) => {
    const request = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: path,
      'apns-topic': topic,
    });
    let status = 0;
    let body = '';
    request.setEncoding('utf8');
    request.setTimeout(timeoutMs, () => {
      request.destroy(new Error("Apple's push service does not answer"));
      // A connection can be dead without a sign of it: the next push opens another.
      session.destroy();
    });
    request.on('response', (headers) => void (status = Number(headers[constants.HTTP2_HEADER_STATUS])));
    request.on('data', (part: string) => void (body = `${body}${part}`.slice(0, answerCharsMax)));
    request.on('error', reject);
    // A connection that could not be made ends its requests without an answer.
    request.on('close', () => {
      if (status === 0) reject(new Error("Apple's push service cannot be reached"));
      else resolve({ status, reason: reasonIn(body) });
    });
    // A wallet asks for nothing but the news that there is news.
    request.end('{}');
  });
}

function reasonIn(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}
