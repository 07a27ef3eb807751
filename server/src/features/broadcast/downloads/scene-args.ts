/** The form of every video that is composed. */
export const videoForm = { width: 1280, height: 720, fps: 30 } as const;
export const soundForm = { rate: 48_000, channels: 2, sampleBytes: 2 } as const;
/** As the player places them, in pixels of the video. */
export const tileForm = { width: 332, height: 186, margin: 12, every: 202 } as const;

/** What is behind the large picture, and behind small ones. */
export const stageColor = '#0B0910';
export const tileColor = '#1E1A27';

/** A file of a track, with its time in seconds at which the scene begins, or a still picture. */
export type SceneInput = { readonly path: string; readonly at: number } | { readonly picture: string };

export interface ScenePictures {
  readonly inputs: readonly SceneInput[];
  /** Indices of `inputs`. */
  readonly main: number;
  readonly tiles: readonly number[];
  readonly frames: number;
}

/**
 * How ffmpeg makes the picture of a scene: H.264 without B-frames in the file `into`, which can be appended to that of
 * another scene. All scenes have the same form, whatever was recorded.
 */
export function pictureArgs({ inputs, main, tiles, frames }: ScenePictures, into: string): string[] {
  const { width, height, fps } = videoForm;
  const pictures = [
    { input: main, width, height, x: 0, y: 0 },
    ...tiles.map((input, index) => ({
      input,
      width: tileForm.width,
      height: tileForm.height,
      x: width - tileForm.width - tileForm.margin,
      y: tileForm.margin + index * tileForm.every,
    })),
  ];
  const graph = [`color=c=${stageColor}:s=${width}x${height}:r=${fps},format=yuv420p[under0]`];
  for (const [index, { input, ...place }] of pictures.entries()) {
    const box = `drawbox=x=${place.x}:y=${place.y}:w=${place.width}:h=${place.height}:color=${tileColor}:t=fill`;
    if (index > 0) graph.push(`[under${index}]${box}[boxed${index}]`);
    const under = index > 0 ? `boxed${index}` : 'under0';
    graph.push(
      `[${input}:v:0]scale=${place.width}:${place.height}:force_original_aspect_ratio=decrease:force_divisible_by=2,` +
        `fps=${fps}:start_time=0,setsar=1,format=yuv420p[picture${index}]`,
      `[${under}][picture${index}]overlay=x=${place.x}+(${place.width}-w)/2:y=${place.y}+(${place.height}-h)/2` +
        `:eof_action=repeat:format=yuv420[under${index + 1}]`,
    );
  }
  // Said in each scene alike: a decoder reads the form of the picture once.
  graph.push(
    `[under${pictures.length}]setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709[video]`,
  );
  return [
    ...inputs.flatMap(argsOfInput),
    '-filter_threads',
    '1',
    '-filter_complex',
    graph.join(';'),
    '-map',
    '[video]',
    '-frames:v',
    String(frames),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-profile:v',
    'high',
    '-bf',
    '0',
    '-g',
    String(2 * fps),
    '-threads',
    '2',
    '-f',
    'h264',
    into,
  ];
}

/** How ffmpeg mixes the sound of a scene: 16-bit samples on stdout. A separate run: neither ends before the other. */
export function soundArgs(inputs: readonly SceneInput[], length: number): string[] {
  const graph = inputs.map(
    (_, index) =>
      `[${index}:a:0]aresample=${soundForm.rate}:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo` +
      `[sound${index}]`,
  );
  const sounds = inputs.map((_, index) => `[sound${index}]`).join('');
  return [
    ...inputs.flatMap(argsOfInput),
    '-filter_complex',
    [...graph, `${sounds}amix=inputs=${inputs.length}:normalize=0[sound]`].join(';'),
    '-map',
    '[sound]',
    '-t',
    length.toFixed(6),
    '-c:a',
    'pcm_s16le',
    '-f',
    's16le',
    'pipe:1',
  ];
}

/**
 * Timestamps become those of the scene without seeking: a file has only what the scene needs. The graph is kept when a
 * browser changes its picture size under load, or its time would begin again; `scale` follows such a change.
 */
const argsOfInput = (input: SceneInput): string[] =>
  'picture' in input
    ? ['-i', input.picture]
    : [
        '-threads',
        '1',
        '-reinit_filter',
        '0',
        '-seek_timestamp',
        '1',
        '-itsoffset',
        (-input.at).toFixed(6),
        '-i',
        input.path,
      ];
