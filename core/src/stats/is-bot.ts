/** Words by which programs that read pages name themselves. */
const botWords = new RegExp(
  [
    /(?<!cu)bots?\b|crawl|spider|slurp|scrap|preview|facebookexternalhit|embedly|monitor|uptime|pingdom|lighthouse/,
    /validator|archiver|feed|curl|wget|python|java\/|okhttp|axios|node-fetch|undici|go-http|libwww|httpclient/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Whether a user agent says that no person reads. One that says nothing is no browser. */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || botWords.test(userAgent);
