import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import type { Device } from './permission-error.ts';

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
  /** The own camera on the back of a phone. Its picture is not mirrored, so that what it shows can be read. */
  readonly facesAway?: boolean;
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
  /** Whether the torch of the open camera is on; null where it has none. */
  readonly torch: boolean | null;
  /** Own devices that were on and that the phone took away: for a call, another app, or in the background. */
  readonly interrupted: readonly Device[];
  /** The browser plays no sound before a tap. */
  readonly soundBlocked: boolean;
  readonly health: SendingHealth | null;
  /** By username, as far as the engine tells this browser. */
  readonly quality: ReadonlyMap<string, ConnectionStep>;
  /** The connection is too weak for pictures: only sound is received, until it is better. */
  readonly audioOnly: boolean;
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
  torch: null,
  interrupted: [],
  soundBlocked: false,
  health: null,
  quality: new Map(),
  audioOnly: false,
};

/** Without video the room still has its chat, hands and people. */
export const withoutEngine: MediaState = { ...quietMedia, connection: 'none' };

/** A viewer by HLS needs no engine: nothing is missing. */
export const mediaByFiles: MediaState = { ...quietMedia, connection: 'connected' };

/** Has a seat but is not connected to the engine: reconnecting, or gone without leaving. */
export const isAway = ({ connection, present }: MediaState, username: string): boolean =>
  connection === 'connected' && !present.includes(username);

/** Whose pictures are received first, by username. */
export interface VideoPriority {
  readonly owner: string;
  readonly speaker: string | null;
  /** Who is on stage next to the turn. */
  readonly guest?: string | null;
  /** A broadcast has one feed, the owner's: nobody else is seen or heard. */
  readonly only?: boolean;
}

/** The name of a broadcast's encoder in the engine's room. No username has a space. */
export const encoderName = 'the encoder';

/** A broadcast's feed as it was a moment ago, counted since its tracks began. */
export interface FeedSample {
  /** Milliseconds of a clock that never jumps. */
  readonly at: number;
  /** This browser asks for no frames now, because nobody sees them. */
  readonly paused: boolean;
  /** Null while no picture is offered. */
  readonly picture: PictureSample | null;
  /** The level is null where it is not known. */
  readonly sound: { readonly level: number | null; readonly codec: string } | null;
}

export interface PictureSample {
  /** Changes with the track. */
  readonly key: string;
  readonly source: Feed['source'];
  readonly frames: number;
  readonly bytes: number;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Null for the own camera: only who receives a picture knows. */
  readonly keyFrames: number | null;
  readonly dropped: number | null;
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
  /** From the front camera to the one on the back, or back again; else to the next one there is. */
  turnCamera(): Promise<void>;
  setTorch(on: boolean): Promise<void>;
  /** Opens an interrupted device again. */
  reopen(device: Device): Promise<void>;
  /** Measures the picture and the sound of the owner in `priority`, received or sent. */
  measureFeed(): Promise<FeedSample>;
  /** Plays what is received, or keeps it silent as at connect where `silent` was asked for. */
  listen(on: boolean): void;
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
  /** Whether to ask the camera for a portrait picture, looked at whenever it opens. */
  readonly portrait: () => boolean;
  /** Received sound is not played until `listen(true)`. */
  readonly silent: boolean;
}
