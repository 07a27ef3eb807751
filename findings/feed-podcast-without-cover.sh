#!/usr/bin/env bash
# feed 6.0.0 with `podcast: true`, "Enable iTunes/Google podcast extensions" in its README.
# Expected: the tags that Apple requires of a show, among them <itunes:image href="…"> for the cover and
# <itunes:category text="…"> (Apple's "A Podcaster's Guide to RSS").
# Seen: the cover is named for Google Podcasts alone, which was closed in 2024; there is no itunes:image. The category
# is text within the tag, where Apple reads the attribute.
# Why it matters: the feed is valid RSS with namespace and author of iTunes, and the directory refuses the show for its
# missing artwork and category.
# Exits 0 while this is so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund feed@6.0.0
cat >show.mjs <<'JS'
import { Feed } from 'feed';

const feed = new Feed({
  title: 'Show', description: 'A show', id: 'https://example.com/', link: 'https://example.com/', language: 'en',
  image: 'https://example.com/cover.jpg', category: 'Arts', podcast: true,
  author: { name: 'Ada', email: 'ada@example.com' },
});
const xml = feed.rss2();
const seen = ['googleplay:image', 'itunes:image', 'googleplay:category', 'itunes:category'].map(
  (name) => new RegExp(`<${name}[^>]*>[^<]*`).exec(xml)?.[0] ?? `no ${name}`,
);
console.log(seen.map((tag) => tag.trim()).join('\n'));
process.exit(
  seen[0].includes('cover.jpg') && seen[1] === 'no itunes:image' && seen[3] === '<itunes:category>Arts' ? 0 : 1,
);
JS
node show.mjs
