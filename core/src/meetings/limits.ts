import { hours, minutes, days } from '../kernel/instant.ts';

/** Lengths a host may offer, in minutes. */
export const meetingMinutes = [15, 30, 45, 60] as const;
export type MeetingMinutes = (typeof meetingMinutes)[number];
/** Characters of the viewer's question, a reason, or the message with a change. */
export const meetingMessageCharsMax = 500;
/** Requests of one viewer that wait, to all hosts; to one host it is one. */
export const openRequestsMax = 5;
/** Pauses between meetings, in minutes. */
export const bufferMinutesMax = 120;
/** How long ahead a host may ask to be asked, in hours. */
export const noticeHoursMax = 720;
export const weeklyMeetingsMax = 100;
/** Opening hours of one weekday, and days that differ. */
export const hoursPerDayMax = 8;
export const exceptionsMax = 200;
/** Slots begin on these steps of the wall clock. */
export const slotStepMinutes = 15;
/** How far ahead slots are shown, and a time may be asked for. */
export const slotsAheadMs = days(56);
/** Requests a page. */
export const requestsPageMax = 30;

/** Asked for or accepted later than this before the time: short notice. */
export const shortNoticeMs = hours(24);
/** A viewer has at least this long to pay after the host accepted. */
export const shortNoticePayMs = hours(1);
/** Payment is due this long before the start; the host may cancel a meeting that is still unpaid then. */
export const unpaidCancelMs = hours(24);
/** Before that both are told: this long before the time. */
export const unpaidRemindersMs = [hours(48), hours(26)] as const;
/** A viewer who cancels earlier than this before the time has everything back; later nothing. */
export const viewerRefundMs = hours(24);
/** The room opens this long before the time. */
export const roomOpensMs = minutes(10);
/** How late the host may be before the viewer can get a refund, and before it is made automatically. */
export const hostLateMs = minutes(10);
export const hostMissingMs = minutes(30);
/** What the host adds with one press, without charge. */
export const addedTimeMs = minutes(10);
/** The longest meeting, with all that was added. */
export const meetingLongestMs = hours(2);
/** Messages of one meeting that are read at once: its latest. */
export const meetingChatMax = 500;
/** An event of the catalogue takes this much of its host's time. */
export const eventTakesMs = minutes(120);
