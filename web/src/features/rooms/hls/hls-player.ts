import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { ErrorTypes, Events, Hls } from 'hls.js/light';
import { createPlayhead, cutOffAfterMs, endSeconds, reachOf } from './playhead.ts';
import { createStalls } from './stalls.ts';

/** Three segments of two seconds: less stalls, more is late. */
const behindSeconds = 6;
/** Closer to the end than this a viewer sees what is live. */
const atLiveSeconds = 6;
const retryMs = 2_000;
/** What was played and stays in memory, for a short way back. */
const backBufferSeconds = 60;

/** Where the player is. Seconds count from the beginning of the broadcast. */
export interface PlayerTimes {
  readonly at: number;
  /** The newest moment that can be played without a stall. */
  readonly live: number;
  readonly isLive: boolean;
  /** How long ago that was on stage, which is now shown; null before the first picture. */
  readonly behindMs: number | null;
  /** The host sends nothing any more, and all of it was shown. */
  readonly isStopped: boolean;
  /** The viewer's own connection is gone, and all that was loaded was shown. */
  readonly isCutOff: boolean;
  /** How good the connection is, as far as stalls tell. */
  readonly step: ConnectionStep;
}

export interface HlsPlayer {
  /** To be called a few times a second. */
  times(): PlayerTimes;
  seek(seconds: number): void;
  toLive(): void;
  destroy(): void;
}

interface PlayerOptions {
  readonly eventUuid: string;
  /** The key of a number. Throws what the server refuses. */
  readonly keyOf: (number: number) => Promise<ArrayBuffer>;
  readonly now: () => number;
  /** The server gave no key. The sentence says why; nothing more is loaded. */
  readonly onRefused: (sentence: string) => void;
}

export const canPlayHls = (): boolean => Hls.isSupported();

/** Keys are asked for by the room, which needs them, too. */
function keyLoader({ keyOf }: PlayerOptions, refused: (sentence: string) => void): HlsConfig['loader'] {
  return class KeyLoader extends Hls.DefaultConfig.loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const number = /\/hls\/keys\/(\d+)$/.exec(context.url)?.[1];
      if (number === undefined) return super.load(context, config, callbacks);
      void this.loadKey(Number(number), context, callbacks);
    }

    private async loadKey(
      number: number,
      context: LoaderContext,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): Promise<void> {
      const { stats } = this as Loader<LoaderContext>;
      stats.loading.start = performance.now();
      try {
        // A copy: the same key opens chat files, and the player may hand it on to a worker.
        const data = (await keyOf(number)).slice(0);
        stats.loading.first = stats.loading.end = performance.now();
        stats.loaded = stats.total = data.byteLength;
        callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
      } catch (error) {
        const status = (error as { status?: number }).status ?? 0;
        if (status >= 400 && status < 500 && status !== 429) refused(messageOf(error));
        callbacks.onError({ code: status, text: messageOf(error) }, context, null, stats);
      }
    }
  };
}

/** Plays a broadcast by HLS in this element, from what is live now. */
export function playHls(video: HTMLVideoElement, options: PlayerOptions): HlsPlayer {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isRefused = false;
  const refused = (sentence: string): void => {
    if (isRefused) return;
    isRefused = true;
    hls.stopLoad();
    video.pause();
    options.onRefused(sentence);
  };
  const hls = new Hls({
    loader: keyLoader(options, refused),
    liveSyncDuration: behindSeconds,
    backBufferLength: backBufferSeconds,
  });
  const source = `/api/events/${options.eventUuid}/hls/live.m3u8`;
  hls.on(Events.ERROR, (_event, { fatal, type, details }) => {
    if (!fatal || isRefused) return;
    if (type === ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
    clearTimeout(retry);
    // Before the first segment there is no playlist; later on the network comes back.
    retry = setTimeout(() => (details.startsWith('manifest') ? hls.loadSource(source) : hls.startLoad()), retryMs);
  });
  let newestLoaded = -1;
  hls.on(Events.FRAG_BUFFERED, (_event, { frag: { sn } }) => {
    if (typeof sn === 'number') newestLoaded = Math.max(newestLoaded, sn);
  });
  let playlistMs = performance.now();
  hls.on(Events.LEVEL_LOADED, () => void (playlistMs = performance.now()));
  // Recovery from a media error loads again what is played.
  hls.on(Events.MEDIA_DETACHED, () => void (newestLoaded = -1));
  hls.attachMedia(video);
  hls.loadSource(source);
  const live = (): number => hls.liveSyncPosition ?? (Number.isFinite(video.duration) ? video.duration : 0);
  const follow = createPlayhead();
  const stalls = createStalls();
  return {
    times: () => {
      const nowMs = performance.now();
      const { currentTime: at, paused } = video;
      const details = hls.latestLevelDetails;
      const { buffered } = video;
      const end = reachOf({
        edge: details?.edge,
        isAllLoaded: details !== null && newestLoaded >= details.endSN,
        loadedTo: buffered.length > 0 ? buffered.end(buffered.length - 1) : undefined,
      });
      const behindMs = hls.playingDate ? Math.max(0, options.now() - hls.playingDate.getTime()) : null;
      const isCutOff = nowMs - playlistMs >= cutOffAfterMs;
      return {
        at,
        live: Math.max(live(), at),
        isLive: live() - at < atLiveSeconds,
        ...follow({ nowMs, at, end, paused, isCutOff, behindMs }),
        step: stalls({ nowMs, at, waits: !paused && behindMs !== null && (isCutOff || end - at >= endSeconds) }),
      };
    },
    seek: (seconds) => (video.currentTime = Math.max(0, Math.min(seconds, live()))),
    toLive: () => (video.currentTime = live()),
    destroy: () => {
      clearTimeout(retry);
      hls.destroy();
    },
  };
}
