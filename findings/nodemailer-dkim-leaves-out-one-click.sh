#!/usr/bin/env bash
# nodemailer 10.6.0 with its own DKIM signer: the header List-Unsubscribe-Post is not signed.
# Expected: RFC 8058, section 4, has one-click unsubscribing work only if a valid DKIM signature names both
# List-Unsubscribe and List-Unsubscribe-Post in its tag h=; a signer that covers list headers covers both.
# Seen: h= ends with list-unsubscribe. The other one is sent unsigned, and nothing says so.
# Why it matters: Gmail and Yahoo ask bulk senders for one-click unsubscribing. Emails look right to every check of
# their headers, verify as signed, and still get no button. `headerFieldNames` replaces the list of names.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund nodemailer@10.6.0
cat >sign.cjs <<'JS'
const { generateKeyPairSync } = require('node:crypto');
const nodemailer = require('nodemailer');
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const writer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  dkim: { domainName: 'example.com', keySelector: 'k', privateKey },
});
const mail = {
  from: 'news@example.com',
  to: 'ada@example.org',
  subject: 'News',
  text: 'News',
  headers: { 'List-Unsubscribe': '<https://example.com/u/1>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};
writer.sendMail(mail).then(({ message }) => {
  const text = message.toString().replace(/\r?\n[ \t]+/g, ' ');
  const signed = /^DKIM-Signature:.*? h=([^;]*)/im.exec(text)[1].replace(/\s/g, '').split(':');
  const has = (name) => `${name}: sent ${new RegExp(`^${name}:`, 'im').test(text)}, signed ${signed.includes(name)}`;
  const seen = [has('list-unsubscribe'), has('list-unsubscribe-post')].join('; ');
  console.log(seen);
  process.exit(
    seen === 'list-unsubscribe: sent true, signed true; list-unsubscribe-post: sent true, signed false' ? 0 : 1,
  );
});
JS
node sign.cjs
