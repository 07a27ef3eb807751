/** The program ffmpeg and the environment that its libraries need. */
export interface FfmpegProgram {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Our own RTMP listener, as the pages need to know it. */
export interface RtmpIngest {
  /** Where it listens now; undefined while it does not run. */
  readonly port: number | undefined;
  /** Only with a certificate. */
  readonly tlsPort: number | undefined;
  /** What it encodes with, on this machine; undefined until it is found. */
  readonly ffmpeg?: FfmpegProgram | undefined;
}
