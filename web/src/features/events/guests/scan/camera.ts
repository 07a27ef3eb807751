import { useCallback, useEffect, useRef, useState } from 'react';
import { useScreenOn } from '#web/shared/use-screen-on.ts';

export type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'failed';

/** Codes are found in pictures of this width; a larger one takes longer and finds no more at arm's length. */
const pictureWidth = 640;
const everyMs = 120;
/** A ticket that is still held up is not scanned again. */
const sameCodeMs = 4_000;

const troubles: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** The camera at the back of the phone, in `video`; `onCode` hears of each code it sees. */
export function useCamera(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const isLeft = useRef(false);
  const [state, setState] = useState<CameraState>('off');

  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = undefined;
  }, []);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stop();
    };
  }, [stop]);

  const start = useCallback(async () => {
    setState('starting');
    try {
      // Browsers have no cameras on pages that came by plain http.
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      });
      stop();
      stream.current = opened;
      // Permission may come after the page was left.
      if (isLeft.current) return stop();
      for (const track of opened.getTracks()) track.addEventListener('ended', () => setState('off'));
      if (video.current) {
        video.current.srcObject = opened;
        await video.current.play();
      }
      setState('on');
    } catch (error) {
      stop();
      setState(troubles[(error as { name?: string } | null)?.name ?? ''] ?? 'failed');
    }
  }, [stop]);

  useEffect(() => {
    if (state !== 'on') return undefined;
    let ended = false;
    const watching = watchCodes(
      () => video.current,
      onCode,
      () => ended,
    );
    return () => {
      ended = true;
      void watching;
    };
  }, [state, onCode]);

  // The screen of a phone on a table goes dark otherwise.
  useScreenOn(state === 'on');

  return { video, state, start };
}

async function watchCodes(
  video: () => HTMLVideoElement | null,
  onCode: (text: string) => void,
  hasEnded: () => boolean,
): Promise<void> {
  const { default: findCode } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let last = { text: '', at: -sameCodeMs };
  const look = (): void => {
    if (hasEnded()) return;
    const shown = video();
    if (shown && context && shown.readyState >= shown.HAVE_CURRENT_DATA && shown.videoWidth > 0) {
      canvas.width = Math.min(pictureWidth, shown.videoWidth);
      canvas.height = Math.round((canvas.width * shown.videoHeight) / shown.videoWidth);
      context.drawImage(shown, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const text = findCode(data, width, height, { inversionAttempts: 'dontInvert' })?.data;
      if (text) {
        const isNew = text !== last.text || performance.now() - last.at > sameCodeMs;
        last = { text, at: performance.now() };
        if (isNew) onCode(text);
      }
    }
    setTimeout(look, everyMs);
  };
  look();
}

let sound: AudioContext | undefined;
/** Browsers play sounds only after a press: call it in one. */
export const allowSound = (): void => {
  sound ??= new AudioContext();
  void sound.resume();
};

/** Loud places need a buzz, quiet ones a tone: high for welcome, low and twice for everything else. */
export function signal(isGood: boolean): void {
  navigator.vibrate?.(isGood ? 80 : [120, 80, 120]);
  if (sound?.state !== 'running') return;
  for (const [n, frequency] of (isGood ? [880] : [220, 220]).entries()) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = frequency;
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + n * 0.22);
    tone.stop(sound.currentTime + n * 0.22 + 0.15);
  }
}
