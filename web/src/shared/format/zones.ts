/** All time zones of this browser, with UTC and the one that is kept, which a browser may not list. */
export const zonesWith = (kept: string): string[] => [...new Set(['UTC', kept, ...Intl.supportedValuesOf('timeZone')])];
