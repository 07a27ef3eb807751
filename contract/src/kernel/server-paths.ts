/**
 * What the server answers besides pages, as patterns of paths: in `npm run dev` Vite serves the pages and forwards
 * these. A test compares them with the server's router.
 */
export const serverPaths: readonly string[] = [
  '^/api/',
  '^/avatars/',
  '^/calendar/',
  '^/dev/mailbox(/[^/]+)?\\.json',
  '^/embed(/|\\.js)',
  '^/event/[^/]+(\\.ics|/preview\\.jpg)',
  '^/(healthz|metrics|oembed|readyz)(?![\\w.-])',
  '^/hosts/[^/]+/(calendar\\.ics|feed\\.xml|podcast)',
  '^/media/',
  '^/payment/callback/',
  '^/recorder/',
  '^/recordings/',
  '^/reminders/off/',
  '^/robots\\.txt',
  '^/sandbox/',
  '^/sitemap(\\.xml|/)',
  '^/tickets/[^/]+/apple\\.pkpass',
  '^/unfollow/',
  '^/wallet/v1/',
  '^//?whip(?![\\w.-])',
];
