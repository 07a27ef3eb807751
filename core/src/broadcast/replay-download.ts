import { days, seconds } from '../kernel/instant.ts';
import { type Machine, machine } from '../kernel/machine.ts';
import { refuse } from '../refuse.ts';

/** How long a video that was made of a replay is kept. */
export const replayDownloadKeptMs = days(7);
/** A process that makes one and is silent for this long is taken for dead; another one begins again. */
export const downloadSilentMsMax = seconds(30);
/** A replay whose making ended this many processes is not tried again unless someone asks. */
export const downloadAttemptsMax = 3;

export type DownloadStatus = 'queued' | 'running' | 'ready' | 'failed';
export type DownloadTrigger = 'begin' | 'finish' | 'fail';

/** The making of one video. To make it again, a new one is begun. */
export const replayDownloadMachine: Machine<DownloadStatus, DownloadTrigger> = machine('replay_download', 'queued', {
  queued: { begin: 'running' },
  running: { finish: 'ready', fail: 'failed' },
  ready: {},
  failed: {},
});

export interface Downloader {
  readonly isHost: boolean;
  /** What they may watch of the replay. */
  readonly watch: 'full' | 'preview';
}

/**
 * The host downloads the replay; everyone else who watches all of it does once the host allows it. Throws
 * `replay_tickets_only`, `replay_download_off`.
 */
export function requireDownloader({ isHost, watch }: Downloader, { allowed }: { readonly allowed: boolean }): void {
  if (isHost) return;
  if (watch === 'preview') throw refuse('replay_tickets_only');
  if (!allowed) throw refuse('replay_download_off');
}

export const mayDownload = ({ isHost, watch }: Downloader, { allowed }: { readonly allowed: boolean }): boolean =>
  isHost || (watch === 'full' && allowed);
