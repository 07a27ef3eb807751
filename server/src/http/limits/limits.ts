import { coverBytesMax } from '@frontrow/core/events/limits.ts';
import { captionsMax, captionsWindowMs } from '@frontrow/core/rooms/captions.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';

/**
 * At most `max` calls per window, counted per account, else per address (never per address on loopback outside
 * production).
 */
export interface RateLimit {
  readonly max: number;
  /**
   * Of those who are nobody's, per address; `max` where it is not said. What is not there counts by `max` all the
   * same: the database is asked for it each time.
   */
  readonly networkMax?: number;
  readonly windowMs: number;
}

/** Rate limits; per account, else per address. */
export const readLimit: RateLimit = { max: 300, windowMs: minutes(1) };
/**
 * A page that is looked at asks twenty times a minute: some of one person's, and those of a whole house behind one
 * address.
 */
export const eventPollLimit: RateLimit = { max: 300, networkMax: 6_000, windowMs: minutes(1) };
/** Results as one types: a person types four times a second at most, and not for a minute. */
export const searchLimit: RateLimit = { max: 120, windowMs: minutes(1) };
/** Pages that a browser says were looked at; a whole house may be behind one address. */
export const viewLimit: RateLimit = { max: 60, networkMax: 600, windowMs: minutes(1) };
/** Phones at several entrances use one account; each scans a person every second or two. */
export const scanLimit: RateLimit = { max: 600, windowMs: minutes(1) };
/** Phones behind one address of a mobile network ask for passes that changed together. */
export const walletLimit: RateLimit = { max: 3_000, windowMs: minutes(1) };
export const writeLimit: RateLimit = { max: 60, windowMs: minutes(1) };
export const loginLimit: RateLimit = { max: 30, windowMs: minutes(15) };
export const mailLimit: RateLimit = { max: 10, windowMs: minutes(60) };
/** Messages to support: each one is an email that a person reads. */
export const contactLimit: RateLimit = { max: 10, windowMs: minutes(60) };
/** Per network address; each email address has a separate limit. */
export const guestLinkLimit: RateLimit = { max: 20, windowMs: minutes(60) };
export const purchaseLimit: RateLimit = { max: 30, windowMs: minutes(10) };
/** Saving a card tells whether it is good: few tries, so that nobody tries stolen ones here. */
export const saveCardLimit: RateLimit = { max: 10, windowMs: minutes(60) };
/** A receipt in many scripts opens many fonts. */
export const receiptFileLimit: RateLimit = { max: 12, windowMs: minutes(1) };
/** Pictures of shared links: networks fetch each once, and a drawn one is kept. */
export const previewLimit: RateLimit = { max: 60, windowMs: minutes(1) };
/** Decoding a picture costs more than most calls. */
export const avatarLimit: RateLimit = { max: 20, windowMs: minutes(60) };
export const roomLimit: RateLimit = { max: 120, windowMs: minutes(1) };
/** One change of a hand in two seconds, some of them at once. */
export const handLimit: RateLimit = { max: 15, windowMs: seconds(30) };
/** Reactions are tapped in quick rows. */
export const reactionLimit: RateLimit = { max: 30, windowMs: seconds(10) };
/** Unfinished lines are replaced a few times a second while someone speaks. */
export const captionLimit: RateLimit = { max: captionsMax, windowMs: captionsWindowMs };
/** Uploads, refused ones included. */
export const uploadLimit: RateLimit = { max: 10, windowMs: minutes(60) };
export const chatLimit: RateLimit = { max: 40, windowMs: seconds(30) };

/** Addresses without a limit of their own, together: pages, webhooks, health. A house may share one network address. */
export const addressLimit: RateLimit = { max: 6_000, windowMs: minutes(1) };
/** Built files, pictures and videos: a page names dozens, and a crowd may open it together behind one address. */
export const fileLimit: RateLimit = { max: 60_000, windowMs: minutes(1) };
/** Pages that are drawn for one network; more of them are left to its browsers. */
export const drawLimit: RateLimit = { max: 240, windowMs: minutes(1) };
export const documentsLimit: RateLimit = { max: 120, windowMs: minutes(1) };

/** The body of a call that says nothing else. */
export const jsonBytesMax = 64 * 1024;
/** A picture as data URL is a third larger than its bytes. */
export const pictureBodyBytesMax = Math.ceil(coverBytesMax * 1.4);
/** The form of an event: its cover, and what its texts may take. */
export const eventFormBytesMax = pictureBodyBytesMax + 1024 * 1024;
