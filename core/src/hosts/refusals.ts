import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about hosts and their public pages. */
export const hostsRefusals = {
  bio_too_long: { status: 400, message: 'Use at most {maximum} characters.' },
  too_many_links: { status: 400, message: 'Add at most {maximum} links.' },
  web_link_invalid: { status: 400, message: 'Please enter a web address that begins with http:// or https://.' },
  web_link_too_long: { status: 400, message: 'A link can have at most {maximum} characters.' },
  own_page: { status: 409, message: 'You can’t follow yourself.' },
  too_many_follows: { status: 409, message: 'You already follow {maximum} hosts. Unfollow one first.' },
  too_many_favorites: { status: 409, message: 'You already have {maximum} favorites. Remove one first.' },
  embed_site_invalid: {
    status: 400,
    message: '“{site}” is not a website we can allow. Enter an address like https://example.com.',
  },
  podcast_not_found: { status: 404, message: 'This host doesn’t offer a podcast.' },
  oembed_url_missing: { status: 400, message: 'Name the page to embed: /oembed?url=…' },
  oembed_url_unknown: { status: 404, message: 'There is nothing to embed at this address.' },
  oembed_size_invalid: { status: 400, message: 'maxwidth and maxheight are whole numbers of pixels.' },
  oembed_format_unsupported: { status: 501, message: 'Only format=json is available.' },
  too_many_embed_sites: { status: 400, message: 'Add at most {maximum} websites.' },
} as const satisfies Record<string, RefusalRow>;
