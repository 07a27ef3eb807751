#!/usr/bin/env bash
# ics 3.12.0: names of an organizer or a guest that have double quotes in them.
# Expected: RFC 5545, section 3.2, allows no double quote within a parameter's value, and none can be escaped there with
# a backslash; RFC 6868 added ^' for it. A writer uses that, or another sign.
# Seen: CN="Ada \"Ace\" Byron". By the grammar the value ends at the second quote, and what follows is no property. Read
# by ical.js 2.2.1, the name is Ada and a backslash; node-ical 0.26.1 finds no organizer at all.
# Why it matters: artists have stage names in quotes. Their invitations are not valid files, and the program that is
# asked to answer one has nobody to answer.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ics@3.12.0 ical.js@2.2.1 node-ical@0.26.1
cat >quote.mjs <<'JS'
import ics from 'ics';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

const organizers = (name) => {
  const { error, value } = ics.createEvent({
    uid: '1', start: [2026, 7, 1, 20, 0], duration: { hours: 2 }, organizer: { name, email: 'ada@example.com' },
  });
  if (error) throw error;
  const property = new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent('vevent').getFirstProperty('organizer');
  const { organizer } = Object.values(nodeIcal.sync.parseICS(value)).find(({ type }) => type === 'VEVENT');
  return {
    written: value.split('\r\n').find((line) => line.startsWith('ORGANIZER')),
    byIcalJs: `${property.getParameter('cn')} | ${property.getFirstValue()}`,
    byNodeIcal: organizer && JSON.stringify(organizer),
  };
};
const [plain, quoted] = [organizers('Ada Byron'), organizers('Ada "Ace" Byron')];
console.log(plain, quoted);
process.exit(
  plain.byIcalJs.toLowerCase() === 'ada byron | mailto:ada@example.com' &&
    plain.byNodeIcal !== undefined &&
    quoted.written.includes('CN="Ada \\"Ace\\" Byron"') &&
    quoted.byIcalJs.startsWith('Ada \\ |') &&
    quoted.byNodeIcal === undefined
    ? 0
    : 1,
);
JS
node quote.mjs
