#!/usr/bin/env bash
# csv-stringify 6.9.0 with `record_delimiter: 'windows'`, the CRLF that RFC 4180, section 2, ends a line with.
# Expected: a field with a line break in it is put in quotes, as the RFC's rule 6 has it, and as the library does with
# its default delimiter.
# Seen: it looks for the whole CRLF. A field with a lone LF, which is what browsers' text areas and databases hold, is
# written bare, so choosing the standard's line end loses the quotes. csv-parse 7.0.3 of the same authors, told nothing,
# reads one record as two; spreadsheets do the same.
# Why it matters: one title of two lines breaks a report of payments in the middle, and the amounts after it are gone or
# in another column. `quoted_match: /[\r\n]/` puts the quotes back.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csv-stringify@6.9.0 csv-parse@7.0.3
cat >write.mjs <<'JS'
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

const record = ['Late show\nwith guests', '10.00'];
const written = (options) => stringify([record], options);
const [byDefault, windows, matched] = [
  written({}),
  written({ record_delimiter: 'windows' }),
  written({ record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
];
const records = (text) => parse(text, { relax_column_count: true }).length;
for (const [name, text] of Object.entries({ byDefault, windows, matched }))
  console.log(`${name}: ${JSON.stringify(text)}, read as ${records(text)} record(s)`);
process.exit(
  byDefault.startsWith('"') && matched.startsWith('"') && windows === 'Late show\nwith guests,10.00\r\n' &&
    [byDefault, windows, matched].map(records).join() === '1,2,1'
    ? 0
    : 1,
);
JS
node write.mjs
