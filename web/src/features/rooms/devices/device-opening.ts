/** A camera or microphone before the room. Of several wishes the last one counts. */
export interface DeviceOpening {
  /** It is on, or it is being opened: a person who enters now expects it to be on in the room. */
  isWanted(): boolean;
  open(): Promise<void>;
  close(): void;
}

interface Uses {
  readonly openTrack: () => Promise<MediaStreamTrack>;
  readonly show: (track: MediaStreamTrack | null) => void;
  /** Not called for a device that nobody wants any more. */
  readonly failed: (error: unknown) => void;
}

export function createDeviceOpening({ openTrack, show, failed }: Uses): DeviceOpening {
  let track: MediaStreamTrack | null = null;
  /** Another object with each wish; null: off. */
  let wish: object | null = null;
  const close = (): void => {
    wish = null;
    track?.stop();
    track = null;
    show(null);
  };
  return {
    isWanted: () => wish !== null,
    close,
    async open() {
      close();
      const mine = {};
      wish = mine;
      try {
        const opened = await openTrack();
        if (wish !== mine) return opened.stop();
        track = opened;
        show(opened);
      } catch (error) {
        if (wish !== mine) return;
        wish = null;
        failed(error);
      }
    },
  };
}
