/** How often the audio level indicator changes. */
export const levelEveryMs = 100;

/** A reader that nobody has asked for this long is closed. */
const unreadMs = 5_000;
/** Decibels below full scale that count as silence. */
const silenceDb = -60;

/** How loud an amplitude is heard, from 0 (silence) to 1. */
export function loudnessOf(amplitude: number): number {
  if (amplitude === 0) return 0;
  const db = 20 * Math.log10(amplitude);
  return Math.min(1, Math.max(0, 1 - db / silenceDb));
}

/** Loudness of these samples, 0 (silence) to 1. */
export function levelOf(samples: Float32Array): number {
  return loudnessOf(amplitudeOf(samples));
}

/** The root mean square of these samples: a linear amplitude from 0 to 1, as WebRTC's `audioLevel`. */
function amplitudeOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/**
 * Reads the amplitude of a track every so often: 0 to 1, and 0 where it cannot be measured. The track stays open. The
 * reader closes when the track has ended or nobody has read for a while, because stopping a track fires no
 * event.
 */
export function readAmplitude(track: MediaStreamTrack): () => number {
  let analysis: ReturnType<typeof analyse> | undefined;
  let unread: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    analysis?.close();
    analysis = undefined;
  };
  return () => {
    clearTimeout(unread);
    if (track.readyState === 'ended') {
      close();
      return 0;
    }
    try {
      analysis ??= analyse(track);
    } catch {
      return 0;
    }
    unread = setTimeout(close, unreadMs);
    const { analyser, context } = analysis;
    const samples = new Float32Array(analyser.fftSize);
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    analyser.getFloatTimeDomainData(samples);
    return amplitudeOf(samples);
  };
}

function analyse(track: MediaStreamTrack) {
  const context = new AudioContext();
  let source: MediaStreamAudioSourceNode;
  try {
    source = context.createMediaStreamSource(new MediaStream([track]));
  } catch (error) {
    void context.close().catch(() => undefined);
    throw error;
  }
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  source.connect(analyser);
  const close = (): void => {
    source.disconnect();
    void context.close().catch(() => undefined);
  };
  return { analyser, context, close };
}

/** Measures a microphone until the returned function is called. The track stays open. */
export function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const { analyser, context, close } = analyse(track);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    analyser.getFloatTimeDomainData(samples);
    onLevel(levelOf(samples));
  }, levelEveryMs);
  return () => {
    clearInterval(timer);
    close();
  };
}

/** Plays a short soft chord: a test of the speakers. */
export function playTestSound(): void {
  const context = new AudioContext();
  const seconds = 0.9;
  for (const [index, hertz] of [392, 523.25, 659.25].entries()) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = hertz;
    const from = context.currentTime + index * 0.12;
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(0.12, from + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + seconds);
    if (index === 2) tone.addEventListener('ended', () => void context.close(), { once: true });
  }
}
