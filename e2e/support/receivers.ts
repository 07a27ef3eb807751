import type { BrowserContext, Page } from '@playwright/test';

/** A number of each stream that arrives, by a name nothing else has, also after its connection was replaced. */
export type PerStream = Readonly<Record<string, number>>;

/**
 * What this browser receives, by its own WebRTC statistics: never what the screen claims. Only receivers that still
 * live.
 */
export interface Received {
  /** Video frames decoded so far, of streams that ever decoded one. */
  readonly frames: PerStream;
  readonly audioPackets: PerStream;
  /** Loudness that arrived (RFC 6464 energy): silence does not raise it. */
  readonly audioEnergy: PerStream;
}

/** How much came since: connections that ended in between take nothing away, and new ones began at nothing. */
export const since = (before: PerStream, now: PerStream): number =>
  Object.entries(now).reduce((sum, [stream, n]) => sum + n - (before[stream] ?? 0), 0);

/**
 * Remembers every peer connection of the page, so that its statistics can be asked for. Call before the first page
 * opens.
 */
export async function watchReceivers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const native = window.RTCPeerConnection;
    const connections: RTCPeerConnection[] = [];
    (window as unknown as { peerConnections: RTCPeerConnection[] }).peerConnections = connections;
    window.RTCPeerConnection = new Proxy(native, {
      construct(target, args: ConstructorParameters<typeof RTCPeerConnection>) {
        const connection = new target(...args);
        connections.push(connection);
        return connection;
      },
    });
  });
}

export function received(page: Page): Promise<Received> {
  return page.evaluate(async () => {
    const { peerConnections } = window as unknown as { peerConnections: RTCPeerConnection[] };
    const frames: Record<string, number> = {};
    const audioPackets: Record<string, number> = {};
    const audioEnergy: Record<string, number> = {};
    for (const [nth, connection] of (peerConnections ?? []).entries()) {
      if (connection.connectionState === 'closed') continue;
      for (const report of (await connection.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue;
        const stream = `${nth}:${report.ssrc}`;
        if (report.kind === 'audio') {
          audioPackets[stream] = report.packetsReceived ?? 0;
          audioEnergy[stream] = report.totalAudioEnergy ?? 0;
        } else if (report.framesDecoded > 0) frames[stream] = report.framesDecoded;
      }
    }
    return { frames, audioPackets, audioEnergy };
  });
}

/** The loudest sample of each side of what plays, within half a second. */
export const loudnessOfSides = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const [sound] = [...document.querySelectorAll('audio')].flatMap(({ srcObject }) =>
      srcObject instanceof MediaStream ? srcObject.getAudioTracks() : [],
    );
    if (!sound) return [0, 0];
    const context = new AudioContext();
    const sides = context.createChannelSplitter(2);
    context.createMediaStreamSource(new MediaStream([sound])).connect(sides);
    const peaks = [0, 1].map((side) => {
      const analyser = context.createAnalyser();
      sides.connect(analyser, side);
      return () => {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        return Math.max(...samples);
      };
    });
    const until = performance.now() + 500;
    let loudest = [0, 0];
    while (performance.now() < until) {
      await new Promise(requestAnimationFrame);
      loudest = loudest.map((peak, side) => Math.max(peak, peaks[side]!()));
    }
    await context.close();
    return loudest;
  });
