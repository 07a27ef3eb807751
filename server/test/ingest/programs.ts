import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../harness.ts';
import { startObs } from './obs.ts';
import { otherFfmpeg } from './other-ffmpegs.ts';
import { aac, anyFreePort, moving, sendTo, sound440, zeroLatency } from './stage.ts';

/** A program that sends picture and sound until it is stopped. */
export interface Program {
  stop(): Promise<void>;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const words = ['-re', ...moving('320x180'), ...sound440, ...zeroLatency, ...aac];

export async function ffmpeg(address: string): Promise<Program> {
  return sendTo(address, words);
}

export const ffmpeg4 = async (address: string): Promise<Program> => sendTo(address, words, await otherFfmpeg('4.1'));
export const ffmpeg9 = async (address: string): Promise<Program> => sendTo(address, words, await otherFfmpeg('9.0'));

/** ffmpeg's own WHIP muxer. It is stopped as a person stops it, and says goodbye with DELETE. */
export async function ffmpegWhip(address: string, key: string): Promise<Program> {
  const picture = ['-re', ...moving('320x180'), ...sound440, ...zeroLatency, '-profile:v', 'baseline'];
  const sound = ['-c:a', 'libopus', '-ar', '48000', '-ac', '2'];
  const child = spawn(
    await otherFfmpeg('9.0'),
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-nostats',
      ...picture,
      ...sound,
      '-f',
      'whip',
      '-authorization',
      key,
      address,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** As we advise it. Its canvas is larger than what it sends. */
export async function obs(address: string): Promise<Program> {
  const at = address.lastIndexOf('/');
  return startObs(address.slice(0, at), address.slice(at + 1), 'tune=zerolatency keyint=60');
}

/** With a key frame every two seconds and no B-frames, as we advise. */
export async function gstreamer(address: string): Promise<Program> {
  const pipeline = `videotestsrc is-live=true ! video/x-raw,width=320,height=180,framerate=15/1,format=I420
    ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=30 ! h264parse ! flvmux name=mux streamable=true
    ! rtmp2sink location=${address}
    audiotestsrc is-live=true freq=440 ! audio/x-raw,rate=48000,channels=2 ! voaacenc ! aacparse ! mux.`;
  const child = spawn('gst-launch-1.0', pipeline.split(/\s+/), { stdio: 'ignore' });
  return { stop: () => end(child) };
}

/** ffmpeg sends to nginx-rtmp, which pushes it on: one of the programs that do not wait for the answer to `publish`. */
export async function nginxPush(address: string): Promise<Program> {
  const home = mkdtempSync(join(tmpdir(), 'frontrow-nginx-'));
  const port = await anyFreePort();
  writeFileSync(
    join(home, 'nginx.conf'),
    `load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
    daemon off; master_process off; pid ${home}/pid; error_log ${home}/log;
    events {}
    rtmp { server { listen 127.0.0.1:${port}; application live { live on; push ${address}; } } }`,
  );
  const nginx = spawn('nginx', ['-c', join(home, 'nginx.conf'), '-p', home], { stdio: 'ignore' });
  await until('nginx listens', () => listens(port));
  const source = sendTo(`rtmp://127.0.0.1:${port}/live/source`, words);
  return {
    async stop() {
      await source.stop();
      await end(nginx);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
