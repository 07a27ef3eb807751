#!/usr/bin/env bash
# ical-generator 11.1.2: a time zone set for the calendar takes the zone off its events.
# Expected: its README says that times are written in UTC unless a time zone is set; with `timezone: 'Europe/Berlin'`
# they belong to Berlin, by TZID as RFC 5545, section 3.2.19, wants it. DTSTAMP is UTC in any case (section 3.8.7.2).
# Seen: DTSTART has neither TZID nor Z, which is "floating": 20:00 wherever the reader is. DTSTAMP loses its Z, too.
# Only X-WR-TIMEZONE, which is no part of the standard, names Berlin. A zone set for each event is written right.
# Why it matters: who tests in that zone sees nothing; a viewer in New York reads an hour that is six hours off.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical-generator@11.1.2 temporal-polyfill@1.0.8
cat >write.mjs <<'JS'
import ical from 'ical-generator';
import { Temporal } from 'temporal-polyfill';

const start = Temporal.ZonedDateTime.from('2026-07-01T20:00[Europe/Berlin]');
const lines = (ofCalendar, ofEvent) => {
  const calendar = ical(ofCalendar);
  calendar.createEvent({ id: '1', summary: 'Concert', start, stamp: new Date(0), ...ofEvent });
  return calendar.toString().split('\r\n').filter((line) => /^DTSTA/.test(line)).join(', ');
};
const timezone = 'Europe/Berlin';
const [none, calendar, event] = [lines({}, {}), lines({ timezone }, {}), lines({}, { timezone })];
console.log(`no zone:          ${none}\nof the calendar:  ${calendar}\nof the event:     ${event}`);
process.exit(
  none === 'DTSTAMP:19700101T000000Z, DTSTART:20260701T180000Z' &&
    calendar === 'DTSTAMP:19700101T000000, DTSTART:20260701T200000' &&
    event === 'DTSTAMP:19700101T000000Z, DTSTART;TZID=Europe/Berlin:20260701T200000'
    ? 0
    : 1,
);
JS
node write.mjs
