import type { BrowserContext, Page } from '@playwright/test';

/** What this browser receives, by its own WebRTC statistics: never what the screen claims. */
export interface Received {
  /** Video frames decoded, summed over the receivers that still live. */
  readonly frames: number;
  /** Audio packets received, summed the same way. */
  readonly audioPackets: number;
  /** Loudness that arrived (RFC 6464 energy): silence does not raise it. */
  readonly audioEnergy: number;
  readonly videoTracks: number;
  /** Video receivers that ever decoded a frame, and how many frames each has decoded. */
  readonly flowing: readonly string[];
  readonly framesOf: Readonly<Record<string, number>>;
}

/** Remembers every peer connection of the page, so that its statistics can be asked for. Call before the first page opens. */
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
    const sum = {
      frames: 0,
      audioPackets: 0,
      audioEnergy: 0,
      videoTracks: 0,
      flowing: [] as string[],
      framesOf: {} as Record<string, number>,
    };
    const connections = peerConnections ?? [];
    for (const connection of connections) {
      if (connection.connectionState === 'closed') continue;
      for (const report of (await connection.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue;
        if (report.kind === 'video') {
          sum.frames += report.framesDecoded ?? 0;
          if ((report.framesDecoded ?? 0) === 0) continue;
          const id = `${connections.indexOf(connection)}:${report.ssrc}`;
          sum.videoTracks += 1;
          sum.flowing.push(id);
          sum.framesOf[id] = report.framesDecoded;
        } else {
          sum.audioPackets += report.packetsReceived ?? 0;
          sum.audioEnergy += report.totalAudioEnergy ?? 0;
        }
      }
    }
    return sum;
  });
}
