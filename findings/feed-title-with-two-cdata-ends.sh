#!/usr/bin/env bash
# feed 6.0.0, which writes by xml-js 1.6.11: the title of an item with "]]>" in it more than once.
# Expected: RSS that an XML parser reads back as it was given. It is written as CDATA, where each "]]>" has to be
# split between two sections.
# Seen: only the first is split (`cdata.replace(']]>', …)` with a text replaces once). The second ends the section, the
# section's own end stands in plain text, and the feed is not well-formed.
# Output: "a[b[0]]>c": is XML
#         "a[b[0]]>c[d[1]]>e": 11:60: the string "]]>" is disallowed in char data.
# Why it matters: a title that anyone can write takes the whole feed from every strict reader, not just its item.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feed@6.0.0 xml-js@1.6.11 saxes@6.0.0
cat >show.mjs <<'JS'
import { Feed } from 'feed';
import { SaxesParser } from 'saxes';

function problemOf(title) {
  const feed = new Feed({ title: 'Talk', description: 'A show', link: 'https://example.com/' });
  feed.addItem({ title, link: 'https://example.com/1', date: new Date(0) });
  let problem = 'is XML';
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => (problem = problem === 'is XML' ? message : problem));
  parser.write(feed.rss2()).close();
  return problem;
}
const [once, twice] = ['a[b[0]]>c', 'a[b[0]]>c[d[1]]>e'].map((title) => {
  const problem = problemOf(title);
  console.log(`${JSON.stringify(title)}: ${problem}`);
  return problem;
});
process.exit(once === 'is XML' && twice !== 'is XML' ? 0 : 1);
JS
node show.mjs
