import { judgeVideo, type VideoProblem } from '@frontrow/core/events/event-video.ts';

const metadataMs = 5_000;

/** How long a video is, as far as this browser can tell: some cannot read what the server can. */
function durationMs(file: File, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const video = document.createElement('video');
    const done = (ms: number | undefined) => {
      clearTimeout(timer);
      // Let go of first: a browser that still reads would say that the file is gone.
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

/** Why a chosen file is not even sent (spec §5), or undefined, at once when nobody wants to know any more. The server judges the content again. */
export async function problemOf(file: File, signal: AbortSignal): Promise<VideoProblem | undefined> {
  const facts = { type: file.type, bytes: file.size, durationMs: undefined };
  return judgeVideo(facts) ?? judgeVideo({ ...facts, durationMs: await durationMs(file, signal) });
}
