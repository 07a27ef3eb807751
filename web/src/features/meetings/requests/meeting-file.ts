import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { calendarStamp } from '#web/shared/format/calendar-stamp.ts';

/** Of a line of a calendar, in octets; longer ones go on in the next, behind a space. */
const lineOctetsMax = 75;
const encoder = new TextEncoder();

/** RFC 5545 allows no control character in a text but the tab. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, ' ');

function folded(line: string): string {
  let lines = '';
  let octets = 0;
  for (const sign of line) {
    const length = encoder.encode(sign).length;
    if (octets + length > lineOctetsMax) {
      lines += '\r\n ';
      octets = 1;
    }
    lines += sign;
    octets += length;
  }
  return lines;
}

/**
 * The calendar file of a meeting: when, with whom, and the link to the room. It has no method, since RFC 5546 wants an
 * organizer in everything that is published; the emailed files have both.
 */
export function meetingFile(
  request: Pick<WireRequest, 'request_uuid' | 'starts_at' | 'ends_at' | 'changed_at'>,
  { title, room, page }: { title: string; room: string; page: string },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Frontrow//Private meetings//EN',
    'BEGIN:VEVENT',
    `UID:${request.request_uuid}@frontrow`,
    `DTSTAMP:${calendarStamp(request.changed_at)}`,
    `DTSTART:${calendarStamp(request.starts_at)}`,
    `DTEND:${calendarStamp(request.ends_at)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(room)}`,
    `DESCRIPTION:${escaped(page)}`,
    `URL:${page}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
