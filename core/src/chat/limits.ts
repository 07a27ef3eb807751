import { seconds } from '../kernel/instant.ts';

/** Spec §9: 200 characters, the latest 100 messages; the flood limit is reliability 1.55. */
export const chatMessageCharsMax = 200;
export const chatKeptMax = 100;
export const chatFloodMessages = 20;
export const chatFloodWindowMs = seconds(30);
