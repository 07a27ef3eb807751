#!/usr/bin/env bash
# Node.js 24.21.0 (V8 with ICU): `new Intl.NumberFormat('en', { style: 'currency', currency })`.
# Expected: `resolvedOptions().maximumFractionDigits` is the currency's minor unit of ISO 4217, as ECMA-402 defines it
# (CurrencyDigits: "return the minor unit value corresponding to the currency from the list").
# Seen: for many currencies it is the number of decimals that people write, from the Unicode CLDR: 0 for HUF, IDR, COP,
# PKR and ALL (ISO 4217: 2) and 0 for IQD (ISO 4217: 3). EUR, USD, JPY and KWD agree, so a first look shows nothing.
# Why it matters: a program that turns minor units into amounts with these digits is wrong by a factor of 100 or 1,000,
# for example for forints, which Stripe counts in hundredths.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 currency-codes@2.2.0
cat >digits.cjs <<'JS'
const { code: iso } = require('currency-codes');
const digitsOf = (currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
console.log(`Node.js ${process.version}, ICU ${process.versions.icu}, CLDR ${process.versions.cldr}`);
let differ = 0;
for (const currency of ['EUR', 'USD', 'JPY', 'KWD', 'HUF', 'IDR', 'COP', 'PKR', 'ALL', 'IQD']) {
  const [seen, wanted] = [digitsOf(currency), iso(currency).digits];
  if (seen !== wanted) differ++;
  console.log(`${currency}: Intl says ${seen}, ISO 4217 says ${wanted}${seen === wanted ? '' : '  <- differs'}`);
}
process.exitCode = differ >= 5 ? 0 : 1;
JS
./node_modules/.bin/node digits.cjs
