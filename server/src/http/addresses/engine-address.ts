import type { Config } from '../../process/config.ts';

/** The one path below which the app forwards signaling to the video engine. */
export const signalingPath = '/livekit';

/** Where browsers connect to the engine through the app, which has this public address. */
export const forwardedUrl = (publicUrl: string): string => `${publicUrl.replace(/^http/, 'ws')}${signalingPath}`;

/**
 * Where this browser finds the engine: an engine that browsers reach directly at its own address, any other below the
 * address of the page. Outside production that is the one the page was opened with, because a page opened from another
 * machine cannot use loopback.
 */
export function engineAddress(
  url: string,
  { production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>,
  pageHost: string | undefined,
): string {
  if (url !== forwardedUrl(publicUrl)) return url;
  const isKnown = production || publicUrl.startsWith('https:');
  if (isKnown || pageHost === undefined || !URL.canParse(`http://${pageHost}`)) return url;
  return forwardedUrl(new URL(`http://${pageHost}`).origin);
}
