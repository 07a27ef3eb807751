/**
 * The room's media as the rest of the room sees it: no type of LiveKit leaves this folder. `none`: there is no engine,
 * or this browser could not reach it.
 */
export type Connection = 'none' | 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** One picture that is being received or sent. */
export interface Feed {
  /** Changes when the picture comes from another track. */
  readonly key: string;
  readonly username: string;
  readonly source: 'camera' | 'screen';
  readonly local: boolean;
  /** Shows the picture in this element until the returned function is called. */
  attach(element: HTMLVideoElement): () => void;
}

/** How well this browser's picture is sent, for the host's health line. */
export interface SendingHealth {
  readonly quality: 'good' | 'fair' | 'poor';
  /** Picture height in pixels, frames and bits per second. */
  readonly height: number;
  readonly fps: number;
  readonly bitsPerSecond: number;
}

export interface MediaState {
  readonly connection: Connection;
  /** In order of priority; at most `videoTracksMax` remote ones. */
  readonly feeds: readonly Feed[];
  /** Username of the loudest speaker now. */
  readonly dominant: string | null;
  /** Usernames of everybody connected to the engine, the own one included. */
  readonly present: readonly string[];
  /** Usernames whose microphone is open. */
  readonly audible: readonly string[];
  readonly camera: boolean;
  readonly microphone: boolean;
  readonly screen: boolean;
  /** The browser plays no sound before a tap. */
  readonly soundBlocked: boolean;
  readonly health: SendingHealth | null;
}

export const quietMedia: MediaState = {
  connection: 'connecting',
  feeds: [],
  dominant: null,
  present: [],
  audible: [],
  camera: false,
  microphone: false,
  screen: false,
  soundBlocked: false,
  health: null,
};

/** Without video the room still has its chat, hands and people. */
export const withoutEngine: MediaState = { ...quietMedia, connection: 'none' };

/** Has a seat but is not connected to the engine: reconnecting, or gone without leaving. */
export const isAway = ({ connection, present }: MediaState, username: string): boolean =>
  connection === 'connected' && !present.includes(username);

/** Whose pictures are received first, by username. */
export interface VideoPriority {
  readonly owner: string;
  readonly speaker: string | null;
}

export interface RoomMedia {
  state(): MediaState;
  subscribe(listener: () => void): () => void;
  /** Chooses the received pictures again. */
  setPriority(next: VideoPriority): void;
  /** Throws `DevicePermissionError` when the person or the browser refuses, or the device does not open. */
  setCamera(on: boolean): Promise<void>;
  setMicrophone(on: boolean): Promise<void>;
  /** Resolves to whether the screen is shared. A cancelled picker is not an error. */
  setScreen(on: boolean): Promise<boolean>;
  /** Stops sending camera or microphone and closes the device. */
  stopCamera(): Promise<void>;
  stopMicrophone(): Promise<void>;
  /** The microphone's own track while it is on, for the level meter. */
  microphoneTrack(): MediaStreamTrack | null;
  switchDevice(kind: 'videoinput' | 'audioinput', deviceId: string): Promise<void>;
  /** Called in a tap, it lets the browser play sound. */
  allowSound(): Promise<void>;
  leave(): Promise<void>;
}

export interface EngineAddress {
  readonly url: string;
  readonly token: string;
}

export interface ConnectOptions extends EngineAddress {
  readonly priority: VideoPriority;
  /** Asks for a fresh address and token after the connection was lost. Null ends the media. */
  readonly renew: () => Promise<EngineAddress | null>;
  /** The engine disconnected this person: they connected on another device, or were removed. */
  readonly onRemoved: (why: 'moved' | 'removed') => void;
  /** A device that was on before the connection was lost did not open again. */
  readonly onDeviceFailed: (error: unknown) => void;
  /** A failed connection is only logged. */
  readonly log: (what: string, error: unknown) => void;
  /** Send portrait pictures, as phones held upright do. */
  readonly portrait: boolean;
}
