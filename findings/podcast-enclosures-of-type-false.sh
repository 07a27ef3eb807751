#!/usr/bin/env bash
# podcast 2.0.1 and rss 1.2.2: the enclosure of an episode whose address has a query, as each signed or counted one has.
# Expected: `type` is the media type of the file; RSS 2.0 requires the attribute of an <enclosure> and wants a standard
# media type in it. It comes from the ending of the address's path, and if it cannot be told, an error says so.
# Seen: type="false". The whole address with its query is looked up as if it were a file name, and the lookup's answer
# "no such ending" is written as text. Without the query it is audio/mpeg.
# Why it matters: players look at the type and show no episode, while the feed is well-formed XML and the file plays. A
# `type` that is given is taken over as it is.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund podcast@2.0.1 rss@1.2.2
cat >feed.mjs <<'JS'
import { Podcast } from 'podcast';
import RSS from 'rss';

const byRss = (enclosure) => {
  const feed = new RSS({ title: 'Show', feed_url: 'https://example.com/rss', site_url: 'https://example.com' });
  feed.item({ title: 'One', description: 'One', url: 'https://example.com/1', date: new Date(0), enclosure });
  return feed.xml();
};
const byPodcast = (enclosure) => {
  const feed = new Podcast({ title: 'Show', feedUrl: 'https://example.com/rss', siteUrl: 'https://example.com' });
  feed.addItem({ title: 'One', description: 'One', url: 'https://example.com/1', date: new Date(0), enclosure });
  return feed.buildXml();
};
const typeOf = (xml) => /<enclosure[^>]* type="([^"]*)"/.exec(xml)?.[1];
const url = 'https://example.com/one.mp3';
const signed = { url: `${url}?token=abc`, size: 9 };
const enclosures = [{ url, size: 9 }, signed, { ...signed, type: 'audio/mpeg' }];
const seen = Object.entries({ byRss, byPodcast }).map(([name, write]) => {
  const types = enclosures.map((enclosure) => typeOf(write(enclosure))).join(', ');
  console.log(`${name}, plain, with a query, with its type given: ${types}`);
  return types;
});
process.exit(seen.every((types) => types === 'audio/mpeg, false, audio/mpeg') ? 0 : 1);
JS
node feed.mjs
