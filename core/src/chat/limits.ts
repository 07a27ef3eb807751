import { days, seconds } from '../kernel/instant.ts';

/** Spec §9: 200 characters, the latest 100 messages; the flood limit is reliability 1.55. */
export const chatMessageCharsMax = 200;
export const chatKeptMax = 100;
export const chatFloodMessages = 20;
export const chatFloodWindowMs = seconds(30);
/** After the end of its event; the privacy page says so (reliability 1.68). */
export const chatForgottenMs = days(90);
