import { annexB } from '../h264/annex-b.ts';
import { type AvcConfig, readAvcConfig } from '../h264/avc-config.ts';
import { LastPictures, type Picture } from './last-pictures.ts';

/** Sends pictures in rising time, and the last ones again to an engine that is new. */
export class PictureSender {
  readonly last = new LastPictures();
  /** Of what was sent last. */
  ms = -1;
  private config: AvcConfig | undefined;
  private readonly send: (frame: Buffer, ms: number) => void;

  constructor(send: (frame: Buffer, ms: number) => void) {
    this.send = send;
  }

  describe(avcC: Buffer): void {
    this.config = readAvcConfig(avcC);
    this.last.clear();
  }

  picture(picture: Picture): void {
    if (this.config === undefined) return;
    this.ms = Math.max(this.ms + 1, picture.ms);
    const sent = { ...picture, ms: this.ms };
    this.last.add(sent);
    this.send(annexB(picture.units, this.config, picture.key), this.ms);
  }

  /** In time that goes on: no receiver takes pictures from before. */
  sendAgain(): void {
    if (this.config === undefined) return;
    for (const { units, key } of this.last.all()) {
      this.ms += 1;
      this.send(annexB(units, this.config, key), this.ms);
    }
  }
}
