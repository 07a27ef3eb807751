import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enginePlaces } from '@frontrow/core/rooms/limits.ts';
import { createLivekitVideo } from '../../server/src/adapters/video/livekit/livekit-video.ts';
import { silentLog } from '../../server/src/ports/log.ts';
import type { Video } from '../../server/src/ports/video.ts';
import { bringLivekitBinary } from '../../server/src/process/embedded/livekit-binary.ts';
import { superviseLivekit } from '../../server/src/process/embedded/livekit-server.ts';
import { processorSeconds } from '../processor-time.ts';
import { print } from '../report.ts';
import type { Watched, WatchOrder } from './watchers.ts';

/** Goal: packets of the picture and the sound that never arrived. */
const broadcastLossMax = 0.005;
const watchersPerProcess = 75;
const roomName = 'bench-broadcast';
const engineReadyWithinMs = 60_000;
export interface SubscribersProfile {
  readonly subscribers: number;
  readonly watchMs: number;
  /** What is measured, and the share of packets that may be lost, where it is not a broadcast. */
  readonly title?: string;
  readonly lossMax?: number;
  /** Nobody may lose the connection, not even for a moment. */
  readonly staysConnected?: boolean;
}

const mint = (video: Video, identity: string, grants: 'sub' | 'sub,mic,cam,screen'): Promise<string> =>
  video.mintToken({ room: roomName, identity, displayName: identity, grants });

function startWatchers(): { child: ChildProcess; tell<A>(order: WatchOrder): Promise<A> } {
  const child = fork(new URL('watchers.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    child,
    tell: <A>(order: WatchOrder) =>
      new Promise<A>((resolve, reject) => {
        const ended = (code: number | null): void => reject(new Error(`watchers ended with ${code}`));
        child.once('exit', ended);
        child.once('message', (answer) => {
          child.off('exit', ended);
          resolve(answer as A);
        });
        child.send(order);
      }),
  };
}

async function watch(video: Video, { subscribers, watchMs }: SubscribersProfile, enginePid: number) {
  await video.openRoom(roomName, enginePlaces[1]);
  const processes = Array.from({ length: Math.ceil(subscribers / watchersPerProcess) }, startWatchers);
  const sender = startWatchers();
  const url = video.clientUrl();
  try {
    await sender.tell({ do: 'send', url, tokens: [await mint(video, 'u:1', 'sub,mic,cam,screen')] });
    let entered = 0;
    await Promise.all(
      processes.map(async ({ tell }) => {
        // A token lasts a minute: each is minted when its holder connects.
        while (entered < subscribers) {
          entered += 1;
          await tell({ do: 'enter', url, tokens: [await mint(video, `u:${entered + 1}`, 'sub')] });
        }
      }),
    );
    await Promise.all(processes.map(({ tell }) => tell({ do: 'settle' })));
    const all = (): Promise<Watched[]> => Promise.all(processes.map(({ tell }) => tell<Watched>({ do: 'count' })));
    const before = await all();
    const cpuBefore = processorSeconds(enginePid);
    await pause(watchMs);
    const cores = (processorSeconds(enginePid) - cpuBefore) / (watchMs / 1000);
    const after = await all();
    const sum = (list: readonly Watched[], field: keyof Watched): number =>
      list.reduce((total, one) => total + one[field], 0);
    const grown = (field: keyof Watched): number => sum(after, field) - sum(before, field);
    return {
      received: grown('received'),
      lost: grown('lost'),
      bytes: grown('bytes'),
      receiving: sum(after, 'receiving'),
      reconnects: grown('reconnects'),
      cores,
    };
  } finally {
    for (const { child } of [...processes, sender]) {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
    }
  }
}

/** Real subscribers of one picture at the real engine. True when everybody receives and little is lost. */
export async function measureSubscribers(profile: SubscribersProfile): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'frontrow-bench-'));
  const quiet = { info: () => undefined, warn: () => undefined };
  const engine = await superviseLivekit({
    binary: bringLivekitBinary({ fallbackCache: join(home, 'cache'), tell: quiet.info }),
    home,
    host: '127.0.0.1',
    log: quiet,
  });
  try {
    const until = Date.now() + engineReadyWithinMs;
    while (engine.state() !== 'ready') {
      if (Date.now() > until) throw new Error('the video engine is not ready');
      await pause(100);
    }
    const video = createLivekitVideo({ engine, clock: { now: () => Date.now() }, log: silentLog });
    const pid = Number(readFileSync(join(home, 'livekit', 'livekit.pid'), 'utf8'));
    const { received, lost, bytes, receiving, reconnects, cores } = await watch(video, profile, pid);
    const loss = lost / (received + lost);
    const { lossMax = broadcastLossMax } = profile;
    const seconds = profile.watchMs / 1000;
    print(profile.title ?? `broadcast: ${profile.subscribers} subscribers of one low-rate picture with sound`, [
      ['that receive', `${receiving} of ${profile.subscribers}`],
      ['packets lost', `${lost} of ${received + lost}, ${(100 * loss).toFixed(2)} % (goal < ${100 * lossMax} %)`],
      ['connections lost for a moment', `${reconnects}`],
      ['each receives', `${((bytes * 8) / seconds / 1000 / profile.subscribers).toFixed(0)} kbit/s`],
      ['packets sent by the engine', `${(received / seconds).toFixed(0)} a second`],
      ['processor of the engine', `${(100 * cores).toFixed(0)} % of a core`],
    ]);
    return receiving === profile.subscribers && loss < lossMax && (reconnects === 0 || profile.staysConnected !== true);
  } finally {
    await engine.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
