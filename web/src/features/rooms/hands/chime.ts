const notesHz = [660, 880];
const noteSeconds = 0.16;
const volume = 0.08;

let context: AudioContext | undefined;

/**
 * Two soft notes. Made here instead of loaded, so that they are in time on a slow line. Silent where the browser
 * allows no sound.
 */
export function playChime(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const [index, frequency] of notesHz.entries()) {
    const at = context.currentTime + index * noteSeconds;
    const tone = new OscillatorNode(context, { type: 'sine', frequency });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(volume, at + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + noteSeconds);
  }
}
