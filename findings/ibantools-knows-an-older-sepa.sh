#!/usr/bin/env bash
# ibantools 4.5.4: isSEPACountry answers for the SEPA of before November 2024.
# Expected: the countries to which the European Payments Council's schemes reach (its document EPC409-09). Albania and
# Montenegro belong to them since November 2024, Moldova and North Macedonia since March 2025 and Serbia since May 2025;
# their banks take SEPA transfers since October 2025 and May 2026.
# Seen: false for these five, although the library knows their IBANs; true for Andorra, the last one to join before
# them.
# Why it matters: payouts to accounts in five countries are refused by a check that looks like one of syntax. Keep the
# list of countries yourself, next to the date on which you read it.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ibantools@4.5.4
node -e '
const { isSEPACountry, isValidIBAN } = require("ibantools");
// The examples of the IBAN registry of SWIFT.
const accounts = {
  AD: "AD1200012030200359100100", AL: "AL47212110090000000235698741", ME: "ME25505000012345678951",
  MD: "MD24AG000225100013104168", MK: "MK07250120000058984", RS: "RS35260005601001611379",
};
const said = ([country, iban]) => `${country} ${isValidIBAN(iban)} ${isSEPACountry(country)}`;
const [before, ...joined] = Object.entries(accounts).map(said);
console.log(`country, IBAN valid, in SEPA: ${[before, ...joined].join("; ")}`);
process.exit(before === "AD true true" && joined.every((each) => each.endsWith(" true false")) ? 0 : 1);
'
