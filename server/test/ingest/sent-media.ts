import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { messageType } from '../../src/rtmp/protocol/chunks.ts';

const run = promisify(execFile);

/** A message of an encoder: what is in it, its timestamp, and when it arrives. */
export interface SentMessage {
  readonly track: 'video' | 'audio';
  readonly timestamp: number;
  readonly at: number;
  readonly payload: Buffer;
}

const flvHeadBytes = 9 + 4;
const tagHeadBytes = 11;

/** The audio and video messages that ffmpeg would send for these arguments, in order, arriving as they play. */
export async function encode(args: readonly string[]): Promise<SentMessage[]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...args, '-f', 'flv', '-flvflags', 'no_metadata', 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  const messages: SentMessage[] = [];
  for (let at = flvHeadBytes; at + tagHeadBytes <= stdout.length;) {
    const bytes = stdout.readUIntBE(at + 1, 3);
    const timestamp = (stdout.readUIntBE(at + 4, 3) | (stdout[at + 7]! << 24)) >>> 0;
    const payload = stdout.subarray(at + tagHeadBytes, at + tagHeadBytes + bytes);
    const type = stdout[at];
    at += tagHeadBytes + bytes + 4;
    if (type !== messageType.video && type !== messageType.audio) continue;
    const track = type === messageType.video ? 'video' : 'audio';
    messages.push({ track, timestamp, at: timestamp, payload });
  }
  return messages;
}

const onTheSecond = (clock: string): string => `lt(mod(${clock}\\,1)\\,0.04)`;

/** Arguments without spaces in them. */
const words = (line: string): string[] => line.trim().split(/\s+/);

/** Each second a white flash of one frame and a beep, for as many seconds; a key frame every second. */
export const flashAndBeep = (seconds: number, video = '-tune zerolatency', sound = '-c:a aac -b:a 96k'): string[] =>
  words(`-f lavfi -i color=black:s=160x90:r=25,geq=lum=if(${onTheSecond('T')}\\,235\\,16):cb=128:cr=128
    -f lavfi -i aevalsrc=if(${onTheSecond('t')}\\,sin(6283*t)\\,0):s=48000
    -t ${seconds} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 ${video} ${sound}`);

/** When the flashes are seen and the beeps are heard in a file, in milliseconds, and what the decoder complains of. */
export async function flashesAndBeeps(path: string): Promise<{
  flashes: number[];
  beeps: number[];
  complaints: string;
}> {
  const seen = await run(
    'ffprobe',
    words(`-v error -f lavfi -i movie=${path},signalstats
      -show_entries frame=pts_time:frame_tags=lavfi.signalstats.YAVG -of csv=p=0`),
  );
  const frames = seen.stdout.trim().split('\n');
  const bright = frames.map((line) => line.split(',').map(Number)).filter(([, luma]) => luma! > 150);
  const rate = 8_000;
  const heard = await run(
    'ffmpeg',
    words(`-v error -i ${path} -map 0:a -af aresample=async=1:min_hard_comp=0.01:first_pts=0
      -ac 1 -ar ${rate} -f s16le pipe:1`),
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  const beeps: number[] = [];
  for (let sample = 0; sample * 2 < heard.stdout.length; sample += 1) {
    const ms = (sample * 1000) / rate;
    if (Math.abs(heard.stdout.readInt16LE(sample * 2)) > 6_000 && ms - (beeps.at(-1) ?? -1000) > 300) beeps.push(ms);
  }
  return {
    flashes: bright.map(([seconds]) => seconds! * 1000),
    beeps,
    complaints: seen.stderr + heard.stderr.toString(),
  };
}
