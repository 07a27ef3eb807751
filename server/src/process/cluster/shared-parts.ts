import type { Registry } from 'prom-client';
import type { FfmpegProgram, RtmpIngest } from '../../ports/rtmp-ingest.ts';
import type { VideoState } from '../../ports/video.ts';
import type { VideoEngine } from '../../ports/video-engine.ts';
import type { Config } from '../config.ts';

/** What the primary keeps for all: how its own engine and its RTMP listener are right now. */
export interface PartsNow {
  readonly video:
    | (Pick<VideoEngine, 'url' | 'httpUrl' | 'apiKey' | 'apiSecret'> & { readonly state: VideoState })
    | null;
  readonly rtmp: {
    readonly port: number | null;
    readonly tlsPort: number | null;
    /** Left out by a primary of the previous release. */
    readonly ffmpeg?: FfmpegProgram | null;
  };
}

/** Messages to an app process. */
export type ToAppProcess =
  | {
      readonly is: 'begin';
      readonly config: Config;
      readonly databaseUrl: string;
      readonly directUrl: string | undefined;
      /** From 1 on. The first one also seeds the demo and paints its covers. */
      readonly number: number;
      readonly parts: PartsNow;
    }
  /** Brings the schema to what its program needs, and does nothing else. */
  | {
      readonly is: 'migrate';
      readonly config: Config;
      readonly databaseUrl: string;
      readonly ownerUrl: string;
    }
  | { readonly is: 'parts'; readonly parts: PartsNow }
  /** It ends when it has finished what it has begun. */
  | { readonly is: 'end' }
  | { readonly is: 'numbersWanted'; readonly id: number }
  | { readonly is: 'allNumbers'; readonly id: number; readonly text: string | null };

/** What `/metrics` of one process knows, before it is text; null where it cannot tell. */
export type NumbersOfProcess = Awaited<ReturnType<Registry['getMetricsAsJSON']>> | null;

/** What it answers, and asks. */
export type FromAppProcess =
  | { readonly is: 'ready' }
  | { readonly is: 'failed'; readonly why: string }
  | { readonly is: 'numbers'; readonly id: number; readonly numbers: NumbersOfProcess }
  | { readonly is: 'allNumbersWanted'; readonly id: number };

export const partsNow = (video: VideoEngine | undefined, rtmp: RtmpIngest | undefined): PartsNow => ({
  video: video
    ? {
        state: video.state(),
        url: video.url,
        httpUrl: video.httpUrl,
        apiKey: video.apiKey,
        apiSecret: video.apiSecret,
      }
    : null,
  rtmp: { port: rtmp?.port ?? null, tlsPort: rtmp?.tlsPort ?? null, ffmpeg: rtmp?.ffmpeg ?? null },
});

/** The engine and the listener of the primary, as a worker sees them. */
export class SharedParts {
  private now: PartsNow;
  private readonly listeners: (() => void)[] = [];

  constructor(parts: PartsNow) {
    this.now = parts;
  }

  change(parts: PartsNow): void {
    const isUp = this.now.video?.state !== 'ready' && parts.video?.state === 'ready';
    this.now = parts;
    if (isUp) for (const listener of this.listeners) listener();
  }

  get video(): VideoEngine | undefined {
    const { video } = this.now;
    if (!video) return undefined;
    const engine = () => this.now.video ?? video;
    return {
      state: () => engine().state,
      get url() {
        return engine().url;
      },
      get httpUrl() {
        return engine().httpUrl;
      },
      apiKey: video.apiKey,
      apiSecret: video.apiSecret,
      onReady: (listener) => {
        this.listeners.push(listener);
        if (engine().state === 'ready') listener();
      },
    };
  }

  get rtmp(): RtmpIngest {
    const rtmp = () => this.now.rtmp;
    return {
      get port() {
        return rtmp().port ?? undefined;
      },
      get tlsPort() {
        return rtmp().tlsPort ?? undefined;
      },
      get ffmpeg() {
        return rtmp().ffmpeg ?? undefined;
      },
    };
  }
}
