import { captionSampleRate, type CaptionSource } from '@frontrow/core/rooms/captions.ts';

/** Why a source cannot be used here. */
export type SpeechTrouble = 'noRecognizer' | 'noDeviceModel' | 'noServer';
/** Why captions stopped although the speaker did not stop them. */
export type SpeechEnd = 'denied' | 'language' | 'failed';

export interface SpeechListener {
  /** Text that is not final is replaced by the next text. */
  understood(text: string, final: boolean): void;
  ended(why: SpeechEnd): void;
}

/**
 * A way to turn the speaker's sound into text. Returns a function that stops it. The text of the installation's server
 * reaches everyone from there, so that source reports none here.
 */
export type SpeechSource = (microphone: MediaStreamTrack, listener: SpeechListener) => () => void;

/** The part of the browser's speech recognition that we use; TypeScript's DOM types do not have all of it. */
interface Recognizer extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  start(track?: MediaStreamTrack): void;
  abort(): void;
}
interface RecognizedEvent extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<{ readonly isFinal: boolean; readonly 0: { readonly transcript: string } }>;
}
interface RecognizerMaker {
  new (): Recognizer;
  available?: (options: { langs: string[]; processLocally: boolean }) => Promise<string>;
}

export interface SpeechWorld {
  readonly SpeechRecognition?: RecognizerMaker | undefined;
  readonly webkitSpeechRecognition?: RecognizerMaker | undefined;
}

/** This browser. Recognition is a property of the window, under a prefix in Chrome and Safari. */
export const speechWorld = (): SpeechWorld => window as unknown as SpeechWorld;

const makerIn = (world: SpeechWorld): RecognizerMaker | undefined =>
  world.SpeechRecognition ?? world.webkitSpeechRecognition;

/** Which sources can be used here, and why the others cannot. */
export async function speechTroubles(
  world: SpeechWorld,
  language: string,
  server: string | null,
): Promise<Record<CaptionSource, SpeechTrouble | null>> {
  const maker = makerIn(world);
  const onDevice = await maker?.available?.({ langs: [language], processLocally: true }).catch(() => 'unavailable');
  return {
    device: !maker ? 'noRecognizer' : onDevice === 'available' ? null : 'noDeviceModel',
    cloud: maker ? null : 'noRecognizer',
    server: server === null ? 'noServer' : null,
  };
}

/** A recognizer that ends this soon after its start, this often in a row, does not work. */
const endsSoonMs = 1_000;
const endsSoonMax = 5;
const errors: Readonly<Record<string, SpeechEnd>> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'denied',
  'audio-capture': 'denied',
  'language-not-supported': 'language',
};

/** The browser's recognizer. It ends in every longer silence, and is started again. */
export function browserSpeech(world: SpeechWorld, language: string, local: boolean): SpeechSource {
  return (microphone, listener) => {
    const maker = makerIn(world);
    if (!maker) {
      listener.ended('failed');
      return () => undefined;
    }
    const recognizer = new maker();
    recognizer.lang = language;
    recognizer.continuous = true;
    recognizer.interimResults = true;
    // A browser without this property would send the sound away: `speechTroubles` does not offer it there.
    if (local) recognizer.processLocally = true;
    let isOver = false;
    let startedAt = 0;
    let endedSoon = 0;
    const over = (why?: SpeechEnd): void => {
      if (isOver) return;
      isOver = true;
      recognizer.abort();
      if (why) listener.ended(why);
    };
    const start = (): void => {
      startedAt = performance.now();
      try {
        recognizer.start(microphone);
      } catch {
        over('failed');
      }
    };
    recognizer.addEventListener('result', (event) => {
      if (isOver) return;
      const { results, resultIndex } = event as RecognizedEvent;
      let unfinished = '';
      for (let at = resultIndex; at < results.length; at++) {
        const { isFinal, 0: best } = results[at]!;
        if (isFinal) listener.understood(best.transcript, true);
        else unfinished += best.transcript;
      }
      if (unfinished !== '') listener.understood(unfinished, false);
    });
    recognizer.addEventListener('error', (event) => {
      const why = errors[(event as Event & { error: string }).error];
      if (why) over(why);
    });
    recognizer.addEventListener('end', () => {
      if (isOver) return;
      endedSoon = performance.now() - startedAt < endsSoonMs ? endedSoon + 1 : 0;
      if (endedSoon >= endsSoonMax) over('failed');
      else start();
    });
    start();
    return () => over();
  };
}

/** 16-bit samples of these, as transcription servers take them. */
export function pcmOf(samples: Float32Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at++) {
    const one = Math.max(-1, Math.min(1, samples[at]!));
    pcm[at] = Math.round(one * (one < 0 ? 32_768 : 32_767));
  }
  return pcm;
}

/** Sends pieces of 256 ms: 8 kB, the most that the server accepts in one. */
const soundReader = '/caption-sound.js';

/** The installation's transcription server: `send` delivers the sound, and `null` marks its end. */
export const serverSpeech =
  (send: (sound: ArrayBuffer | null) => void): SpeechSource =>
  (microphone, listener) => {
    let isOver = false;
    let context: AudioContext | undefined;
    const stop = (): void => {
      if (isOver) return;
      isOver = true;
      void context?.close().catch(() => undefined);
      send(null);
    };
    const start = async (): Promise<void> => {
      context = new AudioContext({ sampleRate: captionSampleRate });
      await context.audioWorklet.addModule(soundReader);
      if (isOver) return;
      const reader = new AudioWorkletNode(context, 'caption-sound', { numberOfOutputs: 0 });
      reader.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
        if (!isOver) send(pcmOf(data).buffer);
      });
      reader.port.start();
      context.createMediaStreamSource(new MediaStream([microphone])).connect(reader);
      await context.resume();
    };
    start().catch(() => {
      if (!isOver) listener.ended('failed');
      stop();
    });
    return stop;
  };
