import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about events on other websites. */
export const embedsRefusals = {
  embed_site_invalid: {
    status: 400,
    message: '“{site}” is not a website we can allow. Enter an address like https://example.com.',
  },
  oembed_url_missing: { status: 400, message: 'Name the page to embed: /oembed?url=…' },
  oembed_url_unknown: { status: 404, message: 'There is nothing to embed at this address.' },
  oembed_size_invalid: { status: 400, message: 'maxwidth and maxheight are whole numbers of pixels.' },
  oembed_format_unsupported: { status: 501, message: 'Only format=json is available.' },
  too_many_embed_sites: { status: 400, message: 'Add at most {maximum} websites.' },
} as const satisfies Record<string, RefusalRow>;
