import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const outputBytesMax = 512 * 1024 * 1024;

/** What ffprobe says of a file: codec, size, and length in seconds of each of its streams. */
export async function streamsIn(path: string): Promise<{ codec: string; size: string; seconds: number }[]> {
  const words = ['-v', 'error', '-show_entries', 'stream=codec_name,width,height,duration', '-of', 'json', path];
  const { stdout } = await run('ffprobe', words);
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_name: string; width?: number; height?: number; duration: string }[];
  };
  return streams.map(({ codec_name: codec, width, height, duration }) => ({
    codec,
    size: width === undefined ? '' : `${width}x${height}`,
    seconds: Number(duration),
  }));
}

/** The same of a file with sound alone: codec, channels, and length in seconds of each of its streams. */
export async function soundOf(path: string): Promise<{ codec: string; channels: number; seconds: number }[]> {
  const words = ['-v', 'error', '-show_entries', 'stream=codec_name,channels,duration', '-of', 'json', path];
  const { stdout } = await run('ffprobe', words);
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_name: string; channels: number; duration: string }[];
  };
  return streams.map(({ codec_name: codec, channels, duration }) => ({ codec, channels, seconds: Number(duration) }));
}

/** The longest time from one picture of a file to the next, or from one stretch of sound to the next, in seconds. */
export async function longestStepIn(path: string, stream: 'picture' | 'sound'): Promise<number> {
  const words = ['-v', 'error', '-select_streams', stream === 'picture' ? 'v' : 'a'];
  const shown = ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path];
  const { stdout } = await run('ffprobe', [...words, ...shown], { maxBuffer: outputBytesMax });
  const times = stdout
    .trim()
    .split('\n')
    .map(Number.parseFloat)
    .toSorted((one, other) => one - other);
  return Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)));
}

/** The color in one place of the picture at a second: red, green and blue as a hexadecimal digit each (0, 8 or f). */
export async function colorAt(path: string, second: number, place: { x: number; y: number }): Promise<string> {
  const filter = `crop=2:2:${place.x}:${place.y},scale=1:1,format=rgb24`;
  const words = [
    '-v',
    'error',
    '-ss',
    String(second),
    '-i',
    path,
    '-frames:v',
    '1',
    '-vf',
    filter,
    '-f',
    'rawvideo',
    '-',
  ];
  const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: outputBytesMax });
  return [...stdout.subarray(0, 3)].map((value) => (value < 70 ? '0' : value < 190 ? '8' : 'f')).join('');
}
