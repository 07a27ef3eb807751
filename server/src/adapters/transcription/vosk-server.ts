import { captionSampleRate } from '@frontrow/core/rooms/captions.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { TranscribedSound, Transcription, TranscriptionListener } from '../../ports/transcription.ts';

const connectWithinMs = seconds(5);
/** How long the last words may take after the end of the sound. */
const lastWordsWithinMs = seconds(5);
/** The most sound that waits for a slow server: after two more seconds, captions would come too late. */
const waitingBytesMax = captionSampleRate * 2 * 2;

/**
 * A server that speaks the WebSocket protocol of vosk-server, which several speech engines implement: a JSON text with
 * `config.sample_rate`, then sound as binary messages, then `{"eof": 1}`. It answers `{"partial": "…"}` while a
 * sentence is unfinished, and `{"text": "…"}` once it is finished.
 */
export function voskServer(url: string): Transcription {
  return { server: new URL(url).hostname, open: (listener) => new VoskSound(url, listener) };
}

class VoskSound implements TranscribedSound {
  readonly #socket: WebSocket;
  readonly #listener: TranscriptionListener;
  /** Sound from before the connection was open. */
  #early: Uint8Array<ArrayBuffer>[] = [];
  #timer: NodeJS.Timeout;
  #isEnding = false;
  #isOver = false;

  constructor(url: string, listener: TranscriptionListener) {
    this.#listener = listener;
    this.#socket = new WebSocket(url);
    this.#timer = setTimeout(() => this.#over('The transcription server does not answer.'), connectWithinMs).unref();
    this.#socket.addEventListener('open', () => {
      clearTimeout(this.#timer);
      this.#socket.send(JSON.stringify({ config: { sample_rate: captionSampleRate } }));
      for (const samples of this.#early.splice(0)) this.#socket.send(samples);
      if (this.#isEnding) this.#sendEnd();
    });
    this.#socket.addEventListener('message', ({ data }) => this.#heard(data));
    const gone = (): void => this.#over(this.#isEnding ? undefined : 'The transcription server ended the connection.');
    this.#socket.addEventListener('error', gone);
    this.#socket.addEventListener('close', gone);
  }

  send(samples: Uint8Array<ArrayBuffer>): void {
    if (this.#isOver || this.#isEnding) return;
    if (this.#socket.readyState === WebSocket.CONNECTING) {
      const waiting = this.#early.reduce((sum, { length }) => sum + length, 0);
      if (waiting < waitingBytesMax) this.#early.push(samples);
      return;
    }
    if (this.#socket.bufferedAmount > waitingBytesMax)
      return this.#over('The transcription server is too slow right now.');
    this.#socket.send(samples);
  }

  end(): void {
    if (this.#isOver || this.#isEnding) return;
    this.#isEnding = true;
    if (this.#socket.readyState === WebSocket.OPEN) this.#sendEnd();
  }

  #sendEnd(): void {
    this.#socket.send('{"eof" : 1}');
    this.#timer = setTimeout(() => this.#over(), lastWordsWithinMs).unref();
  }

  /** Ignores everything that is not a message of the two forms. */
  #heard(data: unknown): void {
    if (this.#isOver || typeof data !== 'string') return;
    let said: { partial?: unknown; text?: unknown };
    try {
      said = Object(JSON.parse(data)) as typeof said;
    } catch {
      return;
    }
    if (typeof said.partial === 'string' && said.partial !== '')
      this.#listener.understood({ text: said.partial, final: false });
    if (typeof said.text !== 'string') return;
    if (said.text !== '') this.#listener.understood({ text: said.text, final: true });
  }

  #over(problem?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#early = [];
    this.#socket.close();
    this.#listener.ended(problem);
  }
}
