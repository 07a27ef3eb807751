import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RoomToken, Video } from '../ports/video.ts';
import { WebRtcSender } from '../rtmp/webrtc/webrtc-sender.ts';
import type { Check } from './check.ts';
import { reasonOf } from './reason-of.ts';

const pictureEveryMs = 100;
/** A busy engine may need some seconds before it lists a camera. */
const picturesMax = 120;
const reachWithinMs = 3_000;
/** Start codes, parameter sets and a slice: the engine passes pictures on without looking into them. */
const picture = Buffer.from('0000000167420a1e00000001 68ce3880 0000000165888400'.replaceAll(' ', ''), 'hex');

/** Opens a real room, sends pictures into it, and closes it again. */
export const checkEngine = (video: Video, notSet: string | undefined, url?: string): Check => ({
  part: 'video engine',
  notSet,
  async look() {
    const room = randomUUID();
    const token: RoomToken = { room, identity: 'ingest', displayName: 'doctor', grants: 'mic,cam' };
    try {
      await video.openRoom(room, 2);
    } catch {
      throw new Error(await whyNoRoom(url));
    }
    const peer = new WebRtcSender();
    try {
      const taken = await video.takeEncoder(token, await peer.offer());
      await peer.accept(taken.answer).catch(() => {
        throw new Error(
          'A room opens, but no media gets there: open its UDP ports (`port_range_start` to `port_range_end`) and ' +
            '`tcp_port` in the firewall, and let it know its address (`use_external_ip`).',
        );
      });
      if (!(await arrives(video, room, peer)))
        throw new Error('A room opens, and no picture arrives there: its UDP ports let nothing in.');
      const turn = await turnSays(taken.links);
      return `A room was opened, a picture arrived there, and it was closed. ${turn}`;
    } finally {
      peer.close();
      await video.closeRoom(room).catch(() => undefined);
    }
  },
});

/** No one there, or someone who says no: different things are to be done. */
async function whyNoRoom(url = ''): Promise<string> {
  const away = await fetch(url.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(reachWithinMs) }).then(
    () => undefined,
    reasonOf,
  );
  return away === undefined
    ? 'LIVEKIT_URL does not open a room, but something answers there: is it LiveKit, are key and secret those of its ' +
        '`keys`, and does its Redis run?'
    : `LIVEKIT_URL does not open a room (${away}): check the address and the firewall.`;
}

async function arrives(video: Video, room: string, peer: WebRtcSender): Promise<boolean> {
  for (let sent = 0; sent < picturesMax; sent += 1) {
    peer.sendVideo(picture, sent * pictureEveryMs);
    await pause(pictureEveryMs);
    if (sent % 5 === 4 && (await video.participants(room)).some(({ publishing }) => publishing.includes('camera')))
      return true;
  }
  return false;
}

/** Whether the TURN servers that the engine names can be reached by TCP. */
async function turnSays(links: readonly string[]): Promise<string> {
  const servers = links.flatMap((link) => {
    const [, host, port] = /<turns?:([^:>?]+):(\d+)/.exec(link) ?? [];
    return host && port ? [{ host, port: Number(port) }] : [];
  });
  if (servers.length === 0) return 'It has no TURN server: people behind strict firewalls will see no video.';
  for (const { host, port } of servers)
    if (!(await isReached(host, port)))
      throw new Error(`Its TURN server ${host}:${port} cannot be reached: open that port, or correct its domain.`);
  return 'Its TURN server can be reached.';
}

const isReached = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: reachWithinMs });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
