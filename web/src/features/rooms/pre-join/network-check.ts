import { networkCheckCharsMax } from '@frontrow/contract/system/limits.ts';
import { call } from '#web/shared/api/call.ts';
import { useEffect, useState } from 'react';

export type VideoRoom = 'preparing' | 'ready' | 'down';

export interface NetworkFindings {
  /** Round trip in milliseconds; null while measuring, NaN when nothing answered. */
  readonly roundTripMs: number | null;
  /** Bits per second from this browser to the server. */
  readonly uploadBits: number | null;
  readonly videoRoom: VideoRoom | null;
  /** The address of the video engine; empty while it is not known. */
  readonly videoUrl: string;
}

const nothingFound: NetworkFindings = { roundTripMs: null, uploadBits: null, videoRoom: null, videoUrl: '' };

const rounds = 3;
const uploads = 2;
/** A connection better than both of these is good enough for a camera picture. */
export const slowRoundTripMs = 250;
export const slowUploadBits = 2_500_000;
/** The few hundred kilobytes sent cannot measure a faster connection. */
export const measuredBitsMax = 100_000_000;

/**
 * Measures the connection to the server: the fastest of three round trips, the better of two uploads, and the state of
 * the video engine.
 */
async function checkNetwork(
  onFinding: (finding: Partial<NetworkFindings>) => void,
  signal: AbortSignal,
): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      const { video, video_url: videoUrl } = await call('GET /client_config', { signal });
      best = Math.min(best, performance.now() - from);
      onFinding({ videoRoom: video, videoUrl });
    }
    onFinding({ roundTripMs: Math.max(1, Math.round(best)) });
    const filler = fillerOf(networkCheckCharsMax);
    let bits = 0;
    for (let round = 0; round < uploads; round += 1) {
      const from = performance.now();
      await call('POST /network_check', { body: { filler }, signal });
      const seconds = Math.max(0.001, (performance.now() - from - best) / 1000);
      bits = Math.max(bits, (filler.length * 8) / seconds);
    }
    onFinding({ uploadBits: bits });
  } catch (error) {
    if (!signal.aborted)
      onFinding({ ...(Number.isFinite(best) ? {} : { roundTripMs: Number.NaN }), uploadBits: Number.NaN });
    if (signal.aborted) throw error;
  }
}

/** Random text, which no proxy can compress. */
function fillerOf(length: number): string {
  const chunk = crypto.getRandomValues(new Uint8Array(49_152));
  const letters = Array.from(chunk, (byte) => String.fromCharCode(48 + (byte % 75)))
    .join('')
    .replaceAll('\\', '_');
  return letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
}

/** How often the video engine is asked for while it is being prepared. */
const preparingEveryMs = 2_000;

/**
 * Measures until the room is entered, then follows the video engine until it is ready. The connection to the engine is
 * prepared as soon as its address is known.
 */
export function useNetwork(isEntering: boolean): NetworkFindings {
  const [findings, setFindings] = useState(nothingFound);
  useEffect(() => {
    if (isEntering) return undefined;
    const stop = new AbortController();
    void checkNetwork((finding) => setFindings((before) => ({ ...before, ...finding })), stop.signal).catch(
      () => undefined,
    );
    return () => stop.abort();
  }, [isEntering]);
  const waiting = findings.videoRoom !== null && findings.videoRoom !== 'ready';
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => {
      void call('GET /client_config')
        .then(({ video }) => setFindings((before) => ({ ...before, videoRoom: video })))
        .catch(() => undefined);
    }, preparingEveryMs);
    return () => clearInterval(timer);
  }, [waiting]);
  const { videoUrl } = findings;
  useEffect(() => {
    if (!videoUrl) return;
    void import('../media/engine-room.ts').then(({ prepareEngine }) => prepareEngine(videoUrl));
  }, [videoUrl]);
  return findings;
}
