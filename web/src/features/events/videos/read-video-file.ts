import { judgeVideo, type VideoProblem } from '@frontrow/core/events/event-video.ts';

const metadataMs = 5_000;

/** Length of a video, as far as this browser can read it. */
function durationMs(file: File, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const video = document.createElement('video');
    const done = (ms: number | undefined) => {
      clearTimeout(timer);
      // Detached before its URL is revoked: a browser that is still reading would report an error.
      video.removeAttribute('src');
      video.load();
      URL.revokeObjectURL(url);
      resolve(ms);
    };
    const timer = setTimeout(() => done(undefined), metadataMs);
    signal.addEventListener('abort', () => done(undefined), { once: true });
    video.preload = 'metadata';
    video.addEventListener('loadedmetadata', () =>
      done(Number.isFinite(video.duration) ? video.duration * 1000 : undefined),
    );
    video.addEventListener('error', () => done(undefined));
    video.src = url;
  });
}

/** Why a chosen file is not sent, or undefined, at once after an abort. The server judges the content again. */
export async function problemOf(file: File, signal: AbortSignal): Promise<VideoProblem | undefined> {
  const facts = { type: file.type, bytes: file.size, durationMs: undefined };
  return judgeVideo(facts) ?? judgeVideo({ ...facts, durationMs: await durationMs(file, signal) });
}
