/** Browsers inside other apps: payments, cameras and logins often fail there. Crawlers of the same names are none. */
const apps = [
  { name: 'Instagram', agent: /\bInstagram\b/ },
  { name: 'LinkedIn', agent: /\bLinkedInApp\b/ },
  { name: 'Discord', agent: /\bDiscord\b/ },
  { name: 'Slack', agent: /\bSlack[/_]/ },
] as const;

/** The app whose browser this is; undefined in a real one. */
export const inAppBrowser = (userAgent: string): string | undefined =>
  apps.find(({ agent }) => agent.test(userAgent))?.name;
