import { seconds } from '../kernel/instant.ts';

/** Spec §9: 200 characters, the latest 100 messages; the flood limits, of a person and of a room, are reliability 1.55. */
export const chatMessageCharsMax = 200;
export const chatKeptMax = 100;
export const chatFloodMessages = 20;
export const chatFloodWindowMs = seconds(30);
/** So many at once; then one for each that the time of those above makes room for. */
export const chatBurstMessages = 5;
export const roomFloodMessages = 50;
export const roomFloodWindowMs = seconds(1);
