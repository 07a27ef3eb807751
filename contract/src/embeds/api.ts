import { embedSiteCharsMax } from '@frontrow/core/embeds/embed-sites.ts';
import { z } from 'zod';
import type { EndpointTable } from '../kernel/endpoint.ts';

const embedSites = z.object({
  /** Origins, `https://*.example.com` for all subdomains; null: any website; empty: none. */
  embed_sites: z.array(z.string().max(embedSiteCharsMax)).max(100).nullable(),
});

export const embedsApi = {
  'GET /host/embed_sites': {
    summary: 'Websites on which the calling host’s events may be embedded',
    answer: embedSites,
  },
  'POST /host/embed_sites': {
    summary: 'Change the websites on which the calling host’s events may be embedded',
    body: embedSites,
    answer: embedSites,
  },
} as const satisfies EndpointTable;
