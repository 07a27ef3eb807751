/**
 * The room's media as the rest of the room sees it: no SDK type leaves this folder. `none`: there is no engine to connect to, or none
 * that this browser has reached.
 */
export type Connection = 'none' | 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** One picture that is being received or sent. */
export interface Feed {
  /** Changes when the picture comes from another track. */
  readonly key: string;
  readonly username: string;
  readonly source: 'camera' | 'screen';
  readonly local: boolean;
  /** Shows the picture in this element until the answer is called. */
  attach(element: HTMLVideoElement): () => void;
}

/** What goes out from here, for the host's health line. */
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
  /** Username of who speaks loudest now. */
  readonly dominant: string | null;
  /** Usernames of who is at the engine, one's own among them. */
  readonly present: readonly string[];
  /** Usernames whose microphone is open. */
  readonly audible: readonly string[];
  readonly camera: boolean;
  readonly microphone: boolean;
  readonly screen: boolean;
  /** The browser wants a tap before it plays sound. */
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

/** The room has its chat, its hands and its people. */
export const withoutEngine: MediaState = { ...quietMedia, connection: 'none' };

/** Not at the engine, while the seat's lease still waits for them: on the way back, or gone without a word. */
export const isAway = ({ connection, present }: MediaState, username: string): boolean =>
  connection === 'connected' && !present.includes(username);

/** Who matters most on screen, by username. */
export interface Cast {
  readonly owner: string;
  readonly speaker: string | null;
}

export interface RoomMedia {
  state(): MediaState;
  subscribe(listener: () => void): () => void;
  /** Chooses the received pictures again (decisions 32). */
  cast(next: Cast): void;
  /** Throws `DevicePermissionError` when the browser or the person says no, or the device does not open. */
  setCamera(on: boolean): Promise<void>;
  setMicrophone(on: boolean): Promise<void>;
  /** Answers whether the screen is being shared; a cancelled picker is not an error. */
  setScreen(on: boolean): Promise<boolean>;
  /** Takes camera or microphone off the air and closes the device. */
  stopCamera(): Promise<void>;
  stopMicrophone(): Promise<void>;
  /** The microphone's own track while it is on, for the level meter. */
  microphoneTrack(): MediaStreamTrack | null;
  switchDevice(kind: 'videoinput' | 'audioinput', deviceId: string): Promise<void>;
  /** After a tap: lets the browser play sound. */
  allowSound(): Promise<void>;
  leave(): Promise<void>;
}

export interface EngineAddress {
  readonly url: string;
  readonly token: string;
}

export interface ConnectOptions extends EngineAddress {
  readonly cast: Cast;
  /** A fresh address and token when the connection was lost for good; null ends the media. */
  readonly renew: () => Promise<EngineAddress | null>;
  /** The engine took us out: another device of the same person came, or somebody removed us. */
  readonly onRemoved: (why: 'moved' | 'removed') => void;
  /** What was on before the connection was lost, and does not open again. */
  readonly onDeviceFailed: (error: unknown) => void;
  /** A connection that failed is logged, and nothing more is said of it. */
  readonly log: (what: string, error: unknown) => void;
  /** Portrait pictures from phones (spec §9). */
  readonly portrait: boolean;
}
