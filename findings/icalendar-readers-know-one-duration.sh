#!/usr/bin/env bash
# ical.js 2.2.1 and node-ical 0.26.1, reading DURATION over the night in which summer time begins.
# Expected: RFC 5545, section 3.3.6, has two kinds. Weeks and days are nominal (P1D from noon ends at noon), and hours,
# minutes and seconds are exact (PT6H ends six hours later, whatever the clock on the wall does).
# Seen: ical.js adds both to the clock on the wall, so PT6H from 23:00 lasts five hours; node-ical adds both as elapsed
# time, so P1D from noon ends at one o'clock. Each is right where the other one is wrong.
# Why it matters: a club night of the last weekend in March or October ends an hour off, two nights a year, and two
# programs that read one file disagree. Writers are safe with DTEND in place of DURATION.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1 node-ical@0.26.1
cat >read.mjs <<'JS'
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

const change = (name, month, at, from, to) =>
  `BEGIN:${name}\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nDTSTART:1970${at}\n` +
  `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU\nEND:${name}\n`;
const zone =
  change('DAYLIGHT', 3, '0329T020000', '+0100', '+0200') + change('STANDARD', 10, '1025T030000', '+0200', '+0100');
const file = (start, duration) =>
  `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
${zone}END:VTIMEZONE
BEGIN:VEVENT
UID:night
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:${start}
DURATION:${duration}
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
const hours = {
  'ical.js'(text) {
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'));
    return (event.endDate.toJSDate() - event.startDate.toJSDate()) / 3_600_000;
  },
  'node-ical'(text) {
    const { start, end } = nodeIcal.sync.parseICS(text).night;
    return (end - start) / 3_600_000;
  },
};
const seen = [];
for (const [start, duration, right] of [['20260328T230000', 'PT6H', 6], ['20260328T120000', 'P1D', 23]])
  for (const [name, read] of Object.entries(hours)) {
    const lasts = read(file(start, duration));
    console.log(`${duration} read by ${name}: ${lasts} hours, by the RFC ${right}`);
    seen.push(lasts);
  }
process.exit(seen.join() === '5,6,23,24' ? 0 : 1);
JS
node read.mjs
