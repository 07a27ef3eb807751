import { PeerConnection, type Track } from 'node-datachannel';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { WebRtcSender } from './webrtc-sender.ts';

const open: { close(): void }[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const one of open.splice(0)) one.close();
});

const rtcpSenderReport = 200;
const clockOf = { video: 90, audio: 48 } as const;

/** A sender report (RFC 3550, 6.4.1) says which moment, in ms since 1900, a timestamp belongs to. */
const momentOfZero = (report: Buffer, clock: number): number => {
  const ms = report.readUInt32BE(8) * 1000 + (report.readUInt32BE(12) / 2 ** 32) * 1000;
  return ms - report.readUInt32BE(16) / clock;
};

/** A connected peer, and the moment that each track says its timeline began at. */
async function connectedPeer() {
  const peer = new WebRtcSender();
  const receiver = new PeerConnection('receiver', { iceServers: [], disableAutoNegotiation: true });
  open.push(peer, receiver);
  const began: { video?: number; audio?: number } = {};
  const tracks: Track[] = [];
  receiver.onTrack((track) => {
    tracks.push(track);
    const kind = track.mid() === '0' ? 'video' : 'audio';
    track.onMessage((packet) => {
      if (packet[1] === rtcpSenderReport) began[kind] = momentOfZero(packet, clockOf[kind]);
    });
  });
  receiver.setRemoteDescription(await peer.offer(), 'offer');
  receiver.setLocalDescription('answer');
  const answer = await until('candidates are gathered', () =>
    receiver.gatheringState() === 'complete' ? receiver.localDescription()?.sdp : undefined,
  );
  await peer.accept(answer);
  return { peer, began };
}

const keyFrame = Buffer.concat([Buffer.from([0, 0, 0, 1, 0x65]), Buffer.alloc(200, 7)]);
const opusSilence = Buffer.from([0xf8, 0xff, 0xfe]);

test.each([
  ['audio arrives 600 ms after its video', 0, 600],
  ['video is transcoded for 600 ms and audio is not', 600, 0],
])('receivers learn to play audio and video of one timestamp together when %s', async (_what, videoLate, audioLate) => {
  const { peer, began } = await connectedPeer();
  const start = performance.now();
  const sent = { video: 0, audio: 0 };
  // Frames that a busy machine sends late, all at once, have their moments that much too late.
  let stalledMs = 0;
  let tickedAt = 0;
  timers.push(
    setInterval(() => {
      const elapsed = performance.now() - start;
      stalledMs = Math.max(stalledMs, elapsed - tickedAt);
      tickedAt = elapsed;
      for (; sent.video <= elapsed - videoLate; sent.video += 40) peer.sendVideo(keyFrame, 2_000 + sent.video);
      for (; sent.audio <= elapsed - audioLate; sent.audio += 20)
        peer.sendAudio(opusSilence, 2_000 + sent.audio, performance.now());
    }, 5),
  );
  // The first report of each may come before the other track began.
  await until('both tracks report', () => sent.video > 2_600 && sent.audio > 2_600 && began.video && began.audio);
  expect(Math.abs(began.audio! - began.video!)).toBeLessThan(120 + stalledMs);
});
