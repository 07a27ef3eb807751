import type { IncomingMessage } from 'node:http';
import type { Config } from '../../process/config.ts';
import { namesThisMachine } from '../../process/own-address.ts';

/**
 * Where the page that asks was opened: what the configuration says. Outside production, where that is this machine
 * itself, also by whatever other name of it the browser used, so that frames stay same-origin and a trip to a
 * stand-in ends in the tab it began in.
 */
export function pageOrigin(
  { production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>,
  host: string | undefined,
): string {
  if (production || host === undefined || !URL.canParse(`http://${host}`)) return publicUrl;
  const configured = new URL(publicUrl);
  if (configured.protocol === 'https:' || !namesThisMachine(configured.hostname)) return publicUrl;
  const { hostname, origin } = new URL(`http://${host}`);
  return namesThisMachine(hostname) ? origin : publicUrl;
}

/** Whether a WebSocket is opened by a page of ours, or by a program, which sends no `Origin`. */
export function isOwnPage({ headers: { origin, host } }: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}
