import { parseRssFeed } from 'feedsmith';
import { XmlDocument } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import type { Config } from '../../process/config.ts';
import { podcastRss } from './podcast.ts';

test.each(['Tea & <b>"cake"</b> ]]> 猫', 'x ]]> y ]]> z', 'a[b[0]]>c[d[1]]>e[f[2]]>0', ']]>]]>'])(
  'an episode with the title %j has it in the podcast, which stays XML',
  (title) => {
    const host = {
      id: 1,
      username: 'mei',
      name: 'Mei',
      bio: '',
      avatar_key: null,
      podcast_explicit: false,
      since_ms: 0,
    };
    const episode = {
      id: '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11',
      title,
      description: title,
      finished_at: new Date(0),
      category: null,
      language: null,
      file_id: 'sound',
      bytes: 1,
      length_ms: 1_000,
      made_at: new Date(0),
    };
    const xml = podcastRss({ config: { publicUrl: 'https://frontrow.example' } as Config }, host, [episode]);
    XmlDocument.fromString(xml).dispose();
    expect(parseRssFeed(xml).items?.map((item) => item.title)).toEqual([title]);
  },
);
