/** Pictures and sound that are encoded once, and sent again and again by people at the engine. */
import { execFileSync } from 'node:child_process';
import { createLivekitVideo } from '../../server/src/adapters/video/livekit/livekit-video.ts';
import { silentLog } from '../../server/src/ports/log.ts';
import type { EmbeddedVideo } from '../../server/src/process/embedded/livekit-server.ts';
import { IvfReader } from '../../server/src/rtmp/media/vp8-encoder.ts';
import { WebRtcSender } from '../../server/src/rtmp/webrtc/webrtc-sender.ts';

export const framesPerSecond = 30;
const loopSeconds = 4;
const opusMs = 20;
const outputBytesMax = 64 * 1024 * 1024;

export interface Recorded {
  readonly frames: readonly Buffer[];
  readonly sound: readonly Buffer[];
}

const encoded = (words: string): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', ...words.split(' ')], { maxBuffer: outputBytesMax });

/** The packets of an Ogg file with one packet a page (RFC 3533), without Opus's two heads (RFC 7845). */
function packetsOf(ogg: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < ogg.length;) {
    const segments = ogg[at + 26]!;
    const lengths = ogg.subarray(at + 27, at + 27 + segments);
    const bytes = lengths.reduce((sum, one) => sum + one, 0);
    packets.push(ogg.subarray(at + 27 + segments, at + 27 + segments + bytes));
    at += 27 + segments + bytes;
  }
  return packets.slice(2);
}

/** VP8 as browsers send it in a room, 720p30 with 1.7 Mbps, a key frame every second; and a tone in Opus. */
export function record(): Recorded {
  const frames: Buffer[] = [];
  const video = `-f lavfi -i testsrc2=size=1280x720:rate=${framesPerSecond} -t ${loopSeconds} -pix_fmt yuv420p`;
  const vp8 = `-c:v libvpx -deadline realtime -cpu-used 8 -lag-in-frames 0 -b:v 1700k -g ${framesPerSecond} -f ivf -`;
  new IvfReader().read(encoded(`${video} ${vp8}`), (frame) => frames.push(frame));
  const tone = `-f lavfi -i sine=frequency=440:sample_rate=48000 -t ${loopSeconds}`;
  const opus = `-c:a libopus -b:a 32k -frame_duration ${opusMs} -page_duration ${opusMs * 1000} -f ogg -`;
  return { frames, sound: packetsOf(encoded(`${tone} ${opus}`)) };
}

/** Publishes camera and microphone as the holder of this room token, whom the app lets publish. Answers how it ends. */
export async function publish(engine: EmbeddedVideo, roomToken: string, recorded: Recorded): Promise<() => void> {
  const claims = JSON.parse(Buffer.from(roomToken.split('.')[1]!, 'base64url').toString()) as {
    readonly sub: string;
    readonly name: string;
    readonly video: { readonly room: string };
  };
  const video = createLivekitVideo({ engine, clock: { now: () => Date.now() }, log: silentLog });
  const { room } = claims.video;
  const grants = 'sub,mic,cam,screen';
  const token = await video.mintToken({ room, identity: claims.sub, displayName: claims.name, grants });
  const peer = new WebRtcSender('vp8');
  const headers = { 'content-type': 'application/sdp', authorization: `Bearer ${token}` };
  const answer = await fetch(`${engine.httpUrl}/whip/v1`, { method: 'POST', headers, body: await peer.offer() });
  if (answer.status !== 201) throw new Error(`The engine refused a picture: ${answer.status} ${await answer.text()}`);
  await peer.accept(await answer.text());
  const began = performance.now();
  let frame = 0;
  let packet = 0;
  const timer = setInterval(() => {
    const passedMs = performance.now() - began;
    for (; (frame * 1000) / framesPerSecond <= passedMs; frame++)
      peer.sendVideo(recorded.frames[frame % recorded.frames.length]!, (frame * 1000) / framesPerSecond);
    for (; packet * opusMs <= passedMs; packet++)
      peer.sendAudio(recorded.sound[packet % recorded.sound.length]!, packet * opusMs, performance.now());
  }, 10);
  return () => {
    clearInterval(timer);
    peer.close();
  };
}
