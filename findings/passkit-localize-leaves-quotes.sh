#!/usr/bin/env bash
# passkit-generator 3.6.1: `pass.localize('de', { Title: 'Lesung: "Nachts"' })`; its `pass.strings` is read by
# openstep-parser 2.0.1 (PyPI), another reader of the format.
# Expected: the quotes inside the value are escaped, as the format wants it, since the library writes the file.
# Seen: value and key are put between quotes as they are. The value ends at its first quote, and the reader refuses the
# whole file, so that the lines before and after it are lost, too. Escaped by the caller, all of it is read.
# Why it matters: titles and names are people's own words. One quoted title takes all translations of a wallet pass.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund passkit-generator@3.6.1 selfsigned@5.5.0 fflate@0.8.2
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openstep-parser==2.0.1
cat >write.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { PKPass } from 'passkit-generator';
import { generate } from 'selfsigned';

const { cert, private: key } = await generate([{ name: 'commonName', value: 'Pass' }], { keySize: 2048 });
const titles = { plain: 'Lesung', quoted: 'Lesung: "Nachts"', escaped: 'Lesung: \\"Nachts\\"' };
for (const [name, title] of Object.entries(titles)) {
  const about = { formatVersion: 1, passTypeIdentifier: 'pass.test', teamIdentifier: 'TEST', organizationName: 'Test' };
  const files = {
    'pass.json': Buffer.from(
      JSON.stringify({ ...about, serialNumber: name, description: 'Ticket', eventTicket: { primaryFields: [] } }),
    ),
    'icon.png': Buffer.from('icon'),
  };
  const pass = new PKPass(files, { wwdr: cert, signerCert: cert, signerKey: key });
  pass.localize('de', { Venue: 'Ort', Title: title, Doors: 'Einlass' });
  writeFileSync(`${name}.strings`, unzipSync(pass.getAsBuffer())['de.lproj/pass.strings']);
}
JS
node write.mjs
cat >read.py <<'PY'
import sys
from openstep_parser import OpenStepDecoder

def read(name):
    with open(f"{name}.strings", encoding="utf-8") as file:
        text = file.read()
    try:
        return OpenStepDecoder.ParseFromString("{" + text + "}")["Title"]
    except Exception as error:
        return f"refused: {error}"

seen = {name: read(name) for name in ("plain", "quoted", "escaped")}
for name, title in seen.items():
    print(f"{name}: {title}")
so = seen["plain"] == "Lesung" and seen["quoted"].startswith("refused") and seen["escaped"] == 'Lesung: "Nachts"'
sys.exit(0 if so else 1)
PY
python/bin/python read.py
