/** What a transcription server understood. Text that is not final is replaced by the next text. */
export interface Understood {
  readonly text: string;
  readonly final: boolean;
}

export interface TranscriptionListener {
  understood(said: Understood): void;
  /** Nothing more will come. `problem`: it ended although the speaker did not end it. */
  ended(problem?: string): void;
}

/** One speaker's sound on its way to a transcription server. */
export interface TranscribedSound {
  /** 16-bit little-endian samples of one channel at 16 kHz. Never waits, never throws. */
  send(samples: Uint8Array<ArrayBuffer>): void;
  /** The speaker stopped: what was already sent is still understood. */
  end(): void;
}

/** A server that turns speech into text. */
export interface Transcription {
  /** Its host name, which speakers read before they agree that their sound is sent there. */
  readonly server: string;
  open(listener: TranscriptionListener): TranscribedSound;
}
