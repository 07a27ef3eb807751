import type { Language } from '@frontrow/core/kernel/language.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  captionLines,
  captionSoundBytesMax,
  captionSoundsMax,
  captionSoundWindowMs,
  captionSpeakerCheckedMs,
} from '@frontrow/core/rooms/captions.ts';
import { refusalIn } from '../../../i18n/refusal-sentences.ts';
import { readerLanguage } from '../../../i18n/request-language.ts';
import { sentenceIn } from '../../../i18n/say.ts';
import type { TranscribedSound, Understood } from '../../../ports/transcription.ts';
import { requireCaptioner, sayCaption } from '../captions.ts';
import type { RoomsDeps } from '../rooms-deps.ts';
import type { RoomSocket } from './room-feeds.ts';

/** Forwards the sound of people on stage from their socket to the installation's transcription server. */
export function hearCaptionSound(kit: () => RoomsDeps, socket: RoomSocket): void {
  const sound = new SpeakerSound(kit, socket);
  socket.on('captionSound', (samples: unknown) => sound.add(samples));
  socket.on('captionSoundEnd', () => sound.end());
  socket.on('disconnect', () => sound.end());
}

class SpeakerSound {
  readonly #kit: () => RoomsDeps;
  readonly #socket: RoomSocket;
  #stream: TranscribedSound | undefined;
  /** The person counts as being on stage until then, by the process's clock. */
  #checkedUntil = 0;
  #checking: Promise<void> | undefined;
  /** How often the sound ended: a check that began before an end starts nothing after it. */
  #ends = 0;
  #window = { from: 0, pieces: 0 };
  #lineId = '';
  /** Lines are shown in the order in which they were understood. */
  #showing: Promise<void> = Promise.resolve();

  constructor(kit: () => RoomsDeps, socket: RoomSocket) {
    this.#kit = kit;
    this.#socket = socket;
  }

  /** Drops sound of people who are not on stage, sound beyond the limit, and anything that is not sound. */
  add(sent: unknown): void {
    if (!Buffer.isBuffer(sent) || sent.length === 0 || sent.length > captionSoundBytesMax) return;
    const samples = Uint8Array.from(sent);
    const now = performance.now();
    if (now - this.#window.from > captionSoundWindowMs) this.#window = { from: now, pieces: 0 };
    this.#window.pieces += 1;
    if (this.#window.pieces > captionSoundsMax) return;
    if (now < this.#checkedUntil && this.#stream) this.#stream.send(samples);
    // While the check runs, the sound of a person who was on stage a moment ago is still taken.
    else if (this.#checking) this.#stream?.send(samples);
    else this.#checking = this.#check(samples).finally(() => (this.#checking = undefined));
  }

  end(): void {
    this.#ends += 1;
    this.#checkedUntil = 0;
    this.#stream?.end();
    this.#stream = undefined;
  }

  async #check(samples: Uint8Array<ArrayBuffer>): Promise<void> {
    const { eventUuid, actor } = this.#socket.data.person;
    const ends = this.#ends;
    try {
      const { db, transcription } = this.#kit();
      await requireCaptioner(db, eventUuid, actor.id);
      if (!transcription) throw refuse('captions_no_server');
      if (ends !== this.#ends) return;
      if (this.#socket.disconnected || this.#socket.data.ended) return this.end();
      this.#checkedUntil = performance.now() + captionSpeakerCheckedMs;
      this.#stream ??= this.#open();
      this.#stream.send(samples);
    } catch (error) {
      if (ends !== this.#ends) return;
      this.end();
      if (!(error instanceof Refusal)) this.#kit().log.warn({ error: String(error) }, 'caption sound not taken');
      const refusal = error instanceof Refusal ? error : refuse('captions_failed');
      this.#stopped((language) => refusalIn(refusal, language));
    }
  }

  #stopped(say: (language: Language) => string): void {
    const message = say(readerLanguage(this.#socket.request));
    this.#socket.emit('captionsStopped', { event_uuid: this.#socket.data.person.eventUuid, message });
  }

  #open(): TranscribedSound {
    const { ids, transcription } = this.#kit();
    this.#lineId = ids.uuid();
    const stream: TranscribedSound = transcription!.open({
      understood: (said) => void (this.#showing = this.#showing.then(() => this.#show(said))),
      ended: (problem) => {
        if (this.#stream !== stream) return;
        this.#stream = undefined;
        this.#checkedUntil = 0;
        if (problem) this.#stopped((language) => sentenceIn(problem, language));
      },
    });
    return stream;
  }

  async #show({ text, final }: Understood): Promise<void> {
    const kit = this.#kit();
    const { eventUuid, actor } = this.#socket.data.person;
    const lines = captionLines(text);
    for (const line of final ? lines : lines.slice(-1)) {
      try {
        await sayCaption(kit, actor.id, eventUuid, { lineId: this.#lineId, text: line, final });
      } catch (error) {
        // The person left the stage, or said a word of the host's filter: such a line is not shown.
        if (!(error instanceof Refusal)) kit.log.warn({ error: String(error) }, 'caption not shown');
      }
      if (final) this.#lineId = kit.ids.uuid();
    }
  }
}
