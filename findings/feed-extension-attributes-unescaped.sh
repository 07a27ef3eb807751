#!/usr/bin/env bash
# feed 6.0.0: `addExtension` with an attribute, the way to write Apple's <itunes:category text="…"> that its own
# `category` option does not write.
# Expected: RSS that an XML parser reads, whatever the attribute says: & is the usual sign in Apple's own categories.
# Seen: the & of "Society & Culture" stands bare in the attribute, and the whole feed is not well-formed. Text of
# elements is put into CDATA and is fine. An attribute has to be escaped by the caller: "Society &amp; Culture".
# Output: <itunes:category text="Society & Culture"/> 12:6: unclosed tag: channel
#         <itunes:category text="Society &amp; Culture"/> is XML
# Why it matters: five of Apple's main categories have an &, and a podcast app drops the feed, not just the category.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feed@6.0.0 saxes@6.0.0
cat >show.mjs <<'JS'
import { Feed } from 'feed';
import { SaxesParser } from 'saxes';

const feedWith = (text) => {
  const feed = new Feed({
    title: 'Tea & talk', description: 'A show', id: 'https://example.com/', link: 'https://example.com/', podcast: true,
  });
  feed.addExtension({ name: 'itunes:category', objects: { _attributes: { text } } });
  return feed.rss2();
};
function problemOf(xml) {
  let problem = 'is XML';
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => (problem = problem === 'is XML' ? message : problem));
  parser.write(xml).close();
  return problem;
}
const tagOf = (xml) => /<itunes:category[^>]*>/.exec(xml)[0];
const [bare, escaped] = [feedWith('Society & Culture'), feedWith('Society &amp; Culture')];
for (const xml of [bare, escaped]) console.log(tagOf(xml), problemOf(xml));
process.exit(problemOf(bare) !== 'is XML' && problemOf(escaped) === 'is XML' ? 0 : 1);
JS
node show.mjs
