// Runs on the browser's audio thread: hands over the microphone's sound in pieces
// (web/src/features/rooms/media/speech-sources.ts).
const samplesAPiece = 4_096;

class CaptionSound extends AudioWorkletProcessor {
  #piece = new Float32Array(samplesAPiece);
  #length = 0;

  process([[samples] = []]) {
    for (const sample of samples ?? []) {
      this.#piece[this.#length++] = sample;
      if (this.#length < samplesAPiece) continue;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
      this.port.postMessage(this.#piece.slice());
      this.#length = 0;
    }
    return true;
  }
}

registerProcessor('caption-sound', CaptionSound);
