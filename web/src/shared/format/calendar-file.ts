/** One event for a calendar; times are epoch milliseconds. */
export interface CalendarEntry {
  uid: string;
  title: string;
  text: string;
  url: string;
  start: number;
  /** When the file was made. */
  stamp: number;
}

/** Events have no fixed end: calendars get this length. */
const assumedLengthMs = 60 * 60_000;
const lineBytesMax = 75;

const utc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
const escape = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll(/\r?\n/g, '\\n');

/** Lines of at most 75 octets (RFC 5545 §3.1), never cutting a character. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let room = lineBytesMax;
  for (const char of line) {
    const size = encoder.encode(char).length;
    if (size > room) {
      folded += '\r\n ';
      room = lineBytesMax - 1;
    }
    folded += char;
    room -= size;
  }
  return folded;
}

/** An .ics file (RFC 5545) with a reminder when the doors open, 15 minutes before. */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Frontrow//Frontrow//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.uid}@frontrow`,
    `DTSTAMP:${utc(entry.stamp)}`,
    `DTSTART:${utc(entry.start)}`,
    `DTEND:${utc(entry.start + assumedLengthMs)}`,
    `SUMMARY:${escape(entry.title)}`,
    `DESCRIPTION:${escape(entry.text)}`,
    `URL:${entry.url}`,
    `LOCATION:${escape(entry.url)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escape(entry.title)}`,
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
