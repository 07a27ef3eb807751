#!/usr/bin/env bash
# ical.js 2.2.1: an event of 29 February that repeats every year.
# Expected: RFC 5545, section 3.3.10, says that a rule may lead to dates that do not exist, such as 30 February, and
# that these MUST be ignored and not counted. FREQ=YEARLY from 29 February 2024 is 2024, 2028, 2032.
# Seen: 29 February 2024, then 1 March 2025 and 1 March 2026. FREQ=MONTHLY from the 31st is right: the library leaves
# out the months that have no such day.
# Why it matters: a yearly date of that day shows up in years in which it does not happen, and COUNT is used up by them:
# the last real ones are missing.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1
cat >repeat.mjs <<'JS'
import ICAL from 'ical.js';

const dates = (start, frequency) => {
  const rule = ICAL.Recur.fromString(`FREQ=${frequency};COUNT=3`);
  const each = rule.iterator(ICAL.Time.fromDateString(start));
  return Array.from({ length: 3 }, () => String(each.next())).join(' ');
};
const [monthly, yearly] = [dates('2026-01-31', 'MONTHLY'), dates('2024-02-29', 'YEARLY')];
console.log(`monthly from the 31st:       ${monthly}`);
console.log(`yearly from the 29th of Feb: ${yearly}`);
process.exit(monthly === '2026-01-31 2026-03-31 2026-05-31' && yearly === '2024-02-29 2025-03-01 2026-03-01' ? 0 : 1);
JS
node repeat.mjs
