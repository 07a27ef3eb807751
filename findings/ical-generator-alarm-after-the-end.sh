#!/usr/bin/env bash
# ical-generator 11.1.2: `triggerAfter: 600` of an alarm.
# Expected: the library's own example comments it as ten minutes after the event starts, the counterpart of `trigger:
# 600`, ten minutes before it starts. Without RELATED, a trigger counts from the start (RFC 5545, 3.2.14).
# Seen: TRIGGER;RELATED=END:PT10M. The alarm rings ten minutes after the event ended.
# Why it matters: a reminder such as "the second act begins" comes hours late, when the show is over, and nothing in the
# calling code says "end".
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical-generator@11.1.2
grep -o 'alarm\.trigger([0-9]*); // -> .*after event starts' node_modules/ical-generator/dist/index.d.cts
cat >alarm.mjs <<'JS'
import ical from 'ical-generator';

const event = ical().createEvent({ id: '1', summary: 'Show', start: new Date(0), end: new Date(7_200_000) });
event.createAlarm({ type: 'display', trigger: 600 });
event.createAlarm({ type: 'display', triggerAfter: 600 });
const seen = event.toString().split('\r\n').filter((line) => line.startsWith('TRIGGER')).join(', ');
console.log(`trigger, triggerAfter: ${seen}`);
process.exit(seen === 'TRIGGER:-PT10M, TRIGGER;RELATED=END:PT10M' ? 0 : 1);
JS
node alarm.mjs
